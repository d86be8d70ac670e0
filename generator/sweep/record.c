/* SPDX-License-Identifier: MIT
 */
#define _GNU_SOURCE       /* F_OFD_SETLK, fallocate, mkostemp */
#define _FILE_OFFSET_BITS 64

#include "sweep/record.h"

#include <errno.h>
#include <fcntl.h>
#include <libgen.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <unistd.h>

#define XXH_INLINE_ALL
#include <xxhash.h>

#include "base/arena.h"
#include "base/file.h"
#include "base/text.h"

const char *record_cannot(struct arena *arena, const char *verb,
                          const char *path)
{
    return text_format(arena, "cannot %s %s: %s", verb, path, file_fault());
}

/* Moves all bytes, or returns false with errno set. */
static bool move(int file, char *bytes, size_t length, uint64_t at, bool writes)
{
    while (length > 0) {
        const ssize_t n = writes ? pwrite(file, bytes, length, (off_t)at)
                                 : pread(file, bytes, length, (off_t)at);
        if (n < 0 && errno == EINTR)
            continue;
        if (n == 0) /* truncated file */
            errno = EIO;
        if (n <= 0)
            return false;
        bytes += n, at += (uint64_t)n, length -= (size_t)n;
    }
    return true;
}

bool record_write(const struct record_file *f, uint64_t first, size_t count,
                  const void *bytes)
{
    return move(f->file, (char *)(uintptr_t)bytes, count * f->size,
                f->begin + first * f->size, true);
}

bool record_read(const struct record_file *f, uint64_t first, size_t count,
                 void *bytes)
{
    return move(f->file, bytes, count * f->size, f->begin + first * f->size,
                false);
}

/* ---- checksums ---- */

enum { CHECK = 4, BEHIND = CHECK + 1 };

static uint32_t check_of(const struct record_file *f, const void *bytes,
                         size_t i, uint64_t number,
                         const struct record_file *of, const void *rows)
{
    const unsigned char *at = (const unsigned char *)record_at(f, bytes, i);
    uint64_t hash = number << 8 | at[f->size - 1];
    if (of)
        hash = XXH3_64bits_withSeed(record_at(of, rows, i), of->size, hash);
    return (uint32_t)XXH3_64bits_withSeed(at, f->size - BEHIND, hash);
}

void record_seal(const struct record_file *f, void *bytes, size_t i,
                 uint64_t number, const struct record_file *of,
                 const void *rows)
{
    const uint32_t check = check_of(f, bytes, i, number, of, rows);
    memcpy((char *)bytes + (i + 1) * f->size - BEHIND, &check, CHECK);
}

bool record_is_sound(const struct record_file *f, const void *bytes, size_t i,
                     uint64_t number, const struct record_file *of,
                     const void *rows)
{
    const uint32_t check = check_of(f, bytes, i, number, of, rows);
    return memcmp(record_at(f, bytes, i + 1) - BEHIND, &check, CHECK) == 0;
}

/* ---- the file ---- */

struct opening {
    struct arena *arena;
    const struct record_demand *demand;
    struct record_file *f;
    char *path, *json; /* NULL: none */
    struct text header;
    double bytes; /* final size of the file */
    size_t has;   /* bytes that it had */
    bool is_new, has_made_json;
};

static void put_header(struct opening *o)
{
    const struct record_layout *l = &o->demand->layout;
    const bool is_little = __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__;
    const char *real = is_little ? "'<f8'" : "'>f8'";
    struct text t = text_new(o->arena);
    text_print(&t, "{'descr': %s", l->samples ? real : "[");
    for (int i = 0; i < l->columns && !l->samples; i++) {
        const int n = l->column[i].numbers;
        text_print(&t, "('%s', %s", l->column[i].name, real);
        if (n > 1)
            text_print(&t, l->column[i].is_matrix ? ", (3, 3)" : ", (%d,)", n);
        text_put(&t, "), ");
    }
    if (!l->samples)
        text_print(&t, "('check', '%cu4'), ('status', '|u1')]", real[1]);
    text_print(&t, ", 'fortran_order': False, 'shape': (%ju,",
               (uintmax_t)l->cases);
    if (l->samples)
        text_print(&t, " %ju, %zu", (uintmax_t)l->samples, o->f->numbers);
    text_put(&t, "), }");
    /* version 2.0 if the length needs more than the two bytes of 1.0 */
    const size_t head = t.length + 11 <= 1 << 16 ? 10 : 12;
    const size_t rest = (head + t.length + 64) / 64 * 64 - head;
    o->header = text_new(o->arena);
    text_print(&o->header, "\x93NUMPY%c", head == 10 ? 1 : 2);
    text_char(&o->header, '\0');
    for (size_t i = 0; i < head - 8; i++)
        text_char(&o->header, (char)(rest >> 8 * i));
    text_print(&o->header, "%s%*s\n", t.chars, (int)(rest - t.length - 1), "");
}

/* Refuses a disk without room; the lock of a share covers bytes far behind all
 * data. */
