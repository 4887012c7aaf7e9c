-- The customer book, and what was billed to each receiver (src/areas/clientes/README.md).
CREATE TABLE cliente (
  id TEXT PRIMARY KEY,
  empresa_id TEXT NOT NULL REFERENCES empresa(id),
  rut TEXT NOT NULL,
  -- What tells foreigners apart, who share one RUT; empty of anybody else.
  num_id TEXT NOT NULL DEFAULT '',
  nacionalidad TEXT,
  tipo_doc_id INTEGER,
  razon_social TEXT NOT NULL,
  giro TEXT,
  direccion TEXT,
  comuna TEXT,
  ciudad TEXT,
  email TEXT,
  telefono TEXT,
  contacto TEXT,
  email_intercambio TEXT,
  forma_pago_defecto INTEGER CHECK (forma_pago_defecto BETWEEN 1 AND 3),
  notas TEXT,
  origen TEXT NOT NULL CHECK (origen IN ('manual', 'csv', 'rcv', 'emitidos')),
  -- Name, RUT, number abroad, giro and e-mail as searches compare them, a line each. The name comes first: it is the order of the list.
  busqueda TEXT NOT NULL,
  created_at TEXT NOT NULL,
  eliminado_en TEXT,
  CHECK (rut <> '66666666-6'),
  CHECK ((rut = '55555555-5') = (num_id <> ''))
) STRICT;
CREATE UNIQUE INDEX cliente_rut ON cliente(empresa_id, rut, num_id) WHERE eliminado_en IS NULL;
CREATE INDEX cliente_busqueda ON cliente(empresa_id, busqueda, id) WHERE eliminado_en IS NULL;
CREATE INDEX cliente_eliminado ON cliente(empresa_id, busqueda, id) WHERE eliminado_en IS NOT NULL;

CREATE TABLE cliente_cambio (
  id INTEGER PRIMARY KEY,
  cliente_id TEXT NOT NULL REFERENCES cliente(id),
  fecha TEXT NOT NULL,
  usuario TEXT,
  campos TEXT NOT NULL
) STRICT;
CREATE INDEX cliente_cambio_cliente ON cliente_cambio(cliente_id, id);

-- An import under way: the file as it came, and how far it is.
CREATE TABLE cliente_importacion (
  job_id TEXT PRIMARY KEY REFERENCES job(id) ON DELETE CASCADE,
  archivo_cifrado BLOB,
  hechos INTEGER NOT NULL DEFAULT 0,
  creados INTEGER NOT NULL DEFAULT 0,
  actualizados INTEGER NOT NULL DEFAULT 0,
  omitidos INTEGER NOT NULL DEFAULT 0,
  errores TEXT NOT NULL DEFAULT '[]'
) STRICT;

-- Of a document to a foreigner, which one: the RUT is everybody's.
ALTER TABLE documento ADD COLUMN num_id_receptor TEXT;

