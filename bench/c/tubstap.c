/* The playout of engines/boards/tubstap.py in C: the same array, the same algorithm, the same random numbers. */

#include <stdbool.h>
#include <stdint.h>
#include <string.h>

typedef uint64_t u64;

enum { RUNNING, FIRST, SECOND, DRAW };
enum { PLY, RESULT, DONE, LIVING, LIMIT = 5, THRESHOLD, HEIGHT, COUNT, FIELD, WORK, ROWS };
enum { HP, X, Y, KIND, TEAM, UNIT_SIZE };
enum { STEPS, TRAVEL, NEAR, FAR, POWER, KIND_SIZE = 10, GROUND = 60 };
enum { END = 0xFFFF };

static inline u64 bits(u64 word) { return (u64)__builtin_popcountll(word); }

static inline u64 smaller(u64 a, u64 b) { return a < b ? a : b; }

static u64 below(u64 *random, u64 n) {
    u64 x = *random;
    x ^= x >> 12;
    x ^= x << 25;
    x ^= x >> 27;
    *random = x;
    return (((x * 2685821657736338717ULL) >> 32) * n) >> 32;
}

static inline u64 lowest(u64 word) { return (u64)__builtin_ctzll(word); }

static inline u64 place(u64 word, u64 n) {
    while (n--) word &= word - 1;
    return lowest(word);
}

static inline u64 *unit_at(u64 *board, u64 unit) { return board + ROWS + 2 * board[HEIGHT] + unit * UNIT_SIZE; }

static inline const u64 *kind_at(const u64 *board, const u64 *unit) {
    return board + board[FIELD] + KIND_SIZE * unit[KIND];
}

static inline u64 ready(const u64 *board) { return board[LIVING + (board[PLY] & 1)] & ~board[DONE]; }

static u64 judged(u64 *board) {
    u64 hp[2] = {0, 0};
    for (u64 i = 0; i < board[COUNT]; i++) {
        const u64 *unit = unit_at(board, i);
        hp[unit[TEAM]] += unit[HP];
    }
    if (hp[0] > hp[1] + board[THRESHOLD]) return FIRST;
    return hp[1] > hp[0] + board[THRESHOLD] ? SECOND : DRAW;
}

static void end_turn(u64 *board) {
    board[DONE] &= ~board[LIVING + (board[PLY] & 1)];
    board[PLY]++;
    if (board[LIVING] == 0) board[RESULT] = SECOND;
    else if (board[LIVING + 1] == 0) board[RESULT] = FIRST;
    else if (board[PLY] >= board[LIMIT]) board[RESULT] = judged(board);
}

static inline bool stuck(const u64 *board) {
    return (ready(board) == 0 || board[LIVING] == 0 || board[LIVING + 1] == 0) && board[RESULT] == RUNNING;
}

static void settle(u64 *board) {
    if (stuck(board)) end_turn(board);
    if (stuck(board)) end_turn(board);
}

static u64 hit(const u64 *board, const u64 *attacker, const u64 *defender) {
    u64 height = board[HEIGHT], stars = 0;
    if (kind_at(board, defender)[TRAVEL] > 0) {
        const u64 *row = board + board[FIELD] + GROUND + 6 * height + defender[Y];
        for (u64 plane = 0; plane < 3; plane++) stars += ((row[plane * height] >> defender[X]) & 1) << plane;
    }
    u64 power = kind_at(board, attacker)[POWER + defender[KIND]];
    return smaller((power * attacker[HP] + 70) / (100 + stars * defender[HP]), defender[HP]);
}

static void wound(u64 *board, u64 i, u64 loss) {
    u64 *unit = unit_at(board, i);
    unit[HP] -= loss;
    if (unit[HP] > 0) return;
    board[LIVING + unit[TEAM]] ^= 1ULL << i;
    board[DONE] &= ~(1ULL << i);
    board[ROWS + unit[TEAM] * board[HEIGHT] + unit[Y]] ^= 1ULL << unit[X];
    unit[X] = unit[Y] = 0;
}