static const char *open_file(struct opening *o)
{
    const struct record_demand *d = o->demand;
    const char *root = getenv("TMPDIR"), *name = d->path;
    struct statvfs disk = {0};
    root = root && *root ? root : "/tmp";
    o->f->path = name ? name : text_format(o->arena, "a file in %s", root);
    o->path = text_format(o->arena, name ? "%s" : "%s/polhode-XXXXXX",
                          name ? name : root);
    statvfs(dirname(text_format(o->arena, "%s", o->path)), &disk);
    const double room = (double)disk.f_bavail * (double)disk.f_frsize;
    const double need = o->bytes + d->other_bytes;
    o->is_new = access(o->path, F_OK) != 0; /* statvfs first: others make it */
    if (o->is_new && need > room && disk.f_blocks > 0)
        return text_format(o->arena,
                           "%s needs %.0f bytes, and %.0f are free on its disk",
                           o->f->path, need, room);
    o->f->file = name ? open(name, O_RDWR | O_CREAT | O_CLOEXEC, 0666)
                      : mkostemp(o->path, O_CLOEXEC);
    if (o->f->file < 0)
        return record_cannot(o->arena, "open", o->f->path);
    const int n = d->shards > 0 ? (int)d->shards : 1, file = o->f->file;
    struct flock l = {.l_type = F_WRLCK, .l_len = ((off_t)1 << 32) / n};
    l.l_start = ((off_t)1 << 62) + l.l_len * d->shard;
    const bool is_mine = !d->shards || fcntl(file, F_OFD_SETLK, &l) == 0;
    struct stat here;
    o->is_new &= is_mine;
    if (!is_mine && errno != EAGAIN && errno != EACCES)
        return record_cannot(o->arena, "lock", o->f->path);
    if (!is_mine || fstat(file, &here) != 0 || here.st_nlink == 0)
        return text_format(o->arena, "another process works on %s%s",
                           n > 1 ? "this share of " : "", o->f->path);
    o->has = (size_t)here.st_size;
    o->is_new &= o->has == 0;
    return NULL;
}

/* Makes the file of this sweep, or completes an existing one.  All processes do
 * the same, so they may run at once; a killed process leaves a valid
 * beginning. */
static const char *make(struct opening *o)
{
    enum { LONGEST = 1 << 26 };
    const char *path = o->f->path, *text = o->demand->json;
    const int file = o->f->file;
    const off_t bytes = o->bytes < 0x1p62 ? (off_t)o->bytes : INT64_MAX;
    const size_t head = o->header.length, n = o->has < head ? o->has : head;
    char *there = arena_alloc(o->arena, n), *old = NULL;
    size_t length;
    if (o->json && !(old = file_read(o->arena, o->json, LONGEST, &length)) &&
        errno != ENOENT)
        return record_cannot(o->arena, "read", o->json);
    if (!o->demand->resume && (old || !o->is_new))
        return text_format(o->arena,
                           "%s exists already: continue it by --resume, "
                           "remove it, or give another name",
                           o->is_new ? o->json : path);
    if (old && strcmp(old, text) != 0) {
        const char *key = text;
        for (size_t i = 0; old[i] == text[i]; i++)
            key = text[i] == '\n' ? text + i + 1 : key;
        key += strspn(key, " ");
        return text_format(o->arena,
                           "the sweep in %s is another one: %.*s was different",
                           path, (int)strcspn(key, ":\n"), key);
    }
    if ((o->json && !old && n > 0) || (double)o->has > o->bytes ||
        !move(file, there, n, 0, false) ||
        memcmp(there, o->header.chars, n) != 0)
        return text_format(o->arena,
                           "%s is not the file of this sweep, or lacks its "
                           ".json: remove it, or give another name",
                           path);
    o->has_made_json = o->json && !old; /* before any bytes of the file */
    if (o->has_made_json && !file_write(o->json, text, strlen(text), true))
        return record_cannot(o->arena, "write", o->json);
    if (!move(file, o->header.chars, head, 0, true) ||
        ((off_t)o->has < bytes && fallocate(file, 0, 0, bytes) != 0 &&
         (errno != EOPNOTSUPP || ftruncate(file, bytes) != 0)))
        return record_cannot(o->arena, "make", path);
    return NULL;
}

const char *record_open(struct arena *arena, const struct record_demand *d,
                        struct record_file *f)
{
    const struct record_layout *l = &d->layout;
    struct opening o = {.arena = arena, .demand = d, .f = f};
    *f = (struct record_file){.file = -1, .cases = l->cases};
    for (int i = 0; i < l->columns; i++)
        f->numbers += (size_t)l->column[i].numbers;
    f->size = sizeof(double) * f->numbers;
    f->size = l->samples ? f->size * l->samples : f->size + BEHIND;
    put_header(&o);
    f->begin = o.header.length;
    o.bytes = (double)f->begin + (double)f->cases * (double)f->size;
    if (d->json && d->path)
        o.json =
            text_format(arena, "%.*sjson", (int)strlen(d->path) - 3, d->path);
    const char *why = open_file(&o);
    if (!why)
        why = make(&o);
    const bool is_undone = why && o.is_new && d->shards == 1;
    if (f->file >= 0 && (is_undone || !d->path))
        unlink(o.path);
    if (is_undone && o.has_made_json)
        unlink(o.json);
    f->has_name = d->path && !why;
    if (why && f->file >= 0)
        record_close(f);
    return why;
}

const char *record_join(struct arena *arena, struct record_file *f)
{
    f->file = open(f->path, O_RDWR | O_CLOEXEC);
    return f->file < 0 ? record_cannot(arena, "open", f->path) : NULL;
}

bool record_close(struct record_file *f)
{
    int error = f->has_name && fsync(f->file) != 0 ? errno : 0;
    error = close(f->file) != 0 && !error ? errno : error;
    f->file = -1;
    errno = error;
    return !error;
}
