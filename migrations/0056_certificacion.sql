-- Certification (areas/certificacion): the road of a company at the SII, the texts that it downloaded, their sets, each run of one
-- and the bytes that a run sent. Nothing of a run is forgotten: it is the evidence.
CREATE TABLE certificacion (
  id TEXT PRIMARY KEY,
  empresa_id TEXT NOT NULL REFERENCES empresa(id),
  ambiente TEXT NOT NULL CHECK (ambiente IN ('simulacion', 'certificacion')),
  alcance TEXT NOT NULL CHECK (alcance IN ('factura', 'boleta')),
  estado TEXT NOT NULL CHECK (estado IN
    ('preparacion', 'set', 'simulacion', 'intercambio', 'muestras', 'declaracion', 'autorizada', 'abandonada')),
  -- Since when it stands there.
  estado_at TEXT NOT NULL,
  created_at TEXT NOT NULL,
  -- The day of the declaration, and what the SII resolved of it, JSON: both as a person read them.
  declarada_fecha TEXT,
  resolucion TEXT CHECK (resolucion IS NULL OR json_valid(resolucion)),
  CHECK (estado <> 'autorizada' OR declarada_fecha IS NOT NULL)
) STRICT;
CREATE UNIQUE INDEX certificacion_abierta ON certificacion(empresa_id, ambiente, alcance)
  WHERE estado NOT IN ('autorizada', 'abandonada');
CREATE INDEX certificacion_empresa ON certificacion(empresa_id, ambiente, created_at, id);

-- One text that the SII handed out: a later one makes it void.
CREATE TABLE certificacion_ronda (
  id TEXT PRIMARY KEY,
  certificacion_id TEXT NOT NULL REFERENCES certificacion(id),
  numero INTEGER NOT NULL CHECK (numero >= 1),
  -- The SHA-256 of its bytes, in hexadecimal.
  huella TEXT NOT NULL,
  nombre TEXT NOT NULL,
  texto_cifrado BLOB NOT NULL,
  created_at TEXT NOT NULL,
  -- When the company was told that the term of two months comes to its end.
  plazo_at TEXT,
  UNIQUE (certificacion_id, numero),
  UNIQUE (certificacion_id, huella)
) STRICT;

-- A section of that text, and the simulación of the round, which has no text.
CREATE TABLE certificacion_set (
  id TEXT PRIMARY KEY,
  ronda_id TEXT NOT NULL REFERENCES certificacion_ronda(id),
  clase TEXT NOT NULL CHECK (clase IN
    ('basico', 'exenta', 'guia', 'compra', 'liquidacion', 'exportacion_1', 'exportacion_2', 'libro_ventas', 'libro_compras',
     'libro_compras_exentos', 'libro_guias', 'boleta', 'simulacion')),
  nombre TEXT NOT NULL,
  -- The SII's number of attention; null of a boleta's text, which has none.
  atencion TEXT,
  -- JSON of `AjustesSet`: what a person answered.
  ajustes TEXT NOT NULL DEFAULT '{}' CHECK (json_valid(ajustes)),
  UNIQUE (ronda_id, clase)
) STRICT;

-- One run of a set: an envelope of documents, or a book.
CREATE TABLE certificacion_intento (
  id TEXT PRIMARY KEY,
  set_id TEXT NOT NULL REFERENCES certificacion_set(id),
  numero INTEGER NOT NULL CHECK (numero >= 1),
  estado TEXT NOT NULL CHECK (estado IN ('emitiendo', 'enviado', 'validado', 'declarado', 'conforme', 'rechazado')),
  -- The envelope of its documents; null of a book.
  envio_id TEXT,
  -- The job that sends a book; null of documents.
  job_id TEXT REFERENCES job(id) ON DELETE SET NULL,
  -- Of a book.
  folio_notificacion INTEGER CHECK (folio_notificacion > 0),
  -- The requests as they were issued, with the expected totals, sealed: they name customers.
  solicitudes_cifradas BLOB,
  -- JSON: `[{caso, id, tipo_dte, folio}]`.
  documentos TEXT NOT NULL CHECK (json_valid(documentos)),
  track_id TEXT,
  codigo_sii TEXT,
  glosa TEXT,
  -- JSON: why the SII refused it, by document.
  razones TEXT NOT NULL DEFAULT '[]' CHECK (json_valid(razones)),
  created_at TEXT NOT NULL,
  enviado_at TEXT,
  validado_at TEXT,
  -- When a person said that it was declared at the SII, and the day that was typed there.
  declarado_at TEXT,
  declarado_fecha TEXT,
  -- What the SII's review said of it.
  veredicto TEXT CHECK (veredicto IN ('SOK', 'SRH')),
  veredicto_glosa TEXT,
  veredicto_at TEXT,
  veredicto_origen TEXT CHECK (veredicto_origen IN ('persona', 'correo')),
  UNIQUE (set_id, numero),
  CHECK ((veredicto IS NULL) = (veredicto_at IS NULL)),
  CHECK (estado <> 'conforme' OR veredicto = 'SOK'),
  CHECK (estado IN ('emitiendo', 'rechazado') OR track_id IS NOT NULL)
) STRICT;
-- A set has one run that is not refused.
CREATE UNIQUE INDEX certificacion_intento_vivo ON certificacion_intento(set_id) WHERE estado <> 'rechazado';
CREATE UNIQUE INDEX certificacion_intento_envio ON certificacion_intento(envio_id) WHERE envio_id IS NOT NULL;
CREATE INDEX certificacion_intento_job ON certificacion_intento(job_id) WHERE job_id IS NOT NULL;
CREATE TRIGGER certificacion_intento_no_se_borra BEFORE DELETE ON certificacion_intento BEGIN
  SELECT RAISE(ABORT, 'a run of a set is evidence');
END;

-- The signed book of a run, frozen before it travels.
CREATE TABLE certificacion_libro (
  intento_id TEXT PRIMARY KEY REFERENCES certificacion_intento(id),
  xml_cifrado BLOB NOT NULL,
  -- The signer.
  rut_envia TEXT NOT NULL,
  -- From here on the SII may have it.
  intentado_at TEXT
) STRICT;

-- Further files of the road, as evidence: what the SII sent for the exchange and what answered it, the mail of a verdict.
CREATE TABLE certificacion_archivo (
  id TEXT PRIMARY KEY,
  certificacion_id TEXT NOT NULL REFERENCES certificacion(id),
  -- The run that it tells of; null of others.
  intento_id TEXT REFERENCES certificacion_intento(id),
  clase TEXT NOT NULL CHECK (clase IN ('correo', 'intercambio', 'respuesta')),
  nombre TEXT NOT NULL,
  bytes_cifrados BLOB NOT NULL,
  created_at TEXT NOT NULL
) STRICT;
CREATE INDEX certificacion_archivo_de ON certificacion_archivo(certificacion_id, created_at, id);