static void fight(u64 *board, u64 unit, u64 target) {
    const u64 *ours = unit_at(board, unit), *theirs = unit_at(board, target);
    wound(board, target, hit(board, ours, theirs));
    bool direct = kind_at(board, ours)[FAR] == 1 && kind_at(board, theirs)[FAR] == 1;
    if (direct && theirs[HP] > 0) wound(board, unit, hit(board, theirs, ours));
}

/* Only actions: a playout gives up neither turn nor game. */
static void act(u64 *board, u64 move) {
    u64 i = move & 255, x = (move >> 8) & 255, y = (move >> 16) & 255, target = move >> 24;
    u64 *unit = unit_at(board, i), *rows = board + ROWS + unit[TEAM] * board[HEIGHT];
    rows[unit[Y]] ^= 1ULL << unit[X];
    rows[y] ^= 1ULL << x;
    unit[X] = x;
    unit[Y] = y;
    board[DONE] |= 1ULL << i;
    if (target) fight(board, i, target - 1);
    settle(board);
}

static inline u64 first_row(u64 row, u64 steps) { return row > steps ? row - steps : 1; }

static inline u64 last_row(u64 height, u64 row, u64 steps) { return smaller(row + steps + 1, height - 1); }

static void spread(u64 *restrict reach, u64 *restrict late, const u64 *restrict light, const u64 *restrict enemies,
                   u64 height, u64 x, u64 row, u64 steps) {
    const u64 *restrict heavy = light + height;
    memset(reach, 0, height * sizeof(u64));
    memset(late, 0, height * sizeof(u64));
    reach[row] = 1ULL << x;
    for (u64 step = 1; step <= steps; step++) {
        u64 first = first_row(row, step), last = last_row(height, row, step);
        u64 above = reach[first - 1], here = reach[first];
        for (u64 y = first; y < last; y++) {
            u64 under = reach[y + 1], wave = (here << 1) | (here >> 1) | above | under;
            reach[y] = here | (((wave & light[y]) | (late[y] & heavy[y])) & ~enemies[y]);
            late[y] = wave;
            above = here;
            here = under;
        }
    }
}

static void prepare(u64 *board) {
    u64 height = board[HEIGHT], *late = board + board[WORK] + board[COUNT] * height;
    const u64 *enemies = board + ROWS + ((board[PLY] & 1) ^ 1) * height;
    for (u64 left = ready(board); left; left &= left - 1) {
        u64 i = lowest(left);
        const u64 *unit = unit_at(board, i), *kind = kind_at(board, unit);
        const u64 *light = board + board[FIELD] + GROUND + 2 * kind[TRAVEL] * height;
        spread(board + board[WORK] + i * height, late, light, enemies, height, unit[X], unit[Y], kind[STEPS]);
    }
    for (u64 y = 1; y < height - 1; y++) {
        late[height + y] = enemies[y] << 1;
        late[2 * height + y] = enemies[y] >> 1;
        late[3 * height + y] = enemies[y - 1];
        late[4 * height + y] = enemies[y + 1];
    }
}

static inline u64 free_row(const u64 *board, const u64 *unit, const u64 *reach, u64 y) {
    u64 open = reach[y] & ~(board[ROWS + y] | board[ROWS + board[HEIGHT] + y]);
    return y == unit[Y] ? open | 1ULL << unit[X] : open;
}

static inline u64 around(u64 x, u64 steps) {
    u64 bar = (2ULL << (2 * steps)) - 1;
    return x > steps ? bar << (x - steps) : bar >> (steps - x);
}

static inline u64 ring_row(const u64 *board, const u64 *unit, u64 y) {
    const u64 *kind = kind_at(board, unit);
    u64 away = y > unit[Y] ? y - unit[Y] : unit[Y] - y;
    if (away > kind[FAR]) return 0;
    u64 ring = around(unit[X], kind[FAR] - away);
    if (away < kind[NEAR]) ring ^= around(unit[X], kind[NEAR] - 1 - away);
    return ring & board[ROWS + (unit[TEAM] ^ 1) * board[HEIGHT] + y];
}

