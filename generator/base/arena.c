/* SPDX-License-Identifier: MIT
 *
 * Arenas: a chain of blocks, newest first.  The only file of the generator
 * that calls calloc and free.
 */
#include "base/arena.h"

#include <stdalign.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#ifdef POL_HOSTILE
#include "hostile.h"
#define BLOCK_SIZE 64
#define SPARES     0 /* the sanitizer detects use after release */
#else
#define hostile_calloc calloc
#define BLOCK_SIZE     ((size_t)1 << 16)
#define SPARES         1
#endif

#define ALIGN alignof(max_align_t)

/* Bytes from `fresh` on were never used and are zero as allocated: pages of
 * large tables stay untouched until needed.  Bytes from `used` to `clean` were
 * used and zeroed again. */
struct block {
    struct block *older;
    size_t size, used, clean, fresh;
    alignas(max_align_t) unsigned char bytes[];
};

struct arena {
    struct block *newest;
    arena_fail *fail;
    void *context;
    struct arena *parent, *children, *sibling;
    /* Only in the root arena: bytes of all blocks, including spare ones. */
    size_t held, limit;
    struct block *spare[2]; /* released: BLOCK_SIZE each, and larger ones */
    bool is_full;
};

struct arena *arena_new(arena_fail *fail, void *context)
{
    struct arena *a = hostile_calloc(1, sizeof *a);
    if (a)
        *a = (struct arena){.fail = fail, .context = context};
    return a;
}

static struct arena *root_of(struct arena *a)
{
    while (a->parent)
        a = a->parent;
    return a;
}

static void free_spare(struct arena *root)
{
    for (int i = 0; i < 2; i++)
        while (root->spare[i]) {
            struct block *b = root->spare[i];
            root->spare[i] = b->older;
            root->held -= b->size;
            free(b);
        }
}

/* Makes the bytes from `used` on free, to be zeroed when taken. */
static void reuse(struct block *b, size_t used)
{
    b->fresh = b->fresh > b->used ? b->fresh : b->used;
    b->clean = b->used = used;
}

void arena_free(struct arena *a)
{
    if (!a)
        return;
    while (a->children)
        arena_free(a->children);
    if (a->parent) {
        struct arena **at = &a->parent->children;
        while (*at != a)
            at = &(*at)->sibling;
        *at = a->sibling;
    }
    arena_release(a, (struct arena_mark){0});
    free_spare(a);
    free(a);
}

void arena_swap_fail(struct arena *a, arena_fail **fail, void **context)
{
    const struct arena old = *a;
    a->fail = *fail;
    a->context = *context;
    *fail = old.fail;
    *context = old.context;
}

_Noreturn void arena_refuse(struct arena *a)
{
    a = root_of(a);
    a->fail(a->context);
    abort(); /* the handler must not return */
}

void arena_limit(struct arena *a, size_t bytes)
{
    a = root_of(a);
    a->limit = bytes;
    a->is_full = false;
}

bool arena_is_full(const struct arena *a)
{
    return a->is_full;
}

struct arena *arena_child(struct arena *parent)
{
    struct arena *a = hostile_calloc(1, sizeof *a);
    if (!a)
        arena_refuse(parent);
    *a = (struct arena){.parent = parent, .sibling = parent->children};
    parent->children = a;
    return a;
}

/* Returns a released block of suitable size (a new one would cost page faults),
 * or a new one; NULL if there is no memory. */
static struct block *add_block(struct arena *a, size_t size)
{
    size_t room = size > BLOCK_SIZE ? size : BLOCK_SIZE;
    struct arena *root = root_of(a);
    struct block **at = &root->spare[room > BLOCK_SIZE];
    while (*at && ((*at)->size < room || (*at)->size / 4 > room))
        at = &(*at)->older;
    struct block *b = *at;
    if (b) {
        *at = b->older;
    } else {
        if (root->limit > 0 && root->held + room > root->limit)
            free_spare(root);
        root->is_full = root->limit > 0 && (root->held > root->limit ||
                                            room > root->limit - root->held);
        b = root->is_full ? NULL : hostile_calloc(1, sizeof *b + room);
        if (!b)
            return NULL;
        root->held += room;
        b->size = room;
    }
    b->older = a->newest;
    a->newest = b;
    return b;
}

static size_t round_up(size_t size)
{
    return (size + ALIGN - 1) / ALIGN * ALIGN;
}

/* Reused memory is zeroed in steps of a page. */
enum { PAGE = 4096 };

/* Takes `need` zeroed bytes from a block that has room for them. */
static void *take(struct block *b, size_t need)
{
    unsigned char *p = b->bytes + b->used;
    size_t end = b->used + need;
    if (end > b->clean && b->clean < b->fresh) {
        end = end > b->clean + PAGE ? end : b->clean + PAGE;
        end = end < b->fresh ? end : b->fresh;
        memset(b->bytes + b->clean, 0, end - b->clean);
        b->clean = end;
    }
    b->used += need;
    return p;
}

void *arena_try(struct arena *a, size_t size)
{
    if (size > SIZE_MAX - sizeof(struct block) - ALIGN)
        return NULL;
    size_t need = round_up(size);
    struct block *b = a->newest;
    if (!b || b->size - b->used < need)
        b = add_block(a, need);
    return b ? take(b, need) : NULL;
}

void *arena_alloc(struct arena *a, size_t size)
{
    void *p = arena_try(a, size);
    if (!p)
        arena_refuse(a);
    return p;
}

void *arena_array(struct arena *a, size_t count, size_t size)
{
    if (size && count > SIZE_MAX / size)
        arena_refuse(a);
    return arena_alloc(a, count * size);
}

void *arena_grow(struct arena *a, void *old, size_t old_size, size_t new_size)
{
    struct block *b = a->newest;
    if (new_size > SIZE_MAX - ALIGN)
        arena_refuse(a);
    size_t had = round_up(old_size), need = round_up(new_size);
    unsigned char *end = b ? b->bytes + b->used : NULL;

    if (old && (unsigned char *)old + had == end && need >= had &&
        b->size - b->used >= need - had) {
        take(b, need - had);
        return old;
    }
    void *p = arena_alloc(a, new_size);
    if (old_size)
        memcpy(p, old, old_size < new_size ? old_size : new_size);
    return p;
}

void *arena_copy(struct arena *a, const void *from, size_t size)
{
    void *copy = arena_alloc(a, size);
    return size ? memcpy(copy, from, size) : copy;
}

char *arena_text(struct arena *a, const char *text, size_t length)
{
    char *copy = arena_alloc(a, length + 1);
    if (length)
        memcpy(copy, text, length);
    return copy;
}

struct arena_mark arena_mark(const struct arena *a)
{
    return (struct arena_mark){a->newest, a->newest ? a->newest->used : 0};
}

void arena_release(struct arena *a, struct arena_mark mark)
{
    while (a->newest && a->newest != mark.block) {
        struct block *b = a->newest;
        struct arena *root = root_of(a);
        struct block **spare = &root->spare[b->size > BLOCK_SIZE];
        a->newest = b->older;
        reuse(b, 0);
        b->older = *spare;
        *spare = b;
        if (!SPARES)
            free_spare(root);
    }
    if (a->newest)
        reuse(a->newest, mark.used);
}

size_t arena_used(const struct arena *a)
{
    size_t used = 0;
    for (const struct block *b = a->newest; b; b = b->older)
        used += b->used;
    return used;
}
