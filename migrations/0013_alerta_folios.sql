-- When a company is to be told that it has few folios of a type, and whether more are asked for then (contract §18). A null
-- `umbral` is the company's, else a tenth of the type's newest range; a null `cantidad` is as many as the SII gives.
CREATE TABLE folio_alerta (
  empresa_id TEXT NOT NULL REFERENCES empresa(id),
  ambiente TEXT NOT NULL CHECK (ambiente IN ('simulacion', 'certificacion', 'produccion')),
  tipo_dte INTEGER NOT NULL,
  umbral INTEGER CHECK (umbral >= 0),
  reposicion_automatica INTEGER NOT NULL DEFAULT 0 CHECK (reposicion_automatica IN (0, 1)),
  cantidad INTEGER CHECK (cantidad >= 1),
  PRIMARY KEY (empresa_id, ambiente, tipo_dte)
) STRICT, WITHOUT ROWID;

-- For the types that have no threshold of their own.
ALTER TABLE empresa ADD COLUMN alerta_folios INTEGER CHECK (alerta_folios >= 0);

-- The threshold in force, written beside the range so that taking a folio reads nothing more; null once it was told, until
-- there are more folios than that again. The ranges of one type have the same.
ALTER TABLE caf ADD COLUMN aviso_bajo INTEGER CHECK (aviso_bajo >= 0);
UPDATE caf SET aviso_bajo = (
  SELECT (n.hasta - n.desde + 10) / 10 FROM caf n
  WHERE n.empresa_id = caf.empresa_id AND n.ambiente = caf.ambiente AND n.tipo_dte = caf.tipo_dte
  ORDER BY n.fecha_autorizacion DESC, n.desde DESC LIMIT 1);
