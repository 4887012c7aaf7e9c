-- The address of a person's calendar of the firm (areas/firma §3): who has it reads names and dates as far as that person may.
CREATE TABLE firma_calendario (
  usuario_id TEXT PRIMARY KEY REFERENCES usuario(id) ON DELETE CASCADE,
  -- The SHA-256 of the key in the address.
  hash TEXT NOT NULL UNIQUE,
  created_at TEXT NOT NULL
) STRICT, WITHOUT ROWID;
