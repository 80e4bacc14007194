"""ROC analysis where the predictions live: DuckDB macros and UDFs, and the same numbers in Polars and Spark."""

from rocsql.catalog import bundle
from rocsql.duckdb import install, register
from rocsql.errors import RocsqlError
from rocsql.standalone import sql

__all__ = ["RocsqlError", "bundle", "install", "register", "sql"]
__version__ = "0.1.0"
