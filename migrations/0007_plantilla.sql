-- Versions of a company's paper (contract §22). A version never changes: another look is another version.
CREATE TABLE plantilla (
  id TEXT PRIMARY KEY,
  empresa_id TEXT NOT NULL REFERENCES empresa(id),
  version INTEGER NOT NULL CHECK (version >= 1),
  nombre TEXT NOT NULL,
  formato TEXT NOT NULL CHECK (formato IN ('carta', '80mm', '57mm')),
  -- Document types it may be activated for, as JSON.
  tipos_dte TEXT NOT NULL,
  -- As it was sent.
  config TEXT NOT NULL,
  -- The name of whoever made it, as it was then.
  creada_por TEXT NOT NULL,
  created_at TEXT NOT NULL,
  UNIQUE (empresa_id, version),
  -- What `plantilla_activa` refers to.
  UNIQUE (id, empresa_id, formato)
) STRICT;

-- The last version number a company gave: a deleted version's number is not given again.
CREATE TABLE plantilla_numero (
  empresa_id TEXT PRIMARY KEY REFERENCES empresa(id),
  ultimo INTEGER NOT NULL
) STRICT;

-- The version with which each type is printed on each paper; without a row, the ordinary one. The reference makes it one of
-- the same company and paper, and keeps an active one from being deleted.
CREATE TABLE plantilla_activa (
  empresa_id TEXT NOT NULL,
  formato TEXT NOT NULL,
  tipo_dte INTEGER NOT NULL,
  plantilla_id TEXT NOT NULL,
  PRIMARY KEY (empresa_id, formato, tipo_dte),
  FOREIGN KEY (plantilla_id, empresa_id, formato) REFERENCES plantilla(id, empresa_id, formato)
) STRICT, WITHOUT ROWID;
CREATE INDEX plantilla_activa_plantilla ON plantilla_activa(plantilla_id);

-- A company's logo: the file as it came, and beside it the image as printed, prepared once so that printing never has to.
CREATE TABLE logo (
  empresa_id TEXT PRIMARY KEY REFERENCES empresa(id),
  tipo TEXT NOT NULL CHECK (tipo IN ('image/png', 'image/jpeg')),
  ancho INTEGER NOT NULL,
  alto INTEGER NOT NULL,
  created_at TEXT NOT NULL,
  impreso_ancho INTEGER NOT NULL,
  impreso_alto INTEGER NOT NULL,
  impreso_dict TEXT NOT NULL,
  impreso BLOB NOT NULL,
  archivo BLOB NOT NULL
) STRICT;
