-- History that moves in (areas/historia): an import, its lines, the files kept of what did not become a document.
CREATE TABLE importacion (
  id TEXT PRIMARY KEY,
  empresa_id TEXT NOT NULL REFERENCES empresa(id),
  ambiente TEXT NOT NULL,
  nombre TEXT NOT NULL,
  bytes INTEGER NOT NULL CHECK (bytes > 0),
  sha256 TEXT NOT NULL,
  estado TEXT NOT NULL CHECK (estado IN ('recibiendo', 'leyendo', 'folios', 'guardando', 'enlazando', 'terminada', 'detenida')),
  -- 1: only tried, nothing of it is kept.
  simulada INTEGER NOT NULL CHECK (simulada IN (0, 1)),
  -- Where a stopped one goes on.
  paso TEXT,
  job_id TEXT REFERENCES job(id),
  -- How far the present step is: a place in the archive, or the last line done.
  posicion INTEGER NOT NULL DEFAULT 0,
  -- Bytes that came out of the archive: what is written to do harm ends here.
  leidos INTEGER NOT NULL DEFAULT 0,
  folios TEXT NOT NULL DEFAULT '[]' CHECK (json_valid(folios)),
  clientes_job_id TEXT,
  motivo TEXT,
  created_at TEXT NOT NULL,
  terminada_at TEXT
) STRICT;
CREATE INDEX importacion_nueva ON importacion(empresa_id, ambiente, created_at, id);
-- One at a time a company and environment.
CREATE UNIQUE INDEX importacion_viva ON importacion(empresa_id, ambiente)
  WHERE estado IN ('leyendo', 'folios', 'guardando', 'enlazando');

-- A document of a file, or a file without any. `entrada` is the file's place in the archive, `posicion` the document's in the file.
CREATE TABLE importacion_archivo (
  importacion_id TEXT NOT NULL REFERENCES importacion(id),
  n INTEGER NOT NULL,
  entrada INTEGER NOT NULL,
  posicion INTEGER NOT NULL,
  nombre TEXT NOT NULL,
  estado TEXT NOT NULL CHECK (estado IN ('nuevo', 'repetido', 'mejorado', 'conflicto', 'en_duda', 'recibido', 'otro_ambiente', 'ajeno',
    'ilegible', 'descartado')),
  motivo TEXT,
  tipo_dte INTEGER,
  folio INTEGER,
  fecha_emision TEXT,
  rut_emisor TEXT,
  rut_receptor TEXT,
  monto_total INTEGER,
  huella TEXT,
  digest TEXT,
  firma TEXT,
  timbre TEXT,
  documento_id TEXT REFERENCES documento(id),
  -- 1 once what comes of it is written, and once it is linked.
  hecho INTEGER NOT NULL DEFAULT 0 CHECK (hecho IN (0, 1)),
  enlazado INTEGER NOT NULL DEFAULT 0 CHECK (enlazado IN (0, 1)),
  resuelto TEXT,
  PRIMARY KEY (importacion_id, n)
) STRICT, WITHOUT ROWID;
CREATE INDEX importacion_archivo_folio ON importacion_archivo(importacion_id, tipo_dte, folio);
CREATE INDEX importacion_archivo_estado ON importacion_archivo(importacion_id, estado, n);
CREATE INDEX importacion_archivo_enlace ON importacion_archivo(importacion_id, fecha_emision, tipo_dte, folio)
  WHERE hecho = 1 AND enlazado = 0 AND estado = 'nuevo';

-- A file of which some line became no document, as it came.
CREATE TABLE importacion_bytes (
  importacion_id TEXT NOT NULL REFERENCES importacion(id),
  entrada INTEGER NOT NULL,
  bytes_cifrados BLOB NOT NULL,
  PRIMARY KEY (importacion_id, entrada)
) STRICT;

-- How an imported document was judged when it came.
CREATE TABLE importado (
  documento_id TEXT PRIMARY KEY REFERENCES documento(id),
  importacion_id TEXT NOT NULL REFERENCES importacion(id),
  huella TEXT,
  digest TEXT,
  firma TEXT,
  timbre TEXT,
  montos TEXT,
  informe TEXT NOT NULL CHECK (json_valid(informe)),
  -- 1: a note that takes more than was left, which history is allowed.
  excedido INTEGER NOT NULL DEFAULT 0 CHECK (excedido IN (0, 1))
) STRICT;

CREATE TABLE historia_ajuste (
  empresa_id TEXT NOT NULL REFERENCES empresa(id),
  ambiente TEXT NOT NULL,
  guias_facturables_desde TEXT NOT NULL,
  PRIMARY KEY (empresa_id, ambiente)
) STRICT;

-- The register's row of the same total is the SII's word for an imported document that was there before it.
CREATE TRIGGER documento_registrado_dice AFTER INSERT ON rcv_documento
WHEN NEW.lado = iif(NEW.tipo_dte = 46, 'compra', 'venta') BEGIN
  UPDATE documento SET estado_sii = 'aceptado', estado_sii_fuente = 'registro'
  WHERE empresa_id = NEW.empresa_id AND ambiente = NEW.ambiente AND tipo_dte = NEW.tipo_dte AND folio = NEW.folio
    AND folio_estado <> 'libre' AND origen = 'importado' AND estado_sii = 'no_consultado' AND rut_receptor = NEW.rut
    AND monto_total = NEW.monto_total;
END;
