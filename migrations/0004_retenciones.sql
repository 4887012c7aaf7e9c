-- Groups whose way out is blocked: nothing of them is leased before `hasta` (milliseconds since 1970), so that what was accepted
-- later does not overtake what waits for its next attempt, not even after a restart.
CREATE TABLE grupo_retenido (
  grupo TEXT PRIMARY KEY,
  hasta INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
