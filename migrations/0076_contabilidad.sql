-- Vouchers for accounting programs: settings, chart, rules and templates of a company, and what was exported.
CREATE TABLE contabilidad_ajuste (
  empresa_id TEXT PRIMARY KEY REFERENCES empresa(id),
  -- JSON of all settings that somebody wrote.
  ajustes TEXT NOT NULL,
  updated_at TEXT NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TABLE contabilidad_cuenta (
  empresa_id TEXT NOT NULL REFERENCES empresa(id),
  codigo TEXT NOT NULL,
  nombre TEXT NOT NULL,
  -- What each line of the account must bear.
  pide_auxiliar INTEGER NOT NULL CHECK (pide_auxiliar IN (0, 1)),
  pide_centro INTEGER NOT NULL CHECK (pide_centro IN (0, 1)),
  pide_documento INTEGER NOT NULL CHECK (pide_documento IN (0, 1)),
  PRIMARY KEY (empresa_id, codigo)
) STRICT, WITHOUT ROWID;

-- The first rule that fits a part of a document gives its account.
CREATE TABLE contabilidad_regla (
  id TEXT PRIMARY KEY,
  empresa_id TEXT NOT NULL REFERENCES empresa(id),
  orden INTEGER NOT NULL CHECK (orden BETWEEN 0 AND 100000),
  libro TEXT NOT NULL CHECK (libro IN ('ventas', 'compras', 'honorarios')),
  componente TEXT NOT NULL,
  -- JSON of types, and of kinds of purchase; null is any.
  tipos TEXT,
  rut TEXT,
  tipo_compra TEXT,
  cuenta TEXT NOT NULL CHECK (cuenta <> ''),
  centro TEXT,
  auxiliar TEXT,
  codigo_doc TEXT,
  glosa TEXT,
  created_at TEXT NOT NULL,
  CHECK (tipo_compra IS NULL OR libro = 'compras')
) STRICT;
CREATE INDEX contabilidad_regla_lista ON contabilidad_regla(empresa_id, orden, id);

CREATE TABLE contabilidad_plantilla (
  id TEXT PRIMARY KEY,
  empresa_id TEXT NOT NULL REFERENCES empresa(id),
  nombre TEXT NOT NULL,
  -- JSON of the file's form and its columns.
  plantilla TEXT NOT NULL,
  created_at TEXT NOT NULL,
  updated_at TEXT NOT NULL
) STRICT;
CREATE INDEX contabilidad_plantilla_lista ON contabilidad_plantilla(empresa_id, created_at, id);

-- An export is frozen: its bytes, their sum, and its documents.
CREATE TABLE asiento_exportacion (
  id TEXT PRIMARY KEY,
  empresa_id TEXT NOT NULL REFERENCES empresa(id),
  ambiente TEXT NOT NULL,
  periodo TEXT NOT NULL,
  formato TEXT NOT NULL,
  base TEXT NOT NULL CHECK (base IN ('rcv', 'emitidos')),
  alcance TEXT NOT NULL CHECK (alcance IN ('nuevos', 'todo')),
  -- JSON: each book's grouping, vouchers, documents and sums.
  libros TEXT NOT NULL,
  -- In `preparando` its documents are being written: a process that died there left nothing.
  estado TEXT NOT NULL CHECK (estado IN ('preparando', 'generada', 'confirmada', 'anulada')),
  nombre TEXT NOT NULL,
  tipo_contenido TEXT NOT NULL,
  bytes INTEGER NOT NULL,
  sha256 TEXT NOT NULL,
  documentos INTEGER NOT NULL,
  asientos INTEGER NOT NULL,
  debe INTEGER NOT NULL,
  haber INTEGER NOT NULL,
  autor TEXT NOT NULL,
  created_at TEXT NOT NULL,
  confirmada_at TEXT,
  anulada_at TEXT,
  motivo TEXT,
  -- 1 while an annulled one lets its documents go.
  soltando INTEGER NOT NULL DEFAULT 0 CHECK (soltando IN (0, 1)),
  -- The last piece of its file, encrypted.
  archivo_cifrado BLOB NOT NULL,
  CHECK (debe = haber),
  CHECK ((estado = 'anulada') = (anulada_at IS NOT NULL)),
  CHECK ((anulada_at IS NULL) = (motivo IS NULL)),
  CHECK (soltando = 0 OR estado = 'anulada'),
  CHECK (estado <> 'confirmada' OR confirmada_at IS NOT NULL)
) STRICT;
CREATE INDEX asiento_exportacion_lista ON asiento_exportacion(empresa_id, ambiente, created_at, id) WHERE estado <> 'preparando';
CREATE INDEX asiento_exportacion_a_medias ON asiento_exportacion(id) WHERE estado = 'preparando' OR soltando = 1;

-- The documents of an export. While it lives no other has them: a voucher that is loaded twice is the harm.
CREATE TABLE asiento_documento (
  exportacion_id TEXT NOT NULL REFERENCES asiento_exportacion(id),
  libro TEXT NOT NULL,
  documento TEXT NOT NULL,
  empresa_id TEXT NOT NULL,
  ambiente TEXT NOT NULL,
  periodo TEXT NOT NULL,
  -- A digest of what it came to.
  huella TEXT NOT NULL,
  -- Null once its export was annulled.
  vivo INTEGER CHECK (vivo = 1),
  PRIMARY KEY (exportacion_id, libro, documento)
) STRICT, WITHOUT ROWID;
CREATE UNIQUE INDEX asiento_documento_vivo ON asiento_documento(empresa_id, ambiente, libro, documento) WHERE vivo = 1;
CREATE INDEX asiento_documento_periodo ON asiento_documento(empresa_id, ambiente, periodo, libro, documento) WHERE vivo = 1;
