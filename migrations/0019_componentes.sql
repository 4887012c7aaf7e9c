-- What a note takes of each component of a document (contract §1): JSON of exact decimals by component, below zero what a
-- debit adds. Null for notes of before, which the next start reads from their documents: their content is sealed.
ALTER TABLE documento_referencia ADD COLUMN partes TEXT;
CREATE INDEX documento_referencia_sin_partes ON documento_referencia(documento_id) WHERE partes IS NULL;
-- Nothing is owed by what came to nothing, and an export that is never paid has its `MntExe` to give.
UPDATE documento SET saldo = 0
WHERE saldo <> 0 AND (estado_sii = 'rechazado' OR folio_estado IN ('libre', 'por_anular') OR anulado_por IS NOT NULL);
UPDATE documento SET saldo = monto_exento
WHERE tipo_dte IN (110, 111, 112) AND monto_total = 0 AND monto_exento > 0 AND saldo = 0 AND estado_sii <> 'rechazado'
  AND folio_estado NOT IN ('libre', 'por_anular') AND anulado_por IS NULL;
-- A second invoice over an invoiced guide, asked for with `forzar_guia`: it covers the guide beside the first.
ALTER TABLE guia_factura ADD COLUMN forzada INTEGER NOT NULL DEFAULT 0 CHECK (forzada IN (0, 1));
DROP INDEX guia_factura_unica;
CREATE UNIQUE INDEX guia_factura_unica ON guia_factura(guia_id) WHERE liberada_at IS NULL AND forzada = 0;
