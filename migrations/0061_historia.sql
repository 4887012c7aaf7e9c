-- Documents that were issued elsewhere (contract-firm §1, §9). They have no range and no job, so the table is made anew: SQLite
-- takes no NOT NULL away otherwise.
-- migrate: without foreign keys
CREATE TABLE documento_nueva (
  id TEXT PRIMARY KEY,
  empresa_id TEXT NOT NULL REFERENCES empresa(id),
  ambiente TEXT NOT NULL,
  tipo_dte INTEGER NOT NULL,
  folio INTEGER NOT NULL,
  caf_id TEXT REFERENCES caf(id),
  job_id TEXT UNIQUE REFERENCES job(id),
  envio_id TEXT REFERENCES envio(id),
  -- 1 after an envelope it shared was refused as a whole: it travels alone, so that one bad document sinks no other.
  solo INTEGER NOT NULL DEFAULT 0 CHECK (solo IN (0, 1)),
  -- 1 once an envelope with it may have reached the SII: its folio is never given to another document.
  visto INTEGER NOT NULL DEFAULT 0 CHECK (visto IN (0, 1)),
  fecha_emision TEXT NOT NULL,
  rut_emisor TEXT NOT NULL,
  rut_receptor TEXT NOT NULL,
  razon_social_receptor TEXT,
  monto_neto INTEGER NOT NULL DEFAULT 0,
  monto_exento INTEGER NOT NULL DEFAULT 0,
  monto_iva INTEGER NOT NULL DEFAULT 0,
  monto_total INTEGER NOT NULL,
  saldo INTEGER NOT NULL,
  anulado_por TEXT,
  referencia_externa TEXT,
  folio_estado TEXT NOT NULL DEFAULT 'tomado'
    CHECK (folio_estado = 'tomado' OR folio_estado = 'usado' OR folio_estado = 'retenido' OR folio_estado = 'libre'
      OR folio_estado = 'por_anular'),
  -- `no_consultado`: issued elsewhere, and neither the register nor the SII was asked yet.
  estado_sii TEXT NOT NULL DEFAULT 'no_enviado'
    CHECK (estado_sii = 'no_enviado' OR estado_sii = 'enviado' OR estado_sii = 'en_proceso'
      OR estado_sii = 'aceptado' OR estado_sii = 'aceptado_con_reparos' OR estado_sii = 'rechazado'
      OR estado_sii = 'no_consultado'),
  codigo_sii TEXT,
  glosa_sii TEXT,
  firmado_at TEXT,
  created_at TEXT NOT NULL,
  -- Whether the signed bytes carry elements that only the SII's schemas of 2026 know: the first ones of a company in
  -- production travel alone until the SII has looked at one.
  formato_nuevo INTEGER NOT NULL DEFAULT 0 CHECK (formato_nuevo IN (0, 1)),
  -- 1: taken in an old copy and not known to have left; before it is signed or sent the SII is asked for its folio. 2:
  -- the SII has that folio.
  conciliar INTEGER NOT NULL DEFAULT 0 CHECK (conciliar = 0 OR conciliar = 1 OR conciliar = 2),
  -- What `q` of the list of documents looks for: the receiver's name and the reference as `foldText` writes them
  -- (src/domain/texto.ts), a line each. Written with the document and as unchanging as those two.
  busqueda TEXT NOT NULL DEFAULT '',
  forma_pago INTEGER CHECK (forma_pago IN (1, 2, 3)),
  acuse TEXT CHECK (acuse IN ('anulado', 'reclamado', 'aceptado', 'recibido', 'no_aplica')),
  num_id_receptor TEXT,
  atendido INTEGER NOT NULL DEFAULT 0 CHECK (atendido IN (0, 1)),
  origen TEXT NOT NULL DEFAULT 'emitido' CHECK (origen = 'emitido' OR origen = 'importado'),
  -- What is known of it: its XML, or the register's row alone.
  contenido TEXT NOT NULL DEFAULT 'xml' CHECK (contenido = 'xml' OR contenido = 'registro'),
  -- Where the verdict on an imported document came from; null where it came with its envelope, or did not come.
  estado_sii_fuente TEXT CHECK (estado_sii_fuente = 'registro' OR estado_sii_fuente = 'consulta'),
  CHECK ((caf_id IS NULL) = (origen = 'importado') AND (job_id IS NULL) = (origen = 'importado')),
  -- Never sent from here, and its folio is never anybody else's.
  CHECK (origen = 'emitido' OR (envio_id IS NULL AND folio_estado = 'usado')),
  CHECK (origen = 'importado' OR (contenido = 'xml' AND estado_sii <> 'no_consultado' AND estado_sii_fuente IS NULL))
) STRICT;
INSERT INTO documento_nueva (
  id, empresa_id, ambiente, tipo_dte, folio, caf_id, job_id, envio_id, solo, visto, fecha_emision,
  rut_emisor, rut_receptor, razon_social_receptor, monto_neto, monto_exento, monto_iva, monto_total,
  saldo, anulado_por, referencia_externa, folio_estado, estado_sii, codigo_sii, glosa_sii, firmado_at,
  created_at, formato_nuevo, conciliar, busqueda, forma_pago, acuse, num_id_receptor, atendido
) SELECT
  id, empresa_id, ambiente, tipo_dte, folio, caf_id, job_id, envio_id, solo, visto, fecha_emision,
  rut_emisor, rut_receptor, razon_social_receptor, monto_neto, monto_exento, monto_iva, monto_total,
  saldo, anulado_por, referencia_externa, folio_estado, estado_sii, codigo_sii, glosa_sii, firmado_at,
  created_at, formato_nuevo, conciliar, busqueda, forma_pago, acuse, num_id_receptor, atendido
