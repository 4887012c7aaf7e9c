-- What a person asked to be told of the firm by mail, each day (areas/firma §4).
CREATE TABLE firma_aviso (
  usuario_id TEXT PRIMARY KEY REFERENCES usuario(id) ON DELETE CASCADE,
  activo INTEGER NOT NULL CHECK (activo IN (0, 1)),
  hora TEXT NOT NULL CHECK (hora GLOB '[0-2][0-9]:[0-5][0-9]'),
  dias TEXT NOT NULL CHECK (dias IN ('habiles', 'todos')),
  minima TEXT NOT NULL CHECK (minima IN ('mal', 'aviso')),
  -- The Chile date that was seen to last, with a mail or without one: no day is told twice.
  ultimo TEXT NOT NULL,
  -- When that date's mail is tried again, milliseconds UTC, and why the mail server did not take it.
  otra_vez INTEGER,
  falla TEXT,
  enviado_at TEXT
) STRICT, WITHOUT ROWID;
CREATE INDEX firma_aviso_activo ON firma_aviso(hora) WHERE activo = 1;
