/* The kernels of engines/boards/amazons.py in C, to measure them by: same sets, same fills, same random source.
 * Vector types say what LLVM finds in the loops by itself; written with plain words or __int128, gcc's code is
 * slower. A board is seven words: first's amazons, second's, free squares (low, high each), mover. */

#include <stddef.h>
#include <stdint.h>

typedef uint64_t u64;
typedef u64 two __attribute__((vector_size(16)));  /* a word for first, one for second */
typedef u64 four __attribute__((vector_size(32))); /* a word for each of four directions */
typedef struct { u64 low, high; } set;
typedef struct { two low, high; } sets;
typedef struct { four low, high; } lanes;

#define INLINE static inline __attribute__((always_inline))
#define SWAP(x) __builtin_shufflevector(x, x, 1, 0)
#define MOST 35

static const four STEP = {1, 10, 11, 12};

INLINE four spread(u64 word) { return word - (four){}; }
INLINE u64 joined(four x) { return x[0] | x[1] | x[2] | x[3]; }
INLINE u64 size_of(u64 low, u64 high) { return __builtin_popcountll(low) + __builtin_popcountll(high); }

INLINE lanes up(lanes s, four n) { return (lanes){s.low << n, s.high << n | s.low >> (64 - n)}; }
INLINE lanes down(lanes s, four n) { return (lanes){s.low >> n | s.high << (64 - n), s.high >> n}; }
INLINE lanes both(lanes a, lanes b) { return (lanes){a.low & b.low, a.high & b.high}; }
INLINE lanes either(lanes a, lanes b) { return (lanes){a.low | b.low, a.high | b.high}; }

INLINE lanes slide_up(lanes s, lanes free)
{
    lanes free2 = both(free, up(free, STEP)), free4 = both(free2, up(free2, 2 * STEP));
    s = either(s, both(free, up(s, STEP)));
    s = either(s, both(free2, up(s, 2 * STEP)));
    s = either(s, both(free4, up(s, 4 * STEP)));
    return either(s, both(free2, up(s, 2 * STEP)));
}

INLINE lanes slide_down(lanes s, lanes free)
{
    lanes free2 = both(free, down(free, STEP)), free4 = both(free2, down(free2, 2 * STEP));
    s = either(s, both(free, down(s, STEP)));
    s = either(s, both(free2, down(s, 2 * STEP)));
    s = either(s, both(free4, down(s, 4 * STEP)));
    return either(s, both(free2, down(s, 2 * STEP)));
}

INLINE set queens(u64 low, u64 high, u64 free_low, u64 free_high)
{
    lanes s = {spread(low), spread(high)}, free = {spread(free_low), spread(free_high)};
    lanes reach = either(slide_up(s, free), slide_down(s, free));
    return (set){joined(reach.low), joined(reach.high)};
}

INLINE sets queens_of_both(sets s, u64 free_low, u64 free_high)
{
    set a = queens(s.low[0], s.high[0], free_low, free_high), b = queens(s.low[1], s.high[1], free_low, free_high);
    return (sets){{a.low, b.low}, {a.high, b.high}};
}

INLINE sets kings_of_both(sets s, u64 free_low, u64 free_high)
{
    two low = s.low | s.low << 1 | s.low >> 1 | s.high << 63;
    two high = s.high | s.high << 1 | s.low >> 63 | s.high >> 1;
    two tall_low = low | low << 11 | low >> 11 | high << 53;
    two tall_high = high | high << 11 | low >> 53 | high >> 11;
    return (sets){s.low | (tall_low & free_low), s.high | (tall_high & free_high)};
}

INLINE void lead(sets *found, sets a, sets b)
{
    found->low |= a.low & ~SWAP(b.low);
    found->high |= a.high & ~SWAP(b.high);
}

