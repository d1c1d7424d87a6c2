"""A largest matching of any graph, by Edmonds' blossoms: pairs of neighbours that leave the fewest alone.

Vertices are numbers, `edges[v]` the set of neighbours of v; a matching is a list of mates, ALONE for none.
"""

from collections import deque
from collections.abc import Sequence

ALONE = -1
Edges = Sequence[set[int]]


def largest(edges: Edges) -> list[int]:
    mates = [ALONE] * len(edges)
    for vertex in range(len(edges)):
        if mates[vertex] == ALONE:
            augment(edges, mates, vertex)
    return mates


def augment(edges: Edges, mates: list[int], root: int) -> bool:
    """Find `root` a mate, letting others change theirs; False, with `mates` as before, if it cannot be."""
    search = _Search(edges, mates, root)
    end = search.run()
    while end != ALONE:
        before = search.parent[end]
        following = mates[before]
        mates[end], mates[before] = before, end
        end = following
    return search.found


class _Search:
    """A tree of alternating paths from the root; an odd circle in it (a blossom) shrinks to its base."""

    def __init__(self, edges: Edges, mates: list[int], root: int) -> None:
        self.edges, self.mates, self.root = edges, mates, root
        self.parent = [ALONE] * len(edges)
        self.base = list(range(len(edges)))
        self.even = {root}  # vertices at an even distance, from which the tree grows
        self.queue = deque([root])
        self.found = False

    def run(self) -> int:
        """The free vertex at the end of a path from the root, or ALONE."""
        while self.queue:
            vertex = self.queue.popleft()
            # A free neighbour first: in a graph with most edges there nearly always is one.
            for other in self.edges[vertex]:
                if self.mates[other] == ALONE and other != self.root:
                    self.parent[other] = vertex
                    self.found = True
                    return other
            for other in self.edges[vertex]:
                self._grow(vertex, other)
        return ALONE

    def _grow(self, vertex: int, other: int) -> None:
        """Take a neighbour with a mate into the tree, or close a blossom with one that is in it."""
        if self.base[vertex] == self.base[other] or self.mates[vertex] == other:
            return
        if other in self.even:
            self._shrink(vertex, other)
        elif self.parent[other] == ALONE:
            self.parent[other] = vertex
            self._reach(self.mates[other])

    def _reach(self, vertex: int) -> None:
        if vertex not in self.even:
            self.even.add(vertex)
            self.queue.append(vertex)

    def _shrink(self, one: int, two: int) -> None:
        base = self._meeting(one, two)
        inside: set[int] = set()
        self._mark(one, base, two, inside)
        self._mark(two, base, one, inside)
        for vertex in range(len(self.base)):
            if self.base[vertex] in inside:
                self.base[vertex] = base
                self._reach(vertex)

    def _meeting(self, one: int, two: int) -> int:
        """The base at which the ways of two even vertices to the root come together."""
        seen = set()
        while True:
            one = self.base[one]
            seen.add(one)
            if one == self.root or self.mates[one] == ALONE:
                break
            one = self.parent[self.mates[one]]
        while self.base[two] not in seen:
            two = self.parent[self.mates[self.base[two]]]
        return self.base[two]

    def _mark(self, vertex: int, base: int, child: int, inside: set[int]) -> None:
        """Note the bases from a vertex up to the blossom's, and the way back around it."""
        while self.base[vertex] != base:
            mate = self.mates[vertex]
            inside |= {self.base[vertex], self.base[mate]}
            self.parent[vertex] = child
            child, vertex = mate, self.parent[mate]
