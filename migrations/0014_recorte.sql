-- What is forgotten every night is found without a look at what stays.
CREATE INDEX restablecimiento_vence ON restablecimiento(expira_en);
CREATE INDEX invitacion_vence ON invitacion(expira_en);
CREATE INDEX auditoria_fecha ON auditoria(created_at);

-- The log of changes is forgotten once nothing of its time can be asked after any more: six years (Código Tributario,
-- articles 17 and 200). Nothing younger leaves it, whoever asks.
DROP TRIGGER auditoria_no_se_borra;
CREATE TRIGGER auditoria_no_se_borra BEFORE DELETE ON auditoria
WHEN julianday('now') - julianday(OLD.created_at) < 2191 BEGIN
  SELECT RAISE(ABORT, 'the audit log is not rewritten');
END;

-- Envelopes of the simulated SII that still have their bytes and are done with; an empty `xml` was given up.
CREATE INDEX sim_envio_bytes ON sim_envio(estado_at) WHERE siguiente_at IS NULL AND length(xml) > 0;
