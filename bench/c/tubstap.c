/* The playout of engines/boards/tubstap.py in C: the same arrays, the same algorithm, the same random numbers. */

#include <stdbool.h>
#include <stdint.h>
#include <string.h>

typedef uint64_t u64;

enum { LIMIT, THRESHOLD, HEIGHT, COUNT, KIND };
enum { STEPS, TRAVEL, NEAR, FAR, POWER, KIND_SIZE = 10, GROUND = 64 };
enum { PLY, GIVEN_UP, IDLE, ALIVE, ROWS = 5 };
enum { HP, X, Y, ACTED, UNIT_SIZE };
enum { RUNNING, FIRST, SECOND, DRAW };
enum { END = 0xFFFF, SURRENDER = 0xFFFE };

static inline u64 bits(u64 word) { return (u64)__builtin_popcountll(word); }

static inline u64 smaller(u64 a, u64 b) { return a < b ? a : b; }

static inline u64 apart(u64 a, u64 b) { return a < b ? b - a : a - b; }

static u64 below(u64 *random, u64 n) {
    u64 x = *random;
    x ^= x >> 12;
    x ^= x << 25;
    x ^= x >> 27;
    *random = x;
    return (((x * 2685821657736338717ULL) >> 32) * n) >> 32;
}

static u64 place(u64 word, u64 n) {
    while (n--) word &= word - 1;
    return (u64)__builtin_ctzll(word);
}

static inline u64 unit_at(const u64 *field, u64 unit) { return ROWS + 2 * field[HEIGHT] + unit * UNIT_SIZE; }

static inline u64 kind_of(const u64 *field, u64 unit) { return field[GROUND + 6 * field[HEIGHT] + 2 * unit]; }

static inline u64 kind_at(const u64 *field, u64 unit) { return KIND + KIND_SIZE * kind_of(field, unit); }

static inline u64 team_of(const u64 *field, u64 unit) { return field[GROUND + 6 * field[HEIGHT] + 2 * unit + 1]; }

static inline bool may_act(const u64 *field, const u64 *state, u64 unit) {
    u64 at = unit_at(field, unit);
    return state[at + HP] > 0 && state[at + ACTED] == 0 && team_of(field, unit) == (state[PLY] & 1);
}

static u64 judged(const u64 *field, const u64 *state) {
    u64 hp[2] = {0, 0};
    for (u64 unit = 0; unit < field[COUNT]; unit++) hp[team_of(field, unit)] += state[unit_at(field, unit) + HP];
    if (hp[0] > hp[1] + field[THRESHOLD]) return FIRST;
    return hp[1] > hp[0] + field[THRESHOLD] ? SECOND : DRAW;
}

static u64 result(const u64 *field, const u64 *state) {
    if (state[ALIVE] == 0) return SECOND;
    if (state[ALIVE + 1] == 0) return FIRST;
    if (state[GIVEN_UP] == 1) return FIRST + (state[PLY] & 1);
    return state[PLY] < field[LIMIT] ? RUNNING : judged(field, state);
}

static void next_turn(const u64 *field, u64 *state) {
    do {
        u64 mover = state[PLY] & 1, idle = 0;
        for (u64 unit = 0; unit < field[COUNT]; unit++) {
            u64 at = unit_at(field, unit);
            if (team_of(field, unit) == mover) state[at + ACTED] = 0;
            else if (state[at + HP] > 0 && state[at + ACTED] == 0) idle++;
        }
        state[PLY]++;
        state[IDLE] = idle;
    } while (state[IDLE] == 0 && result(field, state) == RUNNING);
}

static u64 hit(const u64 *field, const u64 *state, u64 attacker, u64 defender) {
    u64 ours = unit_at(field, attacker), theirs = unit_at(field, defender);
    u64 ground = GROUND + 6 * field[HEIGHT] + 2 * field[COUNT] + 64 * state[theirs + Y] + state[theirs + X];
    u64 stars = field[kind_at(field, defender) + TRAVEL] == 0 ? 0 : field[ground];
    u64 power = field[kind_at(field, attacker) + POWER + kind_of(field, defender)];
    return smaller((power * state[ours + HP] + 70) / (100 + stars * state[theirs + HP]), state[theirs + HP]);
}

