/* SPDX-License-Identifier: MIT
 *
 * The fixed piece of work that CPU times are given in units of: names are
 * interned in a hash table of 256 KB, a list in 512 KB is followed, and small
 * matrices are factored, about a third of 10 ms each.  This text is the unit:
 * whoever changes it changes what all limits in such units mean.
 */
#include <math.h>
#include <stdint.h>
#include <string.h>

enum { SLOTS = 1 << 15, NAMES = 160000, NAMES_APART = 3 * SLOTS / 4 };
enum { NODES = 1 << 14, VISITS = 38 * NODES };
enum { SIZE = 24, MATRICES = 900 };

struct node {
    struct node *next;
    uint64_t key, count;
    double value;
};

static uint64_t table[SLOTS];
static struct node nodes[NODES];

/* The n-th number: the output of splitmix64 (S. Vigna). */
static uint64_t number(uint64_t n)
{
    uint64_t z = (n + 1) * UINT64_C(0x9e3779b97f4a7c15);
    z = (z ^ (z >> 30)) * UINT64_C(0xbf58476d1ce4e5b9);
    z = (z ^ (z >> 27)) * UINT64_C(0x94d049bb133111eb);
    return z ^ (z >> 31);
}

/* FNV-1a, byte by byte, as names are hashed. */
static uint64_t hash(uint64_t name)
{
    uint64_t h = UINT64_C(0xcbf29ce484222325);
    for (int shift = 0; shift < 64; shift += 8)
        h = (h ^ ((name >> shift) & 0xff)) * UINT64_C(0x100000001b3);
    return h;
}

/* How far from its hash each name lies or is put, all added up: three slots in
 * four are taken at the end. */
static uint64_t intern_names(void)
{
    uint64_t far = 0;
    memset(table, 0, sizeof table);
    for (uint64_t i = 0; i < NAMES; i++) {
        const uint64_t name = number(number(i) % NAMES_APART) | 1;
        uint64_t at = hash(name) % SLOTS;
        for (; table[at] && table[at] != name; at = (at + 1) % SLOTS)
            far++;
        table[at] = name;
    }
    return far;
}

/* One cycle through all nodes in an order that no cache foresees: Sattolo's
 * shuffle. */
static void link_nodes(void)
{
    for (uint64_t i = 0; i < NODES; i++)
        nodes[i] = (struct node){.next = &nodes[i], .key = number(i)};
    for (uint64_t i = NODES - 1; i > 0; i--) {
        struct node *const other = &nodes[number(i) % i];
        struct node *const next = nodes[i].next;
        nodes[i].next = other->next;
        other->next = next;
    }
}

static uint64_t follow_nodes(void)
{
    uint64_t sum = 0;
    struct node *at = nodes;
    link_nodes();
    for (long i = 0; i < VISITS; i++) {
        sum = (sum ^ at->key) + at->count++;
        at = at->next;
    }
    return sum;
}

static void fill(double A[SIZE][SIZE], uint64_t from)
{
    for (int i = 0; i < SIZE; i++)
        for (int j = 0; j < SIZE; j++)
            A[i][j] = (double)(number(from++) >> 11) * 0x1p-53 - 0.5;
}

static int pivot(double A[SIZE][SIZE], int k)
{
    int best = k;
    for (int i = k + 1; i < SIZE; i++)
        if (fabs(A[i][k]) > fabs(A[best][k]))
            best = i;
    return best;
}

/* By Gauss with partial pivots, but for the sign. */
static double determinant(double A[SIZE][SIZE])
{
    double product = 1;
    for (int k = 0; k < SIZE; k++) {
        double row[SIZE];
        const int best = pivot(A, k);
        memcpy(row, A[best], sizeof row);
        memcpy(A[best], A[k], sizeof row);
        product *= row[k];
        for (int i = k + 1; i < SIZE; i++) {
            const double factor = A[i][k] / row[k];
            for (int j = k; j < SIZE; j++)
                A[i][j] -= factor * row[j];
        }
    }
    return product;
}

static uint64_t factor_matrices(void)
{
    double A[SIZE][SIZE], sum = 0;
    uint64_t bits;
    for (uint64_t i = 0; i < MATRICES; i++) {
        fill(A, i * SIZE * SIZE);
        sum += fabs(determinant(A));
    }
    memcpy(&bits, &sum, sizeof bits);
    return bits;
}

uint64_t work_do(void);
uint64_t work_do(void)
{
    return intern_names() ^ follow_nodes() ^ factor_matrices();
}
