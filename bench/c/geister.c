/* Random Geister games on 8x8 bitboards: the algorithm and the random source of engines/boards/geister.py. */
#include <stdint.h>
#ifdef __BMI2__
#include <immintrin.h>
#endif

typedef uint64_t u64;

#define BOARD 0x007E7E7E7E7E7E00ull
#define FIRST_EXITS 0x0000000000008142ull
#define SECOND_EXITS 0x4281000000000000ull
#define LAST_PLY 302

enum { UP = 56, DOWN = 8, LEFT = 63, RIGHT = 1 };
enum { RUNNING = 2 };

static inline u64 below(u64 *state, u64 n)
{
    u64 x = *state;
    x ^= x >> 12;
    x ^= x << 25;
    x ^= x >> 27;
    *state = x;
    return (((x * 2685821657736338717ull) >> 32) * n) >> 32;
}

static inline u64 count(u64 bits) { return __builtin_popcountll(bits); }

static inline u64 turned(u64 bits, u64 turn) { return bits << turn | bits >> (64 - turn); }

static inline u64 movers(u64 blue, u64 red, u64 exits, u64 turn)
{
    u64 free = BOARD & ~(blue | red), back = 64 - turn;
    return ((blue | red) & turned(free, back)) | (blue & turned(exits, back));
}

static inline u64 rest(u64 bits) { return bits & (bits - 1); }

static inline u64 nth(u64 bits, u64 n)
{
#ifdef __BMI2__ /* one instruction, which gcc does not find by itself */
    return _pdep_u64(1ull << n, bits);
#else
    bits = n & 1 ? rest(bits) : bits;
    bits = n & 2 ? rest(rest(bits)) : bits;
    bits = n & 4 ? rest(rest(rest(rest(bits)))) : bits;
    return bits & ~(bits - 1);
#endif
}

static inline u64 moved(u64 bits, u64 piece, u64 turn) { return (bits & ~piece) | turned(bits & piece, turn); }

static inline u64 pick(u64 blue, u64 red, u64 exits, u64 *random, u64 *turn)
{
    u64 up = movers(blue, red, exits, UP), down = movers(blue, red, exits, DOWN);
    u64 left = movers(blue, red, exits, LEFT), right = movers(blue, red, exits, RIGHT);
    u64 ups = count(up), downs = ups + count(down), lefts = downs + count(left);
    u64 n = below(random, lefts + count(right));
    u64 bits = up, before = 0, way = UP;
    if (n >= ups) { bits = down; way = DOWN; before = ups; }
    if (n >= downs) { bits = left; way = LEFT; before = downs; }
    if (n >= lefts) { bits = right; way = RIGHT; before = lefts; }
    *turn = way;
    return nth(bits, n - before);
}

static int run(u64 blue, u64 red, u64 foe_blue, u64 foe_red, u64 exits, u64 plies, u64 *random)
{
    u64 foe_exits = exits ^ FIRST_EXITS ^ SECOND_EXITS, turn, own;
    int sign = 1;
    while (plies--) {
        u64 piece = pick(blue, red, exits, random, &turn), target = turned(piece, turn);
        foe_blue &= ~target;
        foe_red &= ~target;
        if (target & exits || !foe_blue)
            return sign;
        if (!foe_red)
            return -sign;
        own = moved(blue, piece, turn), blue = foe_blue, foe_blue = own;
        own = moved(red, piece, turn), red = foe_red, foe_red = own;
        own = exits, exits = foe_exits, foe_exits = own;
        sign = -sign;
    }
    return 0;
}

static int result(const u64 *state)
{
    if (state[0] & FIRST_EXITS || !state[1] || !state[2])
        return 1;
    if (state[2] & SECOND_EXITS || !state[3] || !state[0])
        return -1;
    return state[4] < LAST_PLY ? RUNNING : 0;
}

static int playout(const u64 *state, u64 *random)
{
    int now = result(state);
    u64 plies = LAST_PLY - state[4];
    if (now != RUNNING)
        return now;
    if (state[4] & 1)
        return -run(state[2], state[3], state[0], state[1], SECOND_EXITS, plies, random);
    return run(state[0], state[1], state[2], state[3], FIRST_EXITS, plies, random);
}

int64_t playouts(const u64 *state, u64 *random, int64_t n)
{
    int64_t total = 0;
    while (n-- > 0)
        total += playout(state, random);
    return total;
}