FROM documento ORDER BY rowid;
-- Its triggers go with it. Others name it until its successor has its name, which only the old way of renaming allows.
DROP TABLE documento;
PRAGMA legacy_alter_table = ON;
ALTER TABLE documento_nueva RENAME TO documento;
PRAGMA legacy_alter_table = OFF;

CREATE INDEX documento_acuse ON documento(empresa_id, ambiente, acuse, fecha_emision, created_at, id)
  WHERE acuse IS NOT NULL AND folio_estado <> 'libre';
CREATE INDEX documento_busqueda ON documento(empresa_id || ambiente, tipo_dte, folio, rut_receptor, busqueda)
  WHERE folio_estado <> 'libre';
CREATE INDEX documento_envio ON documento(envio_id) WHERE envio_id IS NOT NULL;
CREATE INDEX documento_externa ON documento(empresa_id, referencia_externa) WHERE referencia_externa IS NOT NULL;
CREATE INDEX documento_fecha ON documento(empresa_id, ambiente, fecha_emision, created_at, id) WHERE folio_estado <> 'libre';
CREATE UNIQUE INDEX documento_folio ON documento(empresa_id, ambiente, tipo_dte, folio) WHERE folio_estado <> 'libre';
CREATE INDEX documento_formato_nuevo ON documento(empresa_id, envio_id) WHERE formato_nuevo = 1 AND ambiente = 'produccion';
CREATE INDEX documento_guia ON documento(empresa_id, ambiente, fecha_emision, folio) WHERE tipo_dte = 52;
CREATE INDEX documento_hueco ON documento(empresa_id, ambiente, tipo_dte, folio)
  WHERE folio_estado IN ('por_anular', 'libre');
CREATE INDEX documento_receptor ON documento(empresa_id, ambiente, rut_receptor, tipo_dte, monto_total, created_at);
CREATE INDEX documento_sin_aceptar ON documento(empresa_id, ambiente, estado_sii, fecha_emision, created_at, id)
  WHERE estado_sii <> 'aceptado' AND estado_sii <> 'no_consultado' AND folio_estado <> 'libre';
-- The list of what was imported, and what of a month is to be asked for.
CREATE INDEX documento_importado ON documento(empresa_id, ambiente, fecha_emision, created_at, id) WHERE origen = 'importado';

