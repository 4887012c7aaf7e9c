-- What the SII rejected and was issued again, and what a person has seen to: neither waits for anybody any more.

ALTER TABLE documento ADD COLUMN atendido INTEGER NOT NULL DEFAULT 0 CHECK (atendido IN (0, 1));

-- Which document was issued in the place of which rejected one. A successor that is discarded before the SII could see it leaves.
CREATE TABLE documento_reemplazo (
  documento_id TEXT PRIMARY KEY REFERENCES documento(id),
  reemplazado_id TEXT NOT NULL REFERENCES documento(id),
  -- 1: issued beside another successor, as `forzar_reemplazo` asked.
  forzado INTEGER NOT NULL DEFAULT 0 CHECK (forzado IN (0, 1)),
  CHECK (documento_id <> reemplazado_id)
) STRICT, WITHOUT ROWID;
-- The invariant: no rejected document is billed twice unasked.
CREATE UNIQUE INDEX documento_reemplazo_unico ON documento_reemplazo(reemplazado_id) WHERE forzado = 0;
CREATE INDEX documento_reemplazo_reemplazado ON documento_reemplazo(reemplazado_id);

CREATE TRIGGER documento_reemplazo_entra BEFORE INSERT ON documento_reemplazo BEGIN
  SELECT RAISE(ABORT, 'a document replaces one of its own company and environment')
  WHERE NOT EXISTS (SELECT 1 FROM documento d JOIN documento r ON r.empresa_id = d.empresa_id AND r.ambiente = d.ambiente
    WHERE d.id = NEW.documento_id AND r.id = NEW.reemplazado_id);
  UPDATE documento SET atendido = 1 WHERE id = NEW.reemplazado_id;
END;

CREATE TRIGGER documento_reemplazo_sale AFTER DELETE ON documento_reemplazo BEGIN
  UPDATE documento SET atendido = 0 WHERE id = OLD.reemplazado_id
    AND NOT EXISTS (SELECT 1 FROM documento_reemplazo o WHERE o.reemplazado_id = OLD.reemplazado_id);
END;

-- How many of a day's documents a person has seen to.
ALTER TABLE documento_dia ADD COLUMN atendidos INTEGER NOT NULL DEFAULT 0 CHECK (atendidos >= 0);

DROP TRIGGER documento_dia_entra;
DROP TRIGGER documento_dia_sale;
DROP TRIGGER documento_dia_cambia;

CREATE TRIGGER documento_dia_entra AFTER INSERT ON documento WHEN NEW.folio_estado <> 'libre' BEGIN
  INSERT INTO documento_dia VALUES (NEW.empresa_id, NEW.ambiente, NEW.fecha_emision, NEW.tipo_dte, NEW.estado_sii, 1,
    NEW.monto_neto, NEW.monto_exento, NEW.monto_iva, NEW.monto_total, NEW.atendido)
  ON CONFLICT DO UPDATE SET documentos = documentos + 1, monto_neto = monto_neto + excluded.monto_neto,
    monto_exento = monto_exento + excluded.monto_exento, monto_iva = monto_iva + excluded.monto_iva,
    monto_total = monto_total + excluded.monto_total, atendidos = atendidos + excluded.atendidos;
END;

CREATE TRIGGER documento_dia_sale AFTER DELETE ON documento WHEN OLD.folio_estado <> 'libre' BEGIN
  UPDATE documento_dia SET documentos = documentos - 1, monto_neto = monto_neto - OLD.monto_neto,
    monto_exento = monto_exento - OLD.monto_exento, monto_iva = monto_iva - OLD.monto_iva,
    monto_total = monto_total - OLD.monto_total, atendidos = atendidos - OLD.atendido
  WHERE empresa_id = OLD.empresa_id AND ambiente = OLD.ambiente AND fecha_emision = OLD.fecha_emision
    AND tipo_dte = OLD.tipo_dte AND estado_sii = OLD.estado_sii;
END;

CREATE TRIGGER documento_dia_cambia AFTER UPDATE OF estado_sii, folio_estado, empresa_id, ambiente, fecha_emision, tipo_dte,
  monto_neto, monto_exento, monto_iva, monto_total, atendido ON documento
WHEN OLD.estado_sii <> NEW.estado_sii OR (OLD.folio_estado = 'libre') <> (NEW.folio_estado = 'libre')
  OR (OLD.empresa_id, OLD.ambiente, OLD.fecha_emision, OLD.tipo_dte, OLD.monto_neto, OLD.monto_exento, OLD.monto_iva,
    OLD.monto_total, OLD.atendido) <> (NEW.empresa_id, NEW.ambiente, NEW.fecha_emision, NEW.tipo_dte, NEW.monto_neto,
    NEW.monto_exento, NEW.monto_iva, NEW.monto_total, NEW.atendido) BEGIN
  UPDATE documento_dia SET documentos = documentos - 1, monto_neto = monto_neto - OLD.monto_neto,
    monto_exento = monto_exento - OLD.monto_exento, monto_iva = monto_iva - OLD.monto_iva,
    monto_total = monto_total - OLD.monto_total, atendidos = atendidos - OLD.atendido
  WHERE OLD.folio_estado <> 'libre' AND empresa_id = OLD.empresa_id AND ambiente = OLD.ambiente
    AND fecha_emision = OLD.fecha_emision AND tipo_dte = OLD.tipo_dte AND estado_sii = OLD.estado_sii;
  INSERT INTO documento_dia
  SELECT NEW.empresa_id, NEW.ambiente, NEW.fecha_emision, NEW.tipo_dte, NEW.estado_sii, 1, NEW.monto_neto, NEW.monto_exento,
    NEW.monto_iva, NEW.monto_total, NEW.atendido WHERE NEW.folio_estado <> 'libre'
  ON CONFLICT DO UPDATE SET documentos = documentos + 1, monto_neto = monto_neto + excluded.monto_neto,
    monto_exento = monto_exento + excluded.monto_exento, monto_iva = monto_iva + excluded.monto_iva,
    monto_total = monto_total + excluded.monto_total, atendidos = atendidos + excluded.atendidos;
END;
