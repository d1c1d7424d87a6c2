"""Tables of papers, as data. `CATALOGUE` names them for `referee reproduce`."""

from ladder.papers import aoki, own
from ladder.papers.base import Row, Score, Table
from ladder.papers.compare import Comparison, compare, difference

__all__ = ["CATALOGUE", "Comparison", "Row", "Score", "Table", "compare", "difference"]

CATALOGUE: dict[str, Table] = {table.name: table for table in (*aoki.TABLES, *own.TABLES)}
