-- What the list of documents adds up to by day, type and verdict, so that a summary need not read it: kept by triggers, in the
-- transaction of the document itself, as documento_cuenta is. Amounts in pesos, as the document's.
CREATE TABLE documento_dia (
  empresa_id TEXT NOT NULL,
  ambiente TEXT NOT NULL,
  fecha_emision TEXT NOT NULL,
  tipo_dte INTEGER NOT NULL,
  estado_sii TEXT NOT NULL,
  documentos INTEGER NOT NULL CHECK (documentos >= 0),
  monto_neto INTEGER NOT NULL,
  monto_exento INTEGER NOT NULL,
  monto_iva INTEGER NOT NULL,
  monto_total INTEGER NOT NULL,
  PRIMARY KEY (empresa_id, ambiente, fecha_emision, tipo_dte, estado_sii)
) STRICT, WITHOUT ROWID;

INSERT INTO documento_dia
SELECT empresa_id, ambiente, fecha_emision, tipo_dte, estado_sii, count(*), sum(monto_neto), sum(monto_exento),
  sum(monto_iva), sum(monto_total)
FROM documento WHERE folio_estado <> 'libre' GROUP BY 1, 2, 3, 4, 5;

CREATE TRIGGER documento_dia_entra AFTER INSERT ON documento WHEN NEW.folio_estado <> 'libre' BEGIN
  INSERT INTO documento_dia VALUES (NEW.empresa_id, NEW.ambiente, NEW.fecha_emision, NEW.tipo_dte, NEW.estado_sii, 1,
    NEW.monto_neto, NEW.monto_exento, NEW.monto_iva, NEW.monto_total)
  ON CONFLICT DO UPDATE SET documentos = documentos + 1, monto_neto = monto_neto + excluded.monto_neto,
    monto_exento = monto_exento + excluded.monto_exento, monto_iva = monto_iva + excluded.monto_iva,
    monto_total = monto_total + excluded.monto_total;
END;

CREATE TRIGGER documento_dia_sale AFTER DELETE ON documento WHEN OLD.folio_estado <> 'libre' BEGIN
  UPDATE documento_dia SET documentos = documentos - 1, monto_neto = monto_neto - OLD.monto_neto,
    monto_exento = monto_exento - OLD.monto_exento, monto_iva = monto_iva - OLD.monto_iva,
    monto_total = monto_total - OLD.monto_total
  WHERE empresa_id = OLD.empresa_id AND ambiente = OLD.ambiente AND fecha_emision = OLD.fecha_emision
    AND tipo_dte = OLD.tipo_dte AND estado_sii = OLD.estado_sii;
END;

-- A verdict, or a folio that is freed. Nothing else of what is counted ever changes in a document; whoever mends one by hand
-- and changes it is counted right all the same.
CREATE TRIGGER documento_dia_cambia AFTER UPDATE OF estado_sii, folio_estado, empresa_id, ambiente, fecha_emision, tipo_dte,
  monto_neto, monto_exento, monto_iva, monto_total ON documento
WHEN OLD.estado_sii <> NEW.estado_sii OR (OLD.folio_estado = 'libre') <> (NEW.folio_estado = 'libre')
  OR (OLD.empresa_id, OLD.ambiente, OLD.fecha_emision, OLD.tipo_dte, OLD.monto_neto, OLD.monto_exento, OLD.monto_iva,
    OLD.monto_total) <> (NEW.empresa_id, NEW.ambiente, NEW.fecha_emision, NEW.tipo_dte, NEW.monto_neto, NEW.monto_exento,
    NEW.monto_iva, NEW.monto_total) BEGIN
  UPDATE documento_dia SET documentos = documentos - 1, monto_neto = monto_neto - OLD.monto_neto,
    monto_exento = monto_exento - OLD.monto_exento, monto_iva = monto_iva - OLD.monto_iva,
    monto_total = monto_total - OLD.monto_total
  WHERE OLD.folio_estado <> 'libre' AND empresa_id = OLD.empresa_id AND ambiente = OLD.ambiente
    AND fecha_emision = OLD.fecha_emision AND tipo_dte = OLD.tipo_dte AND estado_sii = OLD.estado_sii;
  INSERT INTO documento_dia
  SELECT NEW.empresa_id, NEW.ambiente, NEW.fecha_emision, NEW.tipo_dte, NEW.estado_sii, 1, NEW.monto_neto, NEW.monto_exento,
    NEW.monto_iva, NEW.monto_total WHERE NEW.folio_estado <> 'libre'
  ON CONFLICT DO UPDATE SET documentos = documentos + 1, monto_neto = monto_neto + excluded.monto_neto,
    monto_exento = monto_exento + excluded.monto_exento, monto_iva = monto_iva + excluded.monto_iva,
    monto_total = monto_total + excluded.monto_total;
END;