INLINE void leads(const u64 *board, int king, int64_t *out, size_t at)
{
    u64 free_low = board[4], free_high = board[5];
    sets s = {{board[0], board[2]}, {board[1], board[3]}}, s1 = {}, s2 = {}, by1 = {}, by2 = {}, by3 = {}, domain = {};
    s = king ? kings_of_both(s, free_low, free_high) : queens_of_both(s, free_low, free_high);
    s.low &= free_low;
    s.high &= free_high;
    for (;;) {
        lead(&by1, s, s);
        lead(&by2, s1, s);
        lead(&by3, s2, s);
        two changed = (s.low ^ s1.low) | (s.high ^ s1.high);
        if (!(changed[0] | changed[1]))
            break;
        s2 = s1;
        s1 = s;
        s = king ? kings_of_both(s, free_low, free_high) : queens_of_both(s, free_low, free_high);
    }
    lead(&by3, s, s);
    lead(&domain, s, s);
    out[at] = size_of(s.low[0] | s.low[1], s.high[0] | s.high[1])
        - size_of(by1.low[0] | by1.low[1], by1.high[0] | by1.high[1]);
    for (int seat = 0; seat < 2; seat++) {
        u64 one = size_of(by1.low[seat], by1.high[seat]), two_ = size_of(by2.low[seat], by2.high[seat]);
        u64 three = size_of(by3.low[seat], by3.high[seat]), alone = size_of(domain.low[seat], domain.high[seat]);
        out[seat] = alone;
        out[at + 1 + 3 * seat] = one - two_;
        out[at + 2 + 3 * seat] = two_ - three;
        out[at + 3 + 3 * seat] = three - alone;
    }
}

void classes_of(const u64 *boards, size_t n, int64_t *out)
{
    for (size_t i = 0; i < n; i++) {
        leads(boards + 7 * i, 0, out + 16 * i, 2);
        leads(boards + 7 * i, 1, out + 16 * i, 9);
    }
}

INLINE u64 below(u64 *state, u64 n)
{
    u64 x = *state;
    x ^= x >> 12;
    x ^= x << 25;
    x ^= x >> 27;
    *state = x;
    return (((x * 2685821657736338717u) >> 32) * n) >> 32;
}

INLINE set only(u64 square) { return square < 64 ? (set){1ull << square, 0} : (set){0, 1ull << (square - 64)}; }

INLINE u64 first_of(set s) { return s.low ? __builtin_ctzll(s.low) : 64 + __builtin_ctzll(s.high); }

INLINE set without_first(set s)
{
    return s.low ? (set){s.low & (s.low - 1), s.high} : (set){s.low, s.high & (s.high - 1)};
}

INLINE u64 nth(set s, u64 n)
{
    u64 lows = __builtin_popcountll(s.low), word = s.low, base = 0;
    if (n >= lows) {
        n -= lows;
        word = s.high;
        base = 64;
    }
    while (n--)
        word &= word - 1;
    return base + __builtin_ctzll(word);
}

INLINE u64 targets(const u64 *board, u64 *start, set *to)
{
    u64 total = 0;
    size_t row = 0;
    for (set own = {board[2 * board[6]], board[2 * board[6] + 1]}; own.low | own.high; own = without_first(own)) {
        u64 square = first_of(own);
        set at = only(square), reach = queens(at.low, at.high, board[4], board[5]);
        start[row] = square;
        to[row] = (set){reach.low & ~at.low, reach.high & ~at.high};
        total += size_of(to[row].low, to[row].high);
        row++;
    }
    return total;
}

INLINE void play(u64 *board, u64 start_square, u64 to_square, u64 arrow_square)
{
    set start = only(start_square), to = only(to_square), arrow = only(arrow_square);
    u64 side = 2 * board[6];
    board[side] ^= start.low ^ to.low;
    board[side + 1] ^= start.high ^ to.high;
    board[4] = (board[4] | start.low) & ~(to.low | arrow.low);
    board[5] = (board[5] | start.high) & ~(to.high | arrow.high);
    board[6] ^= 1;
}

INLINE void play_random(u64 *board, const u64 *start, const set *to, u64 total, u64 *state)
{
    for (;;) {
        u64 n = below(state, total), size;
        size_t row = 0;
        for (; n >= (size = size_of(to[row].low, to[row].high)); row++)
            n -= size;
        u64 square = nth(to[row], n);
        set from = only(start[row]), at = only(square);
        set reach = queens(at.low, at.high, board[4] | from.low, board[5] | from.high);
        set arrows = {reach.low & ~at.low, reach.high & ~at.high};
        u64 arrow = below(state, MOST);
        if (arrow < size_of(arrows.low, arrows.high)) {
            play(board, start[row], square, nth(arrows, arrow));
            return;
        }
    }
}

int64_t playouts(const u64 *start_board, u64 *state, size_t n)
{
    int64_t sum = 0;
    for (size_t i = 0; i < n; i++) {
        u64 board[7], start[4], total;
        set to[4];
        for (int word = 0; word < 7; word++)
            board[word] = start_board[word];
        while ((total = targets(board, start, to)))
            play_random(board, start, to, total, state);
        sum += board[6] ? 1 : -1;
    }
    return sum;
}