-- What was billed to each receiver, customer or not, kept by triggers in the transaction of the document itself.
CREATE TABLE cliente_suma (
  empresa_id TEXT NOT NULL,
  ambiente TEXT NOT NULL,
  rut TEXT NOT NULL,
  num_id TEXT NOT NULL,
  -- The living customer, if there is one.
  cliente_id TEXT,
  total INTEGER NOT NULL,
  documentos INTEGER NOT NULL,
  ultimo_id TEXT,
  ultimo_fecha TEXT,
  ultimo_creado TEXT,
  ultimo_tipo INTEGER,
  ultimo_folio INTEGER,
  PRIMARY KEY (empresa_id, ambiente, rut, num_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX cliente_suma_total ON cliente_suma(empresa_id, ambiente, total, cliente_id) WHERE cliente_id IS NOT NULL;
CREATE INDEX cliente_suma_ultimo ON cliente_suma(empresa_id, ambiente, ultimo_fecha, ultimo_creado, cliente_id)
  WHERE cliente_id IS NOT NULL;

-- Counted: 33 34 39 41 43 56 110 111, and 61 112 below zero; neither rejected, discarded nor voided, nor the note that voids.
INSERT INTO cliente_suma
SELECT d.empresa_id, d.ambiente, d.rut_receptor, coalesce(d.num_id_receptor, ''), NULL,
  sum(iif(d.tipo_dte IN (61, 112), -d.monto_total, d.monto_total)), count(*), NULL, NULL, NULL, NULL, NULL
FROM documento d
WHERE d.tipo_dte IN (33, 34, 39, 41, 43, 56, 61, 110, 111, 112) AND d.rut_receptor <> '66666666-6'
  AND d.folio_estado NOT IN ('libre', 'por_anular') AND d.estado_sii <> 'rechazado' AND d.anulado_por IS NULL
  AND NOT (d.tipo_dte IN (56, 61, 111, 112) AND EXISTS (SELECT 1 FROM documento_referencia r JOIN documento x ON x.id = r.referido_id
    WHERE r.documento_id = d.id AND r.codigo = 1 AND x.anulado_por = d.id))
GROUP BY 1, 2, 3, 4;
UPDATE cliente_suma SET (ultimo_id, ultimo_fecha, ultimo_creado, ultimo_tipo, ultimo_folio) = (
  SELECT d.id, d.fecha_emision, d.created_at, d.tipo_dte, d.folio FROM documento d
  WHERE d.empresa_id = cliente_suma.empresa_id AND d.ambiente = cliente_suma.ambiente AND d.rut_receptor = cliente_suma.rut
    AND coalesce(d.num_id_receptor, '') = cliente_suma.num_id AND d.tipo_dte IN (33, 34, 39, 41, 43, 56, 61, 110, 111, 112)
    AND d.folio_estado NOT IN ('libre', 'por_anular') AND d.estado_sii <> 'rechazado' AND d.anulado_por IS NULL
    AND NOT (d.tipo_dte IN (56, 61, 111, 112) AND EXISTS (SELECT 1 FROM documento_referencia r JOIN documento x ON x.id = r.referido_id
      WHERE r.documento_id = d.id AND r.codigo = 1 AND x.anulado_por = d.id))
  ORDER BY d.fecha_emision DESC, d.created_at DESC, d.id DESC LIMIT 1);

-- Nothing voids or is voided when it is accepted.
CREATE TRIGGER cliente_suma_entra AFTER INSERT ON documento
WHEN NEW.rut_receptor <> '66666666-6' AND NEW.tipo_dte IN (33, 34, 39, 41, 43, 56, 61, 110, 111, 112)
  AND NEW.folio_estado NOT IN ('libre', 'por_anular') AND NEW.estado_sii <> 'rechazado' AND NEW.anulado_por IS NULL BEGIN
  INSERT INTO cliente_suma VALUES (NEW.empresa_id, NEW.ambiente, NEW.rut_receptor, coalesce(NEW.num_id_receptor, ''), NULL,
    iif(NEW.tipo_dte IN (61, 112), -NEW.monto_total, NEW.monto_total), 1, NEW.id, NEW.fecha_emision, NEW.created_at,
    NEW.tipo_dte, NEW.folio)
  ON CONFLICT DO UPDATE SET total = total + excluded.total, documentos = documentos + 1;
  -- Not above: what an update compares there is worked out for every column anew.
  UPDATE cliente_suma SET ultimo_id = NEW.id, ultimo_fecha = NEW.fecha_emision, ultimo_creado = NEW.created_at,
    ultimo_tipo = NEW.tipo_dte, ultimo_folio = NEW.folio
  WHERE empresa_id = NEW.empresa_id AND ambiente = NEW.ambiente AND rut = NEW.rut_receptor
    AND num_id = coalesce(NEW.num_id_receptor, '')
    AND (ultimo_id IS NULL OR (NEW.fecha_emision, NEW.created_at, NEW.id) > (ultimo_fecha, ultimo_creado, ultimo_id));
END;

-- A document that is rejected, given up or voided, or back from one of these.
CREATE TRIGGER cliente_suma_cambia AFTER UPDATE OF estado_sii, folio_estado, anulado_por ON documento
WHEN NEW.rut_receptor <> '66666666-6' AND NEW.tipo_dte IN (33, 34, 39, 41, 43, 56, 61, 110, 111, 112)
  AND (OLD.folio_estado NOT IN ('libre', 'por_anular') AND OLD.estado_sii <> 'rechazado' AND OLD.anulado_por IS NULL)
   <> (NEW.folio_estado NOT IN ('libre', 'por_anular') AND NEW.estado_sii <> 'rechazado' AND NEW.anulado_por IS NULL)
  AND NOT (NEW.tipo_dte IN (56, 61, 111, 112) AND EXISTS (SELECT 1 FROM documento_referencia r JOIN documento x ON x.id = r.referido_id
    WHERE r.documento_id = NEW.id AND r.codigo = 1 AND x.anulado_por = NEW.id)) BEGIN
  INSERT INTO cliente_suma_movida VALUES (NEW.id,
    iif(NEW.folio_estado NOT IN ('libre', 'por_anular') AND NEW.estado_sii <> 'rechazado' AND NEW.anulado_por IS NULL, 1, -1));
END;

-- The note that voids counts for nothing while it does.
CREATE TRIGGER cliente_suma_anula AFTER UPDATE OF anulado_por ON documento
WHEN NEW.anulado_por IS NOT NULL AND NEW.anulado_por <> NEW.id AND NEW.anulado_por IS NOT OLD.anulado_por BEGIN
  INSERT INTO cliente_suma_movida SELECT id, -1 FROM documento n
  WHERE n.id = NEW.anulado_por AND n.rut_receptor <> '66666666-6' AND n.folio_estado NOT IN ('libre', 'por_anular')
    AND n.estado_sii <> 'rechazado' AND n.anulado_por IS NULL;
END;
CREATE TRIGGER cliente_suma_desanula AFTER UPDATE OF anulado_por ON documento
WHEN OLD.anulado_por IS NOT NULL AND OLD.anulado_por <> NEW.id AND NEW.anulado_por IS NOT OLD.anulado_por BEGIN
  INSERT INTO cliente_suma_movida SELECT id, 1 FROM documento n
  WHERE n.id = OLD.anulado_por AND n.rut_receptor <> '66666666-6' AND n.folio_estado NOT IN ('libre', 'por_anular')
    AND n.estado_sii <> 'rechazado' AND n.anulado_por IS NULL;
END;

-- A document that counts from now on (1) or no longer (-1): a place for one text of what that does, empty but for the moment.
CREATE TABLE cliente_suma_movida (
  documento_id TEXT NOT NULL,
  veces INTEGER NOT NULL
) STRICT;
CREATE TRIGGER cliente_suma_mueve AFTER INSERT ON cliente_suma_movida BEGIN
  INSERT INTO cliente_suma
  SELECT d.empresa_id, d.ambiente, d.rut_receptor, coalesce(d.num_id_receptor, ''), NULL,
    NEW.veces * iif(d.tipo_dte IN (61, 112), -d.monto_total, d.monto_total), NEW.veces, NULL, NULL, NULL, NULL, NULL
  FROM documento d WHERE d.id = NEW.documento_id
  ON CONFLICT DO UPDATE SET total = total + excluded.total, documentos = documentos + excluded.documentos;
  UPDATE cliente_suma SET (ultimo_id, ultimo_fecha, ultimo_creado, ultimo_tipo, ultimo_folio) = (
    SELECT d.id, d.fecha_emision, d.created_at, d.tipo_dte, d.folio FROM documento d
    WHERE d.empresa_id = cliente_suma.empresa_id AND d.ambiente = cliente_suma.ambiente AND d.rut_receptor = cliente_suma.rut
      AND coalesce(d.num_id_receptor, '') = cliente_suma.num_id AND d.tipo_dte IN (33, 34, 39, 41, 43, 56, 61, 110, 111, 112)
      AND d.folio_estado NOT IN ('libre', 'por_anular') AND d.estado_sii <> 'rechazado' AND d.anulado_por IS NULL
      AND NOT (d.tipo_dte IN (56, 61, 111, 112) AND EXISTS (SELECT 1 FROM documento_referencia r JOIN documento x ON x.id = r.referido_id
        WHERE r.documento_id = d.id AND r.codigo = 1 AND x.anulado_por = d.id))
    ORDER BY d.fecha_emision DESC, d.created_at DESC, d.id DESC LIMIT 1)
  FROM documento o
  WHERE o.id = NEW.documento_id AND cliente_suma.empresa_id = o.empresa_id AND cliente_suma.ambiente = o.ambiente AND cliente_suma.rut = o.rut_receptor
    AND cliente_suma.num_id = coalesce(o.num_id_receptor, '') AND (NEW.veces = 1 OR cliente_suma.ultimo_id = o.id);
  DELETE FROM cliente_suma_movida;
END;

-- Every living customer has a row in each environment, so that an order by what was billed is a walk over one index.
CREATE TRIGGER cliente_entra AFTER INSERT ON cliente WHEN NEW.eliminado_en IS NULL BEGIN
  INSERT INTO cliente_suma SELECT NEW.empresa_id, a.value, NEW.rut, NEW.num_id, NEW.id, 0, 0, NULL, NULL, NULL, NULL, NULL
  FROM json_each('["simulacion","certificacion","produccion"]') a WHERE true
  ON CONFLICT DO UPDATE SET cliente_id = excluded.cliente_id;
END;
CREATE TRIGGER cliente_cambia AFTER UPDATE OF rut, num_id, eliminado_en ON cliente
WHEN (OLD.rut, OLD.num_id, OLD.eliminado_en IS NULL) <> (NEW.rut, NEW.num_id, NEW.eliminado_en IS NULL) BEGIN
  UPDATE cliente_suma SET cliente_id = NULL
  WHERE empresa_id = OLD.empresa_id AND rut = OLD.rut AND num_id = OLD.num_id AND cliente_id = OLD.id
    AND ambiente IN ('simulacion', 'certificacion', 'produccion');
  INSERT INTO cliente_suma SELECT NEW.empresa_id, a.value, NEW.rut, NEW.num_id, NEW.id, 0, 0, NULL, NULL, NULL, NULL, NULL
  FROM json_each('["simulacion","certificacion","produccion"]') a WHERE NEW.eliminado_en IS NULL
  ON CONFLICT DO UPDATE SET cliente_id = excluded.cliente_id;
END;
