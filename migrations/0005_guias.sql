-- What is known of a guide (type 52) beside its document. `ind_traslado` is null only for one accepted before this table was
-- there; the next start reads it from the document. A guide that was voided names itself in `documento.anulado_por`.
CREATE TABLE guia (
  documento_id TEXT PRIMARY KEY REFERENCES documento(id),
  ind_traslado INTEGER CHECK (ind_traslado BETWEEN 1 AND 9),
  anulada_at TEXT,
  motivo_anulacion TEXT,
  CHECK ((anulada_at IS NULL) = (motivo_anulacion IS NULL))
) STRICT;
CREATE INDEX guia_sin_leer ON guia(documento_id) WHERE ind_traslado IS NULL;
INSERT INTO guia (documento_id) SELECT id FROM documento WHERE tipo_dte = 52;

-- Which invoice covers which guide. A row stands while `liberada_at` is null; `liberada_por` is the note that voided the
-- invoice, null when the invoice itself came to nothing.
CREATE TABLE guia_factura (
  id INTEGER PRIMARY KEY,
  guia_id TEXT NOT NULL REFERENCES guia(documento_id),
  factura_id TEXT NOT NULL REFERENCES documento(id),
  created_at TEXT NOT NULL,
  liberada_at TEXT,
  liberada_por TEXT REFERENCES documento(id),
  CHECK (liberada_at IS NOT NULL OR liberada_por IS NULL)
) STRICT;
-- The invariant: no guide is in two invoices at once.
CREATE UNIQUE INDEX guia_factura_unica ON guia_factura(guia_id) WHERE liberada_at IS NULL;
CREATE INDEX guia_factura_factura ON guia_factura(factura_id);

-- The default order of the list of guides.
CREATE INDEX documento_guia ON documento(empresa_id, ambiente, fecha_emision, folio) WHERE tipo_dte = 52;
