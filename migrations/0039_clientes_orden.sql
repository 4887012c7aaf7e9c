-- A search in the order of what was billed walks one index that holds what is searched: to look each customer up instead held the event
-- loop for a quarter of a second over fifty thousand. So the sums of a living customer carry its search text.
DROP TRIGGER cliente_suma_entra;
DROP TRIGGER cliente_suma_mueve;
DROP TRIGGER cliente_entra;
DROP TRIGGER cliente_cambia;
DROP INDEX cliente_suma_total;
DROP INDEX cliente_suma_ultimo;
ALTER TABLE cliente_suma ADD COLUMN busqueda TEXT;
UPDATE cliente_suma SET busqueda = (SELECT c.busqueda FROM cliente c WHERE c.id = cliente_suma.cliente_id) WHERE cliente_id IS NOT NULL;
-- Behind the id, which grows: an import writes its entries one behind the other.
CREATE INDEX cliente_suma_total ON cliente_suma(empresa_id, ambiente, total, cliente_id, busqueda) WHERE cliente_id IS NOT NULL;
CREATE INDEX cliente_suma_ultimo ON cliente_suma(empresa_id, ambiente, ultimo_fecha, ultimo_creado, cliente_id, busqueda)
  WHERE cliente_id IS NOT NULL;

-- As they were (0026_clientes), but for the columns being named.
CREATE TRIGGER cliente_suma_entra AFTER INSERT ON documento
WHEN NEW.rut_receptor <> '66666666-6' AND NEW.tipo_dte IN (33, 34, 39, 41, 43, 56, 61, 110, 111, 112)
  AND NEW.folio_estado NOT IN ('libre', 'por_anular') AND NEW.estado_sii <> 'rechazado' AND NEW.anulado_por IS NULL BEGIN
  INSERT INTO cliente_suma (empresa_id, ambiente, rut, num_id, total, documentos, ultimo_id, ultimo_fecha, ultimo_creado, ultimo_tipo,
    ultimo_folio)
  VALUES (NEW.empresa_id, NEW.ambiente, NEW.rut_receptor, coalesce(NEW.num_id_receptor, ''),
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
CREATE TRIGGER cliente_suma_mueve AFTER INSERT ON cliente_suma_movida BEGIN
  INSERT INTO cliente_suma (empresa_id, ambiente, rut, num_id, total, documentos)
  SELECT d.empresa_id, d.ambiente, d.rut_receptor, coalesce(d.num_id_receptor, ''),
    NEW.veces * iif(d.tipo_dte IN (61, 112), -d.monto_total, d.monto_total), NEW.veces
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
  INSERT INTO cliente_suma (empresa_id, ambiente, rut, num_id, cliente_id, busqueda, total, documentos)
  SELECT NEW.empresa_id, a.value, NEW.rut, NEW.num_id, NEW.id, NEW.busqueda, 0, 0
  FROM json_each('["simulacion","certificacion","produccion"]') a WHERE true
  ON CONFLICT DO UPDATE SET cliente_id = excluded.cliente_id, busqueda = excluded.busqueda;
END;
CREATE TRIGGER cliente_cambia AFTER UPDATE OF rut, num_id, busqueda, eliminado_en ON cliente
WHEN (OLD.rut, OLD.num_id, OLD.busqueda, OLD.eliminado_en IS NULL) <> (NEW.rut, NEW.num_id, NEW.busqueda, NEW.eliminado_en IS NULL) BEGIN
  UPDATE cliente_suma SET cliente_id = NULL, busqueda = NULL
  WHERE empresa_id = OLD.empresa_id AND rut = OLD.rut AND num_id = OLD.num_id AND cliente_id = OLD.id
    AND ambiente IN ('simulacion', 'certificacion', 'produccion');
  INSERT INTO cliente_suma (empresa_id, ambiente, rut, num_id, cliente_id, busqueda, total, documentos)
  SELECT NEW.empresa_id, a.value, NEW.rut, NEW.num_id, NEW.id, NEW.busqueda, 0, 0
  FROM json_each('["simulacion","certificacion","produccion"]') a WHERE NEW.eliminado_en IS NULL
  ON CONFLICT DO UPDATE SET cliente_id = excluded.cliente_id, busqueda = excluded.busqueda;
END;
