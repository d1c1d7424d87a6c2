/* Sangoku's random playout in C: the algorithm of engines/boards/sangoku.py, to be timed against it. */

#include <stdint.h>
#include <string.h>

typedef uint64_t u64;

enum { SPOT = 0, HP = 6, ATTACK = 12, DEFENCE = 18, INTELLECT = 24, SKILL = 30, DONE = 36 };
enum { TURN = 42, SIDE, BY, AT, SIZE };
enum { NOBODY = 6, SLOTS = 10, END = 9, TURNS = 10 };
enum { DASH = 1, FIRE, BOLD, RAM, CONFUSE };
enum { MOVED = 1, ACTED = 2, CONFUSED = 4 };

static const u64 BOARD = 0x3f * (1ull | 1ull << 7 | 1ull << 14 | 1ull << 21 | 1ull << 28 | 1ull << 35 | 1ull << 42);

static inline u64 below(u64 *state, u64 n) {
    u64 x = *state;
    x ^= x >> 12;
    x ^= x << 25;
    x ^= x >> 27;
    *state = x;
    return (((x * 2685821657736338717ull) >> 32) * n) >> 32;
}

static inline u64 count(u64 bits) { return (u64)__builtin_popcountll(bits); }

static inline u64 beside(u64 bits) { return (bits << 1 | bits >> 1 | bits << 7 | bits >> 7) & BOARD; }

static inline u64 reach(u64 spot, u64 open, u64 held, int dash) {
    u64 reached = spot | (beside(spot) & open);
    reached |= beside(reached & ~held) & open;
    reached |= beside(reached & ~held) & open;
    reached |= beside(reached & ~held) & open;
    if (dash) reached |= beside(reached & ~held) & open;
    return reached;
}

static inline u64 rammable(u64 spot, u64 enemy, u64 free) {
    u64 right = (spot << 1) & (free >> 1), left = (spot >> 1) & (free << 1);
    u64 up = (spot << 7) & (free >> 7), down = (spot >> 7) & (free << 7);
    return (right | left | up | down) & enemy;
}

static inline u64 behind(u64 spot, u64 target) {
    if (target == spot << 1) return target << 1;
    if (target == spot >> 1) return target >> 1;
    return target > spot ? target << 7 : target >> 7;
}

static inline u64 side(const u64 *s, u64 first) { return s[SPOT + first] | s[SPOT + first + 1] | s[SPOT + first + 2]; }

static inline u64 steady(const u64 *s, u64 first) {
    u64 bits = 0;
    for (u64 piece = first; piece < first + 3; piece++)
        if (!(s[DONE + piece] & CONFUSED)) bits |= s[SPOT + piece];
    return bits;
}

static inline u64 usable(const u64 *s, u64 piece, u64 enemy, u64 free) {
    u64 skill = s[SKILL + piece], spot = s[SPOT + piece];
    if (skill == RAM) return rammable(spot, enemy, free);
    if (skill == CONFUSE)
        enemy = steady(s, 3 - s[SIDE]);
    else if (skill != FIRE)
        return 0;
    u64 near = beside(spot);
    return (near | beside(near)) & enemy;
}

static inline u64 options(const u64 *s, u64 *masks) {
    u64 own = s[SIDE], enemy = side(s, 3 - own);
    u64 held = beside(enemy), free = BOARD & ~(enemy | side(s, own)), total = 0;
    for (u64 i = 0; i < 3; i++) {
        u64 piece = own + i, spot = s[SPOT + piece], done = s[DONE + piece];
        u64 go = 0, hit = 0, use = 0;
        if (spot && !(done & CONFUSED)) {
            if (!(done & MOVED)) go = reach(spot, ~enemy, held, s[SKILL + piece] == DASH) & free;
            if (!(done & ACTED)) {
                hit = beside(spot) & enemy;
                use = usable(s, piece, enemy, free);
            }
        }
        masks[i] = go, masks[i + 3] = hit, masks[i + 6] = use;
        total += count(go) + count(hit) + count(use);
    }
    return total;
}