static void wound(const u64 *field, u64 *state, u64 unit, u64 loss) {
    u64 at = unit_at(field, unit), team = team_of(field, unit);
    state[at + HP] -= loss;
    if (state[at + HP] == 0) {
        state[ALIVE + team]--;
        state[ROWS + team * field[HEIGHT] + state[at + Y]] ^= 1ULL << state[at + X];
        state[at + X] = state[at + Y] = state[at + ACTED] = 0;
    }
}

static void fight(const u64 *field, u64 *state, u64 unit, u64 target) {
    wound(field, state, target, hit(field, state, unit, target));
    bool direct = field[kind_at(field, unit) + FAR] == 1 && field[kind_at(field, target) + FAR] == 1;
    if (direct && state[unit_at(field, target) + HP] > 0) wound(field, state, unit, hit(field, state, target, unit));
}

static void play(const u64 *field, u64 *state, u64 move) {
    if (move >= SURRENDER && move <= END) {
        if (move == SURRENDER) state[GIVEN_UP] = 1;
        next_turn(field, state);
        return;
    }
    u64 unit = move & 255, x = (move >> 8) & 255, y = (move >> 16) & 255, target = move >> 24;
    u64 at = unit_at(field, unit), rows = ROWS + team_of(field, unit) * field[HEIGHT];
    state[rows + state[at + Y]] ^= 1ULL << state[at + X];
    state[rows + y] ^= 1ULL << x;
    state[at + X] = x;
    state[at + Y] = y;
    state[at + ACTED] = 1;
    state[IDLE]--;
    if (target) fight(field, state, unit, target - 1);
    if (state[IDLE] == 0 || state[ALIVE] == 0 || state[ALIVE + 1] == 0) next_turn(field, state);
}

static inline u64 first_row(u64 row, u64 steps) { return row > steps ? row - steps : 1; }

static inline u64 last_row(u64 height, u64 row, u64 steps) { return smaller(row + steps + 1, height - 1); }

