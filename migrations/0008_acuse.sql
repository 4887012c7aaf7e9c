-- Acceptances and claims of documents at the SII (http §27).

-- What the SII was last heard to say of a document, issued here or received. `recibido_sii` null: nobody knows when it was
-- received; `plazo_estimado` 1: that instant is not the SII's own. `consultado_en` null: known from here alone.
CREATE TABLE acuse_documento (
  empresa_id TEXT NOT NULL REFERENCES empresa(id),
  ambiente TEXT NOT NULL,
  rut_emisor TEXT NOT NULL,
  tipo_dte INTEGER NOT NULL CHECK (tipo_dte IN (33, 34, 43)),
  folio INTEGER NOT NULL,
  eventos TEXT NOT NULL DEFAULT '[]' CHECK (json_valid(eventos)),
  recibido_sii TEXT,
  plazo_estimado INTEGER NOT NULL DEFAULT 1 CHECK (plazo_estimado IN (0, 1)),
  cedible TEXT,
  consultado_en TEXT,
  PRIMARY KEY (empresa_id, ambiente, rut_emisor, tipo_dte, folio)
) STRICT, WITHOUT ROWID;

-- What was registered from here. `enviando`: it was about to be sent and nobody knows whether it arrived; the SII is asked first
-- then. Of one document and action there is one.
CREATE TABLE acuse (
  id TEXT PRIMARY KEY,
  empresa_id TEXT NOT NULL REFERENCES empresa(id),
  ambiente TEXT NOT NULL,
  rut_emisor TEXT NOT NULL,
  tipo_dte INTEGER NOT NULL CHECK (tipo_dte IN (33, 34, 43)),
  folio INTEGER NOT NULL,
  accion TEXT NOT NULL CHECK (accion IN ('ERM', 'ACD', 'RCD', 'RFP', 'RFT')),
  estado TEXT NOT NULL CHECK (estado IN ('enviando', 'registrado')),
  comentario TEXT,
  job_id TEXT NOT NULL,
  codigo_sii TEXT CHECK ((codigo_sii IS NOT NULL) = (estado = 'registrado')),
  glosa TEXT,
  creado_en TEXT NOT NULL,
  registrado_en TEXT CHECK ((registrado_en IS NOT NULL) = (estado = 'registrado'))
) STRICT;
CREATE UNIQUE INDEX acuse_unico ON acuse(empresa_id, ambiente, rut_emisor, tipo_dte, folio, accion);
CREATE INDEX acuse_registrado ON acuse(empresa_id, ambiente, registrado_en, id) WHERE estado = 'registrado';
-- What was registered stays so: no act of the law is taken back here.
CREATE TRIGGER acuse_no_cambia BEFORE UPDATE ON acuse WHEN OLD.estado = 'registrado' BEGIN
  SELECT RAISE(ABORT, 'what was registered at the SII is not changed');
END;

-- The documents of a batch, each registered by itself. `cobrada` 1: its unit was taken.
CREATE TABLE acuse_tanda (
  job_id TEXT NOT NULL REFERENCES job(id) ON DELETE CASCADE,
  orden INTEGER NOT NULL,
  rut_emisor TEXT NOT NULL,
  tipo_dte INTEGER NOT NULL,
  folio INTEGER NOT NULL,
  estado TEXT NOT NULL DEFAULT 'pendiente' CHECK (estado IN ('pendiente', 'registrado', 'repetido', 'rehusado')),
  codigo_sii TEXT,
  glosa TEXT,
  cobrada INTEGER NOT NULL DEFAULT 0 CHECK (cobrada IN (0, 1)),
  PRIMARY KEY (job_id, orden)
) STRICT, WITHOUT ROWID;
CREATE UNIQUE INDEX acuse_tanda_documento ON acuse_tanda(job_id, rut_emisor, tipo_dte, folio);

-- How an issued document is paid (1 at once, 2 on credit, 3 for nothing; null when it does not say, or was issued before this was
-- kept), and what its receiver decided at the SII; null while only time would.
ALTER TABLE documento ADD COLUMN forma_pago INTEGER CHECK (forma_pago IN (1, 2, 3));
ALTER TABLE documento ADD COLUMN acuse TEXT CHECK (acuse IN ('anulado', 'reclamado', 'aceptado', 'recibido', 'no_aplica'));
CREATE INDEX documento_acuse ON documento(empresa_id, ambiente, acuse, fecha_emision, created_at, id)
  WHERE acuse IS NOT NULL AND folio_estado <> 'libre';
-- Envelopes whose documents may still be claimed: those of the last eight days.
CREATE INDEX envio_enviado ON envio(empresa_id, ambiente, enviado_at) WHERE enviado_at IS NOT NULL;
-- Received documents that wait for their acceptance, by when their time is over.
CREATE INDEX rcv_documento_pendiente ON rcv_documento(empresa_id, ambiente, fecha_recepcion, id)
  WHERE lado = 'compra' AND estado_contable = 'PENDIENTE' AND ausente_desde IS NULL;