static inline void hurt(u64 *s, u64 piece, u64 damage) {
    if (damage < s[HP + piece])
        s[HP + piece] -= damage;
    else
        s[HP + piece] = s[SPOT + piece] = s[DONE + piece] = 0;
}

static inline void strike(u64 *s, u64 piece, u64 target, int ram) {
    u64 spot = s[SPOT + piece], at = s[SPOT + target];
    u64 damage = 600 * s[ATTACK + piece] / (s[ATTACK + piece] + s[DEFENCE + target]);
    if (s[SKILL + piece] == BOLD) damage = damage * 102 / 100;
    hurt(s, piece, damage / 3);
    hurt(s, target, damage);
    if (ram && s[HP + target]) s[SPOT + target] = behind(spot, at);
}

static inline void end(u64 *s) {
    u64 own = s[SIDE];
    for (u64 piece = own; piece < own + 3; piece++) s[DONE + piece] = 0;
    s[SIDE] = 3 - own;
    if (own) s[TURN]++;
}

static inline void act(u64 *s, u64 piece, int use, u64 square) {
    u64 target = 3 - s[SIDE];
    while (s[SPOT + target] != square) target++;
    s[DONE + piece] |= ACTED;
    u64 skill = use ? s[SKILL + piece] : 0;
    if (skill == CONFUSE)
        s[BY] = piece, s[AT] = target;
    else if (skill == FIRE)
        hurt(s, target, 300 * s[INTELLECT + piece] / (s[INTELLECT + piece] + s[INTELLECT + target]));
    else
        strike(s, piece, target, skill == RAM);
}

static inline void play(u64 *s, u64 slot, u64 square) {
    if (slot == END) {
        end(s);
    } else if (slot < 3) {
        s[SPOT + s[SIDE] + slot] = square;
        s[DONE + s[SIDE] + slot] |= MOVED;
    } else {
        act(s, s[SIDE] + slot % 3, slot >= 6, square);
    }
}

static inline int over(const u64 *s) { return s[TURN] > TURNS || !side(s, 0) || !side(s, 3); }

static inline int result(const u64 *s) {
    u64 first = s[HP] + s[HP + 1] + s[HP + 2], second = s[HP + 3] + s[HP + 4] + s[HP + 5];
    return (first > second) - (first < second);
}

static inline void deal(u64 *s, u64 *random) {
    static const u64 numbers[] = {ATTACK, DEFENCE, INTELLECT};
    for (u64 piece = 0; piece < 6; piece++) {
        for (int i = 0; i < 3; i++)
            if (!s[numbers[i] + piece]) s[numbers[i] + piece] = below(random, 100) + 1;
        if (!s[SKILL + piece]) s[SKILL + piece] = below(random, 5) + 1;
    }
}

static inline void roll(u64 *s, u64 *random) {
    u64 own = s[INTELLECT + s[BY]], enemy = s[INTELLECT + s[AT]];
    if (below(random, own + enemy) < own) s[DONE + s[AT]] |= CONFUSED;
    s[BY] = s[AT] = NOBODY;
}

static inline void play_nth(u64 *s, const u64 *masks, u64 n) {
    u64 slot = 0;
    for (u64 here; slot < END && n >= (here = count(masks[slot])); slot++) n -= here;
    u64 bits = masks[slot];
    while (n--) bits &= bits - 1;
    play(s, slot, bits & ~(bits - 1));
}

static int playout(const u64 *state, u64 *random) {
    u64 s[SIZE], masks[SLOTS] = {0};
    memcpy(s, state, sizeof s);
    deal(s, random);
    while (!over(s)) {
        if (s[BY] != NOBODY) roll(s, random);
        u64 moves = options(s, masks);
        play_nth(s, masks, below(random, moves + 1));
    }
    return result(s);
}

/* Adds up wins of the first player, of the second, and draws. */
void playouts(const u64 *state, u64 *random, int64_t times, int64_t *results) {
    for (int64_t i = 0; i < times; i++) {
        int won = playout(state, random);
        results[won > 0 ? 0 : won < 0 ? 1 : 2]++;
    }
}
