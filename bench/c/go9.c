/* The algorithm of engines/boards/go9.py in C, for comparison: same moves, same random numbers. */

#include <stddef.h>
#include <stdint.h>
#include <string.h>

enum { CELLS = 111, EMPTY = 0, BLACK = 1, WHITE = 2, EDGE = 3 };

typedef struct {
    uint8_t colour[CELLS], head[CELLS], next[CELLS], libs[CELLS], where[CELLS], list[81];
    uint8_t count, mover, ko, passes;
} State;

static inline uint64_t below(uint64_t *state, uint64_t n) {
    uint64_t x = *state;
    x ^= x >> 12;
    x ^= x << 25;
    x ^= x >> 27;
    *state = x;
    return (((x * 2685821657736338717ULL) >> 32) * n) >> 32;
}

static inline unsigned air(const State *s, size_t p) {
    return !s->colour[p - 10] + !s->colour[p - 1] + !s->colour[p + 1] + !s->colour[p + 10];
}

static inline void breathe(State *s, size_t p, int change) {
    s->libs[s->head[p - 10]] += change;
    s->libs[s->head[p - 1]] += change;
    s->libs[s->head[p + 1]] += change;
    s->libs[s->head[p + 10]] += change;
}

static inline int saves(const State *s, size_t n, size_t own) {
    unsigned colour = s->colour[n];
    return (colour != EDGE) & ((colour == own) == (s->libs[s->head[n]] != 0));
}

static inline int no_suicide(State *s, size_t p) {
    size_t own = s->mover;
    breathe(s, p, -1);
    int good = saves(s, p - 10, own) | saves(s, p - 1, own) | saves(s, p + 1, own) | saves(s, p + 10, own);
    breathe(s, p, 1);
    return good;
}

static inline int own_eye(const State *s, size_t p) {
    size_t own = s->mover, enemy = own ^ 3;
    unsigned up = s->colour[p + 10], left = s->colour[p - 1];
    unsigned right = s->colour[p + 1], down = s->colour[p - 10];
    if (!(up & left & right & down & own)) return 0;
    int edge = up == EDGE || left == EDGE || right == EDGE || down == EDGE;
    int held = (s->colour[p + 11] == enemy) + (s->colour[p + 9] == enemy) + (s->colour[p - 9] == enemy) +
               (s->colour[p - 11] == enemy);
    return held + edge < 2;
}

static inline void join(State *s, size_t p, size_t n, size_t own) {
    if (s->colour[n] != own || s->head[p] == s->head[n]) return;
    uint8_t head = s->head[n];
    s->libs[head] += s->libs[s->head[p]];
    size_t q = p;
    do {
        s->head[q] = head;
        q = s->next[q];
    } while (q != p);
    uint8_t next = s->next[p];
    s->next[p] = s->next[n];
    s->next[n] = next;
}

static inline void capture(State *s, size_t n, unsigned enemy) {
    if (s->colour[n] != enemy || s->libs[s->head[n]]) return;
    size_t q = n;
    do {
        s->colour[q] = EMPTY;
        s->head[q] = 0;
        breathe(s, q, 1);
        s->list[s->count] = q;
        s->where[q] = s->count++;
        q = s->next[q];
    } while (q != n);
}

static inline void place(State *s, size_t p) {
    size_t own = s->mover, enemy = own ^ 3;
    size_t last = s->list[--s->count], where = s->where[p];
    s->list[where] = last;
    s->where[last] = where;
    s->colour[p] = own;
    s->head[p] = s->next[p] = p;
    s->libs[p] = air(s, p);
    breathe(s, p, -1);
    join(s, p, p - 10, own);
    join(s, p, p - 1, own);
    join(s, p, p + 1, own);
    join(s, p, p + 10, own);
    size_t count = s->count;
    capture(s, p - 10, enemy);
    capture(s, p - 1, enemy);
    capture(s, p + 1, enemy);
    capture(s, p + 10, enemy);
    int ko = s->count == count + 1 && s->next[p] == p && s->libs[p] == 1;
    s->ko = ko ? s->list[count] : 0;
    s->mover = enemy;
    s->passes = 0;
}

static inline unsigned sensible(State *s, uint64_t *state) {
    for (size_t n = s->count; n > 0;) {
        size_t i = below(state, n), p = s->list[i];
        if (p != s->ko && (air(s, p) || (!own_eye(s, p) && no_suicide(s, p)))) return p;
        size_t last = s->list[--n];
        s->list[i] = last;
        s->list[n] = p;
        s->where[last] = i;
        s->where[p] = n;
    }
    return 0;
}

static void run_out(State *s, int64_t left, uint64_t *state) {
    while (s->passes < 2 && left-- > 0) {
        size_t p = sensible(s, state);
        if (p) {
            place(s, p);
        } else {
            s->ko = 0;
            s->mover ^= 3;
            s->passes++;
        }
    }
}

static int area(const State *s) {
    static const int ways[4] = {-10, -1, 1, 10};
    uint8_t seen[CELLS] = {0}, stack[CELLS];
    int margin = 0;
    for (size_t p = 11; p < 100; p++) {
        unsigned colour = s->colour[p];
        if (colour == EMPTY && !seen[p]) {
            int size = 0, top = 1;
            unsigned colours = 0;
            stack[0] = p;
            seen[p] = 1;
            while (top) {
                size_t q = stack[--top];
                size++;
                for (int way = 0; way < 4; way++) {
                    size_t n = q + ways[way], beside = s->colour[n];
                    if (beside == BLACK || beside == WHITE) {
                        colours |= beside;
                    } else if (beside == EMPTY && !seen[n]) {
                        seen[n] = 1;
                        stack[top++] = n;
                    }
                }
            }
            margin += colours == BLACK ? size : colours == WHITE ? -size : 0;
        } else if (colour == BLACK || colour == WHITE) {
            margin += colour == BLACK ? 1 : -1;
        }
    }
    return margin;
}

int64_t playouts(const State *s, int64_t left, int64_t double_komi, int64_t times, uint64_t *state) {
    int64_t total = 0;
    for (int64_t i = 0; i < times; i++) {
        State copy;
        memcpy(&copy, s, sizeof copy);
        run_out(&copy, left, state);
        int64_t margin = 2 * area(&copy) - double_komi;
        total += (margin > 0) - (margin < 0);
    }
    return total;
}
