-- Whether the signed bytes carry elements that only the SII's schemas of 2026 know: the first ones of a company in production
-- travel alone until the SII has looked at one.
ALTER TABLE documento ADD COLUMN formato_nuevo INTEGER NOT NULL DEFAULT 0 CHECK (formato_nuevo IN (0, 1));
CREATE INDEX documento_formato_nuevo ON documento(empresa_id, envio_id) WHERE formato_nuevo = 1 AND ambiente = 'produccion';
