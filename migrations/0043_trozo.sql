-- Long files are written in pieces (store §4.1): these stand before the last, which is in the row of `tabla` that the file is of.
CREATE TABLE trozo (
  tabla TEXT NOT NULL,
  id TEXT NOT NULL,
  parte INTEGER NOT NULL CHECK (parte >= 0),
  bytes_cifrados BLOB NOT NULL,
  PRIMARY KEY (tabla, id, parte)
) STRICT;
