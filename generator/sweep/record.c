/* SPDX-License-Identifier: MIT
 */
#define _GNU_SOURCE       /* F_OFD_SETLK, fallocate, mkostemp */
#define _FILE_OFFSET_BITS 64

#include "sweep/record.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <unistd.h>

#include "base/arena.h"
#include "base/file.h"
#include "base/text.h"

const char *record_cannot(struct arena *arena, const char *verb,
                          const char *path)
{
    return text_format(arena, "cannot %s %s: %s", verb, path, strerror(errno));
}

/* ---- bytes ---- */

/* All of them, or false with errno set. */
static bool move(int file, char *bytes, size_t length, uint64_t at, bool writes)
{
    while (length > 0) {
        const ssize_t n = writes ? pwrite(file, bytes, length, (off_t)at)
                                 : pread(file, bytes, length, (off_t)at);
        if (n < 0 && errno == EINTR)
            continue;
        if (n == 0) /* a file that was cut off */
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

/* ---- the header ---- */

struct opening {
    struct arena *arena;
    const struct record_demand *demand;
    struct record_file *f;
    struct text header;
    double bytes;   /* that the file is to have */
    bool is_mine;   /* nobody else has made it */
    bool made_json; /* and it is in its place */
};

static struct text put_header(struct opening *o)
{
    const struct record_layout *l = &o->demand->layout;
    const uint16_t one = 1;
    const char *real = *(const char *)&one ? "'<f8'" : "'>f8'";
    struct text t = text_new(o->arena), out = text_new(o->arena);
    text_print(&t, "{'descr': %s", l->samples ? real : "[");
    for (int i = 0; i < l->columns && !l->samples; i++) {
        const int n = l->column[i].numbers;
        text_print(&t, "('%s', %s", l->column[i].name, real);
        text_print(&t,
                   n == 1   ? "), "
                   : n == 9 ? ", (3, 3)), "
                            : ", (%d,)), ",
                   n);
    }
    text_print(&t, "%s, 'fortran_order': False, 'shape': (%ju,",
               l->samples ? "" : "('status', '|u1')]", (uintmax_t)l->cases);
    if (l->samples)
        text_print(&t, " %ju, %zu", (uintmax_t)l->samples, o->f->numbers);
    text_put(&t, "), }");
    /* version 2.0 where 1.0 has two bytes too few for its length */
    const size_t head = t.length + 11 <= 1 << 16 ? 10 : 12;
    const size_t rest = (head + t.length + 64) / 64 * 64 - head;
    text_print(&out, "\x93NUMPY%c", head == 10 ? 1 : 2);
    text_char(&out, '\0');
    for (size_t i = 0; i < head - 8; i++)
        text_char(&out, (char)(rest >> 8 * i));
    text_print(&out, "%s%*s\n", t.chars, (int)(rest - t.length - 1), "");
    return out;
}

/* Is it there?  A beginning of it, and zeros, are as good as nothing. */
static bool read_header(const struct opening *o, size_t size, bool *is_whole)
{
    const size_t length = o->header.length;
    char *there = arena_alloc(o->arena, length);
    size_t same = 0, end;
    if (!move(o->f->file, there, size < length ? size : length, 0, false))
        return false;
    while (same < length && there[same] == o->header.chars[same])
        same++;
    *is_whole = same == length;
    for (end = same; end < length && !there[end];)
        end++;
    return end == length;
}

/* ---- what is there, and what is made ---- */

/* The value of a key, shortened to where it differs. */
static void put_value(struct text *t, const char *line, const char *at)
{
    enum { BEFORE = 20, LONGEST = 50 };
    const char *from = line + strcspn(line, ":\n");
    from += strspn(from, ": ");
    const bool is_late = at - from > LONGEST - BEFORE;
    from = is_late ? at - BEFORE : from;
    size_t length = strcspn(from, "\n");
    length -= length > 0 && from[length - 1] == ',';
    text_put(t, is_late ? "..." : "");
    text_plain(t, from, length > LONGEST ? LONGEST : length);
    text_put(t, length > LONGEST ? "..." : length ? "" : "nothing");
}

static const char *differs(const struct opening *o, const char *old)
{
    const char *now = o->demand->json;
    size_t at = 0, line;
    while (old[at] && old[at] == now[at])
        at++;
    for (line = at; line > 0 && old[line - 1] != '\n';)
        line--;
    const char *key = now + line + strspn(now + line, " ");
    struct text t = text_new(o->arena);
    text_print(&t, "the sweep in %s is another one: ", o->f->path);
    text_plain(&t, key, strcspn(key, ":\n"));
    text_put(&t, " was ");
    put_value(&t, old + line, old + at);
    text_put(&t, ", is ");
    put_value(&t, now + line, now + at);
    return text_chars(&t);
}

/* What it has not yet is zeros: cases that are not done. */
static const char *make(struct opening *o, double has, const char *json)
{
    const int file = o->f->file;
    const char *text = o->demand->json;
    const off_t bytes = o->bytes < 0x1p53 ? (off_t)o->bytes : 0;
    struct statvfs disk;
    if (fstatvfs(file, &disk) != 0)
        return record_cannot(o->arena, "measure the disk of", o->f->path);
    const double room = (double)disk.f_bavail * (double)disk.f_frsize;
    const double need = o->bytes - has + o->demand->beside;
    if ((need > room && disk.f_blocks > 0) || bytes == 0)
        return text_format(o->arena,
                           "%s needs %.0f bytes, and %.0f are free on its disk",
                           o->f->path, need, room);
    o->made_json = json && file_write(json, text, strlen(text), true);
    if (json && !o->made_json)
        return record_cannot(o->arena, "write", json);
    bool ok;
    do
        ok = fallocate(file, 0, 0, bytes) == 0;
    while (!ok && errno == EINTR);
    if (!ok && errno == EOPNOTSUPP)
        ok = ftruncate(file, bytes) == 0;
    if (ok && move(file, o->header.chars, o->header.length, 0, true))
        return NULL;
    return record_cannot(o->arena, "make", o->f->path);
}

/* ---- locks ---- */

/* On bytes far behind all data: of shares, and before these one byte of who
 * looks whether the file is there, and makes it. */
static const off_t MAKER = ((off_t)1 << 62) - 1, SHARES = (off_t)1 << 32;

static bool lock(const struct opening *o, int how, short kind, off_t from,
                 off_t length)
{
    struct flock l = {.l_type = kind, .l_start = from, .l_len = length};
    while (fcntl(o->f->file, how, &l) != 0)
        if (errno != EINTR)
            return false;
    return true;
}

static const char *lock_share(const struct opening *o)
{
    const off_t n = o->demand->shards, i = o->demand->shard;
    const off_t from = n ? SHARES * i / n : 0,
                to = n ? SHARES * (i + 1) / n : 0;
    if (!n || lock(o, F_OFD_SETLK, F_WRLCK, MAKER + 1 + from, to - from))
        return NULL;
    if (errno != EAGAIN && errno != EACCES)
        return record_cannot(o->arena, "lock", o->f->path);
    return text_format(o->arena, "another process works on %s%s",
                       n > 1 ? "this share of " : "", o->f->path);
}

/* ---- opening ---- */

static const char *join_or_make(struct opening *o, const char *json,
                                const struct stat *here)
{
    enum { LONGEST = 1 << 26 };
    const struct record_demand *d = o->demand;
    const char *old = NULL, *why = NULL, *path = o->f->path;
    size_t length;
    bool is_whole = false;
    if (json && !(old = file_read(o->arena, json, LONGEST, &length)) &&
        errno != ENOENT)
        return record_cannot(o->arena, "read", json);
    if (!d->resume && (old || !o->is_mine))
        return text_format(o->arena,
                           "%s is there already: --resume goes on with it; or "
                           "remove it, or give another name",
                           o->is_mine ? json : path);
    if (old && strcmp(old, d->json) != 0)
        return differs(o, old);
    if (json && !old && here->st_size > 0)
        return text_format(o->arena,
                           "%s is there without %s, which says what it is: "
                           "remove it, or give another name",
                           path, json);
    if ((double)here->st_size > o->bytes ||
        !read_header(o, (size_t)here->st_size, &is_whole))
        return text_format(o->arena,
                           "%s is not the file of this sweep: remove it, or "
                           "give another name",
                           path);
    if (!is_whole || (double)here->st_size < o->bytes)
        why = make(o, 512.0 * (double)here->st_blocks, old ? NULL : json);
    return why ? why : lock_share(o);
}

static const char *open_named(struct opening *o, const char *json)
{
    struct record_file *f = o->f;
    struct stat here, named;
    for (;;) { /* who waits for its maker may have one that was removed */
        f->file = open(f->path, O_RDWR | O_CLOEXEC);
        o->is_mine = f->file < 0 && errno == ENOENT;
        if (o->is_mine)
            f->file = open(f->path, O_RDWR | O_CREAT | O_CLOEXEC, 0666);
        if (f->file < 0)
            return record_cannot(o->arena, "open", f->path);
        if (!lock(o, F_OFD_SETLKW, F_WRLCK, MAKER, 1) ||
            fstat(f->file, &here) != 0)
            return record_cannot(o->arena, "lock", f->path);
        if (!S_ISREG(here.st_mode))
            return text_format(o->arena, "%s is not a file", f->path);
        if (stat(f->path, &named) == 0 && named.st_ino == here.st_ino &&
            named.st_dev == here.st_dev)
            break;
        close(f->file);
    }
    o->is_mine &= here.st_size == 0;
    const char *why = join_or_make(o, json, &here);
    if (why && o->is_mine)
        unlink(f->path);
    if (why && o->made_json)
        unlink(json);
    lock(o, F_OFD_SETLK, F_UNLCK, MAKER, 1);
    return why;
}

static const char *open_nameless(struct opening *o)
{
    const char *root = getenv("TMPDIR");
    root = root && *root ? root : "/tmp";
    char *name = text_format(o->arena, "%s/polhode-XXXXXX", root);
    o->f->path = text_format(o->arena, "a file in %s", root);
    o->f->file = mkostemp(name, O_CLOEXEC);
    if (o->f->file < 0)
        return record_cannot(o->arena, "make", o->f->path);
    unlink(name);
    return make(o, 0, NULL);
}

const char *record_open(struct arena *arena, const struct record_demand *d,
                        struct record_file *f)
{
    const struct record_layout *l = &d->layout;
    struct opening o = {.arena = arena, .demand = d, .f = f};
    *f = (struct record_file){.file = -1, .path = d->path, .cases = l->cases};
    f->has_name = d->path != NULL;
    for (int i = 0; i < l->columns; i++)
        f->numbers += (size_t)l->column[i].numbers;
    f->size = sizeof(double) * f->numbers;
    f->size = l->samples ? f->size * l->samples : f->size + 1;
    o.header = put_header(&o);
    f->begin = o.header.length;
    o.bytes = (double)f->begin + (double)f->cases * (double)f->size;
    const char *json = NULL;
    if (d->json && d->path)
        json =
            text_format(arena, "%.*sjson", (int)strlen(d->path) - 3, d->path);
    const char *why = d->path ? open_named(&o, json) : open_nameless(&o);
    if (why && f->file >= 0) {
        close(f->file);
        f->file = -1;
    }
    return why;
}

bool record_close(struct record_file *f)
{
    int error = f->has_name && fsync(f->file) != 0 ? errno : 0;
    if (close(f->file) != 0 && !error)
        error = errno;
    f->file = -1;
    errno = error;
    return !error;
}