static void spread(const u64 *restrict field, const u64 *restrict state, u64 *restrict scratch, u64 unit) {
    u64 height = field[HEIGHT], at = unit_at(field, unit), kind = kind_at(field, unit), row = state[at + Y];
    u64 *reach = scratch + unit * height, *late = scratch + field[COUNT] * height;
    const u64 *light = field + GROUND + 2 * field[kind + TRAVEL] * height, *heavy = light + height;
    const u64 *enemies = state + ROWS + (team_of(field, unit) ^ 1) * height;
    memset(reach, 0, height * sizeof(u64));
    memset(late, 0, height * sizeof(u64));
    reach[row] = 1ULL << state[at + X];
    for (u64 step = 1; step <= field[kind + STEPS]; step++) {
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

static void prepare(const u64 *restrict field, const u64 *restrict state, u64 *restrict scratch) {
    u64 height = field[HEIGHT];
    for (u64 unit = 0; unit < field[COUNT]; unit++)
        if (may_act(field, state, unit)) spread(field, state, scratch, unit);
    u64 *aims = scratch + (field[COUNT] + 1) * height;
    const u64 *enemies = state + ROWS + ((state[PLY] & 1) ^ 1) * height;
    for (u64 y = 1; y < height - 1; y++) {
        aims[y] = enemies[y] << 1;
        aims[height + y] = enemies[y] >> 1;
        aims[2 * height + y] = enemies[y - 1];
        aims[3 * height + y] = enemies[y + 1];
    }
}

static inline u64 free_row(const u64 *field, const u64 *state, const u64 *scratch, u64 unit, u64 y) {
    u64 height = field[HEIGHT], at = unit_at(field, unit);
    u64 open = scratch[unit * height + y] & ~(state[ROWS + y] | state[ROWS + height + y]);
    return y == state[at + Y] ? open | 1ULL << state[at + X] : open;
}

static inline u64 around(u64 x, u64 steps) {
    u64 bar = (2ULL << (2 * steps)) - 1;
    return x > steps ? bar << (x - steps) : bar >> (steps - x);
}

static inline u64 ring_row(const u64 *field, const u64 *state, u64 unit, u64 y) {
    u64 at = unit_at(field, unit), kind = kind_at(field, unit), x = state[at + X];
    u64 near = field[kind + NEAR], far = field[kind + FAR], away = apart(y, state[at + Y]);
    if (away > far) return 0;
    u64 ring = around(x, far - away);
    if (away < near) ring ^= around(x, near - 1 - away);
    return ring & state[ROWS + (team_of(field, unit) ^ 1) * field[HEIGHT] + y];
}

static u64 count(const u64 *restrict field, const u64 *restrict state, u64 *restrict scratch) {
    u64 height = field[HEIGHT], units = field[COUNT], total = 0;
    const u64 *left = scratch + (units + 1) * height, *right = left + height;
    const u64 *above = right + height, *under = above + height;
    u64 *counts = scratch + (units + 5) * height;
    for (u64 unit = 0; unit < units; unit++) {
        if (!may_act(field, state, unit)) continue;
        u64 kind = kind_at(field, unit), row = state[unit_at(field, unit) + Y], sum = 0;
        u64 first = first_row(row, field[kind + STEPS]), last = last_row(height, row, field[kind + STEPS]);
        bool direct = field[kind + FAR] == 1;
        for (u64 y = first; y < last; y++) {
            u64 open = free_row(field, state, scratch, unit, y);
            sum += bits(open);
            if (direct)
                sum += bits(open & left[y]) + bits(open & right[y]) + bits(open & above[y]) + bits(open & under[y]);
            else
                sum += bits(ring_row(field, state, unit, y));
        }
        counts[unit] = sum;
        total += sum;
    }
    return total;
}

static u64 who(const u64 *field, const u64 *state, u64 x, u64 y) {
    for (u64 unit = 0; unit < field[COUNT]; unit++) {
        const u64 *at = state + unit_at(field, unit);
        if (at[HP] > 0 && at[X] == x && at[Y] == y) return unit;
    }
    return 255;
}

static u64 attack(const u64 *field, const u64 *state, u64 unit, u64 x, u64 y, u64 way) {
    u64 target = way < 2 ? who(field, state, way == 0 ? x - 1 : x + 1, y)
                         : who(field, state, x, way == 2 ? y - 1 : y + 1);
    return unit | x << 8 | y << 16 | (target + 1) << 24;
}

static u64 pick(const u64 *field, const u64 *state, const u64 *scratch, u64 unit, u64 n) {
    u64 height = field[HEIGHT], kind = kind_at(field, unit), at = unit_at(field, unit), row = state[at + Y];
    u64 last = last_row(height, row, field[kind + STEPS]);
    const u64 *aims = scratch + (field[COUNT] + 1) * height;
    for (u64 y = first_row(row, field[kind + STEPS]); y < last; y++) {
        u64 open = free_row(field, state, scratch, unit, y);
        if (n < bits(open)) return unit | place(open, n) << 8 | y << 16;
        n -= bits(open);
        if (field[kind + FAR] > 1) {
            u64 aim = ring_row(field, state, unit, y);
            if (n < bits(aim))
                return unit | state[at + X] << 8 | row << 16 | (who(field, state, place(aim, n), y) + 1) << 24;
            n -= bits(aim);
            continue;
        }
        for (u64 way = 0; way < 4; way++) {
            u64 beside = open & aims[way * height + y];
            if (n < bits(beside)) return attack(field, state, unit, place(beside, n), y, way);
            n -= bits(beside);
        }
    }
    return END;
}

static u64 choose(const u64 *field, const u64 *state, u64 *scratch, u64 *random) {
    const u64 *counts = scratch + (field[COUNT] + 5) * field[HEIGHT];
    u64 n = below(random, count(field, state, scratch));
    for (u64 unit = 0; unit < field[COUNT]; unit++) {
        if (!may_act(field, state, unit)) continue;
        if (n < counts[unit]) return pick(field, state, scratch, unit, n);
        n -= counts[unit];
    }
    return END;
}

static u64 playout(const u64 *field, u64 *state, u64 *scratch, u64 *random) {
    u64 ply = ~0ULL, enemies = 0;
    for (;;) {
        u64 ending = result(field, state);
        if (ending != RUNNING) return ending;
        u64 other = state[ALIVE + ((state[PLY] & 1) ^ 1)];
        if (state[PLY] != ply || other != enemies) {
            prepare(field, state, scratch);
            ply = state[PLY];
            enemies = other;
        }
        play(field, state, choose(field, state, scratch, random));
    }
}

void playouts(const u64 *field, const u64 *start, u64 *state, u64 size, u64 *scratch, u64 *random, u64 games, u64 *tally) {
    for (u64 game = 0; game < games; game++) {
        memcpy(state, start, size * sizeof(u64));
        tally[playout(field, state, scratch, random)]++;
        tally[0] += state[PLY];
    }
}