static u64 count(u64 *board) {
    u64 height = board[HEIGHT], units = board[COUNT], total = 0;
    const u64 *left = board + board[WORK] + (units + 1) * height, *right = left + height;
    const u64 *above = right + height, *under = above + height;
    u64 *counts = board + board[WORK] + (units + 5) * height;
    for (u64 waiting = ready(board); waiting; waiting &= waiting - 1) {
        u64 i = lowest(waiting), own = 0;
        const u64 *unit = unit_at(board, i), *kind = kind_at(board, unit), *reach = board + board[WORK] + i * height;
        u64 first = first_row(unit[Y], kind[STEPS]), last = last_row(height, unit[Y], kind[STEPS]);
        bool direct = kind[FAR] == 1;
        for (u64 y = first; y < last; y++) {
            u64 open = free_row(board, unit, reach, y);
            own += bits(open);
            if (direct)
                own += bits(open & left[y]) + bits(open & right[y]) + bits(open & above[y]) + bits(open & under[y]);
            else
                own += bits(ring_row(board, unit, y));
        }
        counts[i] = own;
        total += own;
    }
    return total;
}

static u64 aimed(u64 *board, u64 move, u64 x, u64 y) {
    for (u64 left = board[LIVING + ((board[PLY] & 1) ^ 1)];; left &= left - 1) {
        const u64 *unit = unit_at(board, lowest(left));
        if (unit[X] == x && unit[Y] == y) return move | (lowest(left) + 1) << 24;
    }
}

static u64 attack(u64 *board, u64 unit, u64 x, u64 y, u64 way) {
    u64 move = unit | x << 8 | y << 16;
    if (way < 2) return aimed(board, move, way == 0 ? x - 1 : x + 1, y);
    return aimed(board, move, x, way == 2 ? y - 1 : y + 1);
}

static u64 pick(u64 *board, u64 n) {
    u64 height = board[HEIGHT], left = ready(board);
    const u64 *counts = board + board[WORK] + (board[COUNT] + 5) * height, *aims = counts - 4 * height;
    for (; n >= counts[lowest(left)]; left &= left - 1) n -= counts[lowest(left)];
    u64 i = lowest(left);
    const u64 *unit = unit_at(board, i), *kind = kind_at(board, unit), *reach = board + board[WORK] + i * height;
    u64 last = last_row(height, unit[Y], kind[STEPS]);
    for (u64 y = first_row(unit[Y], kind[STEPS]); y < last; y++) {
        u64 open = free_row(board, unit, reach, y);
        if (n < bits(open)) return i | place(open, n) << 8 | y << 16;
        n -= bits(open);
        if (kind[FAR] > 1) {
            u64 ring = ring_row(board, unit, y);
            if (n < bits(ring)) return aimed(board, i | unit[X] << 8 | unit[Y] << 16, place(ring, n), y);
            n -= bits(ring);
            continue;
        }
        for (u64 way = 0; way < 4; way++) {
            u64 beside = open & aims[way * height + y];
            if (n < bits(beside)) return attack(board, i, place(beside, n), y, way);
            n -= bits(beside);
        }
    }
    return END;
}

static u64 playout(u64 *board, u64 *random) {
    u64 ply = ~0ULL, enemies = 0;
    while (board[RESULT] == RUNNING) {
        u64 other = board[LIVING + ((board[PLY] & 1) ^ 1)];
        if (board[PLY] != ply || other != enemies) {
            prepare(board);
            ply = board[PLY];
            enemies = other;
        }
        act(board, pick(board, below(random, count(board))));
    }
    return board[RESULT];
}

void playouts(const u64 *start, u64 *board, u64 *random, u64 games, u64 *tally) {
    for (u64 game = 0; game < games; game++) {
        memcpy(board, start, start[FIELD] * sizeof(u64));
        tally[playout(board, random)]++;
        tally[0] += board[PLY];
    }
}