CREATE TRIGGER cliente_suma_anula AFTER UPDATE OF anulado_por ON documento
WHEN NEW.anulado_por IS NOT NULL AND NEW.anulado_por <> NEW.id AND NEW.anulado_por IS NOT OLD.anulado_por BEGIN
  INSERT INTO cliente_suma_movida SELECT id, -1 FROM documento n
  WHERE n.id = NEW.anulado_por AND n.rut_receptor <> '66666666-6' AND n.folio_estado NOT IN ('libre', 'por_anular')
    AND n.estado_sii <> 'rechazado' AND n.anulado_por IS NULL;
END;

CREATE TRIGGER cliente_suma_cambia AFTER UPDATE OF estado_sii, folio_estado, anulado_por ON documento
WHEN NEW.rut_receptor <> '66666666-6' AND NEW.tipo_dte IN (33, 34, 39, 41, 43, 56, 61, 110, 111, 112)
  AND (OLD.folio_estado NOT IN ('libre', 'por_anular') AND OLD.estado_sii <> 'rechazado' AND OLD.anulado_por IS NULL)
   <> (NEW.folio_estado NOT IN ('libre', 'por_anular') AND NEW.estado_sii <> 'rechazado' AND NEW.anulado_por IS NULL)
  AND NOT (NEW.tipo_dte IN (56, 61, 111, 112) AND EXISTS (SELECT 1 FROM documento_referencia r JOIN documento x ON x.id = r.referido_id
    WHERE r.documento_id = NEW.id AND r.codigo = 1 AND x.anulado_por = NEW.id)) BEGIN
  INSERT INTO cliente_suma_movida VALUES (NEW.id,
    iif(NEW.folio_estado NOT IN ('libre', 'por_anular') AND NEW.estado_sii <> 'rechazado' AND NEW.anulado_por IS NULL, 1, -1));
END;

CREATE TRIGGER cliente_suma_desanula AFTER UPDATE OF anulado_por ON documento
WHEN OLD.anulado_por IS NOT NULL AND OLD.anulado_por <> NEW.id AND NEW.anulado_por IS NOT OLD.anulado_por BEGIN
  INSERT INTO cliente_suma_movida SELECT id, 1 FROM documento n
  WHERE n.id = OLD.anulado_por AND n.rut_receptor <> '66666666-6' AND n.folio_estado NOT IN ('libre', 'por_anular')
    AND n.estado_sii <> 'rechazado' AND n.anulado_por IS NULL;
END;

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

CREATE TRIGGER documento_cuenta_cambia AFTER UPDATE OF folio_estado ON documento
WHEN (OLD.folio_estado = 'libre') <> (NEW.folio_estado = 'libre') BEGIN
  UPDATE documento_cuenta SET total = total + iif(NEW.folio_estado = 'libre', -1, 1)
  WHERE empresa_id = NEW.empresa_id AND ambiente = NEW.ambiente AND tipo_dte = NEW.tipo_dte;
END;

CREATE TRIGGER documento_cuenta_entra AFTER INSERT ON documento WHEN NEW.folio_estado <> 'libre' BEGIN
  INSERT INTO documento_cuenta VALUES (NEW.empresa_id, NEW.ambiente, NEW.tipo_dte, 1)
  ON CONFLICT DO UPDATE SET total = total + 1;
END;

CREATE TRIGGER documento_cuenta_sale AFTER DELETE ON documento WHEN OLD.folio_estado <> 'libre' BEGIN
  UPDATE documento_cuenta SET total = total - 1
  WHERE empresa_id = OLD.empresa_id AND ambiente = OLD.ambiente AND tipo_dte = OLD.tipo_dte;
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

CREATE TRIGGER envio_set_solo BEFORE UPDATE OF envio_id ON documento
WHEN NEW.envio_id IS NOT NULL AND (SELECT envio_id FROM envio_set WHERE documento_id = NEW.id)
  IS NOT (SELECT envio_id FROM envio_set WHERE envio_id = NEW.envio_id LIMIT 1)
BEGIN
  SELECT RAISE(ABORT, 'a set travels in an envelope of its own');
END;
