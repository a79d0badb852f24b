"""The form of records of games."""
