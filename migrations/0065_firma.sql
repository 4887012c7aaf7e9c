-- The board of a firm (areas/firma §1): what each company has to be done, kept so that two hundred are read at once.

-- A company in an environment that it has been in. `marca`: bit 1, something changed since its facets were read; bit 2, they are
-- being read, so that a death halfway leaves it to be read again. From `vale_hasta` on time alone has changed more than they tell.
CREATE TABLE empresa_tablero (
  empresa_id TEXT NOT NULL REFERENCES empresa(id) ON DELETE CASCADE,
  ambiente TEXT NOT NULL CHECK (ambiente IN ('simulacion', 'certificacion', 'produccion')),
  marca INTEGER NOT NULL DEFAULT 1 CHECK (marca BETWEEN 0 AND 3),
  vale_hasta TEXT NOT NULL DEFAULT '',
  PRIMARY KEY (empresa_id, ambiente)
) STRICT, WITHOUT ROWID;
CREATE INDEX empresa_tablero_marcada ON empresa_tablero(empresa_id, ambiente) WHERE marca > 0;
CREATE INDEX empresa_tablero_vence ON empresa_tablero(vale_hasta);

-- One facet of it, as its area answered; `periodo` empty where no month matters. Instants stand in it and are judged when it is read.
CREATE TABLE empresa_faceta (
  empresa_id TEXT NOT NULL,
  ambiente TEXT NOT NULL,
  periodo TEXT NOT NULL,
  faceta TEXT NOT NULL
    CHECK (faceta IN ('rcv', 'acuses', 'cuadratura', 'f29', 'rcof', 'documentos', 'folios', 'acceso')),
  datos TEXT NOT NULL CHECK (json_valid(datos)),
  PRIMARY KEY (empresa_id, ambiente, periodo, faceta),
  FOREIGN KEY (empresa_id, ambiente) REFERENCES empresa_tablero(empresa_id, ambiente) ON DELETE CASCADE
) STRICT, WITHOUT ROWID;

-- Who of the account sees to a company, by which words it is found, and the day of the month on which its F29 is due.
CREATE TABLE empresa_cartera (
  empresa_id TEXT PRIMARY KEY REFERENCES empresa(id) ON DELETE CASCADE,
  responsable_id TEXT REFERENCES usuario(id) ON DELETE SET NULL,
  etiquetas TEXT NOT NULL DEFAULT '[]' CHECK (json_valid(etiquetas)),
  f29 TEXT NOT NULL DEFAULT '20' CHECK (f29 IN ('12', '20'))
) STRICT;
CREATE INDEX empresa_cartera_responsable ON empresa_cartera(responsable_id);

-- A person's mark that the F29 of a month was filed: nothing is filed from here.
CREATE TABLE f29_declarado (
  empresa_id TEXT NOT NULL REFERENCES empresa(id) ON DELETE CASCADE,
  ambiente TEXT NOT NULL CHECK (ambiente IN ('simulacion', 'certificacion', 'produccion')),
  periodo TEXT NOT NULL CHECK (periodo GLOB '[0-9][0-9][0-9][0-9][0-9][0-9]'),
  declarado_el TEXT NOT NULL CHECK (declarado_el GLOB '[0-9][0-9][0-9][0-9]-[0-9][0-9]-[0-9][0-9]'),
  PRIMARY KEY (empresa_id, ambiente, periodo)
) STRICT, WITHOUT ROWID;

INSERT INTO empresa_tablero (empresa_id, ambiente) SELECT id, ambiente FROM empresa;
CREATE TRIGGER empresa_tablero_entra AFTER INSERT ON empresa BEGIN
  INSERT INTO empresa_tablero (empresa_id, ambiente) VALUES (NEW.id, NEW.ambiente);
END;
CREATE TRIGGER empresa_tablero_cambia AFTER UPDATE OF ambiente, deleted_at, alerta_folios ON empresa BEGIN
  INSERT INTO empresa_tablero (empresa_id, ambiente) VALUES (NEW.id, NEW.ambiente)
    ON CONFLICT DO UPDATE SET marca = marca | 1 WHERE marca & 1 = 0;
END;

-- What marks it: every event of the company, and what no event tells. A row that is marked already is only looked at.
CREATE TRIGGER empresa_tablero_suceso AFTER UPDATE ON evento_numero BEGIN
  UPDATE empresa_tablero SET marca = marca | 1 WHERE empresa_id = NEW.empresa_id AND marca & 1 = 0;
END;
CREATE TRIGGER empresa_tablero_primer_suceso AFTER INSERT ON evento_numero BEGIN
  UPDATE empresa_tablero SET marca = marca | 1 WHERE empresa_id = NEW.empresa_id AND marca & 1 = 0;
END;

CREATE TRIGGER empresa_tablero_certificado_entra AFTER INSERT ON certificado BEGIN
  UPDATE empresa_tablero SET marca = marca | 1 WHERE empresa_id = NEW.empresa_id AND marca & 1 = 0;
END;

CREATE TRIGGER empresa_tablero_certificado_cambia AFTER UPDATE ON certificado BEGIN
  UPDATE empresa_tablero SET marca = marca | 1 WHERE empresa_id = NEW.empresa_id AND marca & 1 = 0;
END;

CREATE TRIGGER empresa_tablero_certificado_sale AFTER DELETE ON certificado BEGIN
  UPDATE empresa_tablero SET marca = marca | 1 WHERE empresa_id = OLD.empresa_id AND marca & 1 = 0;
END;

CREATE TRIGGER empresa_tablero_clave_entra AFTER INSERT ON portal_clave BEGIN
  UPDATE empresa_tablero SET marca = marca | 1 WHERE empresa_id = NEW.empresa_id AND marca & 1 = 0;
END;

CREATE TRIGGER empresa_tablero_clave_cambia AFTER UPDATE ON portal_clave BEGIN
  UPDATE empresa_tablero SET marca = marca | 1 WHERE empresa_id = NEW.empresa_id AND marca & 1 = 0;
END;

CREATE TRIGGER empresa_tablero_clave_sale AFTER DELETE ON portal_clave BEGIN
  UPDATE empresa_tablero SET marca = marca | 1 WHERE empresa_id = OLD.empresa_id AND marca & 1 = 0;
END;

CREATE TRIGGER empresa_tablero_buzon_entra AFTER INSERT ON buzon BEGIN
  UPDATE empresa_tablero SET marca = marca | 1 WHERE empresa_id = NEW.empresa_id AND ambiente = NEW.ambiente AND marca & 1 = 0;
END;

CREATE TRIGGER empresa_tablero_buzon_cambia AFTER UPDATE OF apagado_en ON buzon BEGIN
  UPDATE empresa_tablero SET marca = marca | 1 WHERE empresa_id = NEW.empresa_id AND ambiente = NEW.ambiente AND marca & 1 = 0;
END;

CREATE TRIGGER empresa_tablero_buzon_sale AFTER DELETE ON buzon BEGIN
  UPDATE empresa_tablero SET marca = marca | 1 WHERE empresa_id = OLD.empresa_id AND ambiente = OLD.ambiente AND marca & 1 = 0;
END;

CREATE TRIGGER empresa_tablero_programacion_entra AFTER INSERT ON programacion BEGIN
  UPDATE empresa_tablero SET marca = marca | 1 WHERE empresa_id = NEW.empresa_id AND ambiente = NEW.ambiente AND marca & 1 = 0;
END;

CREATE TRIGGER empresa_tablero_programacion_cambia AFTER UPDATE OF activo, fallas ON programacion BEGIN
  UPDATE empresa_tablero SET marca = marca | 1 WHERE empresa_id = NEW.empresa_id AND ambiente = NEW.ambiente AND marca & 1 = 0;
END;

CREATE TRIGGER empresa_tablero_programacion_sale AFTER DELETE ON programacion BEGIN
  UPDATE empresa_tablero SET marca = marca | 1 WHERE empresa_id = OLD.empresa_id AND ambiente = OLD.ambiente AND marca & 1 = 0;
END;

CREATE TRIGGER empresa_tablero_trabajo AFTER UPDATE OF estado ON job WHEN (OLD.estado IN ('failed', 'dlq')) <> (NEW.estado IN ('failed', 'dlq')) BEGIN
  UPDATE empresa_tablero SET marca = marca | 1 WHERE empresa_id = NEW.empresa_id AND ambiente = NEW.ambiente AND marca & 1 = 0;
END;

CREATE TRIGGER empresa_tablero_seguido AFTER UPDATE OF seguido ON envio BEGIN
  UPDATE empresa_tablero SET marca = marca | 1 WHERE empresa_id = NEW.empresa_id AND ambiente = NEW.ambiente AND marca & 1 = 0;
END;

CREATE TRIGGER empresa_tablero_dia_entra AFTER INSERT ON documento_dia BEGIN
  UPDATE empresa_tablero SET marca = marca | 1 WHERE empresa_id = NEW.empresa_id AND ambiente = NEW.ambiente AND marca & 1 = 0;
END;

CREATE TRIGGER empresa_tablero_dia_cambia AFTER UPDATE OF documentos, monto_total, atendidos ON documento_dia BEGIN
  UPDATE empresa_tablero SET marca = marca | 1 WHERE empresa_id = NEW.empresa_id AND ambiente = NEW.ambiente AND marca & 1 = 0;
END;

CREATE TRIGGER empresa_tablero_reenvio AFTER UPDATE OF error ON reenvio BEGIN
  UPDATE empresa_tablero SET marca = marca | 1
  WHERE (empresa_id, ambiente) = (SELECT empresa_id, ambiente FROM documento WHERE id = NEW.documento_id) AND marca & 1 = 0;
END;

CREATE TRIGGER empresa_tablero_tramo_entra AFTER INSERT ON rcv_tramo BEGIN
  UPDATE empresa_tablero SET marca = marca | 1 WHERE empresa_id = NEW.empresa_id AND ambiente = NEW.ambiente AND marca & 1 = 0;
END;

CREATE TRIGGER empresa_tablero_tramo_cambia AFTER UPDATE ON rcv_tramo BEGIN
  UPDATE empresa_tablero SET marca = marca | 1 WHERE empresa_id = NEW.empresa_id AND ambiente = NEW.ambiente AND marca & 1 = 0;
END;

CREATE TRIGGER empresa_tablero_tramo_sale AFTER DELETE ON rcv_tramo BEGIN
  UPDATE empresa_tablero SET marca = marca | 1 WHERE empresa_id = OLD.empresa_id AND ambiente = OLD.ambiente AND marca & 1 = 0;
END;

CREATE TRIGGER empresa_tablero_lectura_entra AFTER INSERT ON rcv_sincronizacion BEGIN
  UPDATE empresa_tablero SET marca = marca | 1 WHERE empresa_id = NEW.empresa_id AND ambiente = NEW.ambiente AND marca & 1 = 0;
END;

CREATE TRIGGER empresa_tablero_lectura_cambia AFTER UPDATE ON rcv_sincronizacion BEGIN
  UPDATE empresa_tablero SET marca = marca | 1 WHERE empresa_id = NEW.empresa_id AND ambiente = NEW.ambiente AND marca & 1 = 0;
END;

CREATE TRIGGER empresa_tablero_lectura_sale AFTER DELETE ON rcv_sincronizacion BEGIN
  UPDATE empresa_tablero SET marca = marca | 1 WHERE empresa_id = OLD.empresa_id AND ambiente = OLD.ambiente AND marca & 1 = 0;
END;

CREATE TRIGGER empresa_tablero_total_entra AFTER INSERT ON rcv_total BEGIN
  UPDATE empresa_tablero SET marca = marca | 1 WHERE empresa_id = NEW.empresa_id AND ambiente = NEW.ambiente AND marca & 1 = 0;
END;

CREATE TRIGGER empresa_tablero_total_cambia AFTER UPDATE ON rcv_total BEGIN
  UPDATE empresa_tablero SET marca = marca | 1 WHERE empresa_id = NEW.empresa_id AND ambiente = NEW.ambiente AND marca & 1 = 0;
END;

CREATE TRIGGER empresa_tablero_total_sale AFTER DELETE ON rcv_total BEGIN
  UPDATE empresa_tablero SET marca = marca | 1 WHERE empresa_id = OLD.empresa_id AND ambiente = OLD.ambiente AND marca & 1 = 0;
END;

CREATE TRIGGER empresa_tablero_registro_entra AFTER INSERT ON rcv_documento BEGIN
  UPDATE empresa_tablero SET marca = marca | 1 WHERE empresa_id = NEW.empresa_id AND ambiente = NEW.ambiente AND marca & 1 = 0;
END;

CREATE TRIGGER empresa_tablero_registro_cambia AFTER UPDATE OF periodo, estado_contable, tipo_transaccion, fecha_recepcion, fecha_acuse, fecha_reclamo, monto_total, datos, ausente_desde ON rcv_documento BEGIN
  UPDATE empresa_tablero SET marca = marca | 1 WHERE empresa_id = NEW.empresa_id AND ambiente = NEW.ambiente AND marca & 1 = 0;
END;

CREATE TRIGGER empresa_tablero_registro_sale AFTER DELETE ON rcv_documento BEGIN
  UPDATE empresa_tablero SET marca = marca | 1 WHERE empresa_id = OLD.empresa_id AND ambiente = OLD.ambiente AND marca & 1 = 0;
END;

CREATE TRIGGER empresa_tablero_recibido_entra AFTER INSERT ON recibido BEGIN
  UPDATE empresa_tablero SET marca = marca | 1 WHERE empresa_id = NEW.empresa_id AND ambiente = NEW.ambiente AND marca & 1 = 0;
END;

CREATE TRIGGER empresa_tablero_recibido_cambia AFTER UPDATE ON recibido BEGIN
  UPDATE empresa_tablero SET marca = marca | 1 WHERE empresa_id = NEW.empresa_id AND ambiente = NEW.ambiente AND marca & 1 = 0;
END;

CREATE TRIGGER empresa_tablero_recibido_sale AFTER DELETE ON recibido BEGIN
  UPDATE empresa_tablero SET marca = marca | 1 WHERE empresa_id = OLD.empresa_id AND ambiente = OLD.ambiente AND marca & 1 = 0;
END;

CREATE TRIGGER empresa_tablero_acuse_entra AFTER INSERT ON acuse BEGIN
  UPDATE empresa_tablero SET marca = marca | 1 WHERE empresa_id = NEW.empresa_id AND ambiente = NEW.ambiente AND marca & 1 = 0;
END;

CREATE TRIGGER empresa_tablero_acuse_cambia AFTER UPDATE ON acuse BEGIN
  UPDATE empresa_tablero SET marca = marca | 1 WHERE empresa_id = NEW.empresa_id AND ambiente = NEW.ambiente AND marca & 1 = 0;
END;

CREATE TRIGGER empresa_tablero_acuse_sale AFTER DELETE ON acuse BEGIN
  UPDATE empresa_tablero SET marca = marca | 1 WHERE empresa_id = OLD.empresa_id AND ambiente = OLD.ambiente AND marca & 1 = 0;
END;

CREATE TRIGGER empresa_tablero_acuse_documento_entra AFTER INSERT ON acuse_documento BEGIN
  UPDATE empresa_tablero SET marca = marca | 1 WHERE empresa_id = NEW.empresa_id AND ambiente = NEW.ambiente AND marca & 1 = 0;
END;

CREATE TRIGGER empresa_tablero_acuse_documento_cambia AFTER UPDATE ON acuse_documento BEGIN
  UPDATE empresa_tablero SET marca = marca | 1 WHERE empresa_id = NEW.empresa_id AND ambiente = NEW.ambiente AND marca & 1 = 0;
END;

CREATE TRIGGER empresa_tablero_acuse_documento_sale AFTER DELETE ON acuse_documento BEGIN
  UPDATE empresa_tablero SET marca = marca | 1 WHERE empresa_id = OLD.empresa_id AND ambiente = OLD.ambiente AND marca & 1 = 0;
END;

CREATE TRIGGER empresa_tablero_rcof_entra AFTER INSERT ON rcof BEGIN
  UPDATE empresa_tablero SET marca = marca | 1 WHERE empresa_id = NEW.empresa_id AND ambiente = NEW.ambiente AND marca & 1 = 0;
END;

CREATE TRIGGER empresa_tablero_rcof_cambia AFTER UPDATE OF estado ON rcof BEGIN
  UPDATE empresa_tablero SET marca = marca | 1 WHERE empresa_id = NEW.empresa_id AND ambiente = NEW.ambiente AND marca & 1 = 0;
END;

CREATE TRIGGER empresa_tablero_rcof_sale AFTER DELETE ON rcof BEGIN
  UPDATE empresa_tablero SET marca = marca | 1 WHERE empresa_id = OLD.empresa_id AND ambiente = OLD.ambiente AND marca & 1 = 0;
END;

CREATE TRIGGER empresa_tablero_bte_entra AFTER INSERT ON bte BEGIN
  UPDATE empresa_tablero SET marca = marca | 1 WHERE empresa_id = NEW.empresa_id AND ambiente = NEW.ambiente AND marca & 1 = 0;
END;

CREATE TRIGGER empresa_tablero_bte_cambia AFTER UPDATE OF estado ON bte BEGIN
  UPDATE empresa_tablero SET marca = marca | 1 WHERE empresa_id = NEW.empresa_id AND ambiente = NEW.ambiente AND marca & 1 = 0;
END;

CREATE TRIGGER empresa_tablero_bte_sale AFTER DELETE ON bte BEGIN
  UPDATE empresa_tablero SET marca = marca | 1 WHERE empresa_id = OLD.empresa_id AND ambiente = OLD.ambiente AND marca & 1 = 0;
END;

CREATE TRIGGER empresa_tablero_caf_entra AFTER INSERT ON caf BEGIN
  UPDATE empresa_tablero SET marca = marca | 1 WHERE empresa_id = NEW.empresa_id AND ambiente = NEW.ambiente AND marca & 1 = 0;
END;

CREATE TRIGGER empresa_tablero_caf_cambia AFTER UPDATE OF vence_el, por_conciliar, hasta ON caf BEGIN
  UPDATE empresa_tablero SET marca = marca | 1 WHERE empresa_id = NEW.empresa_id AND ambiente = NEW.ambiente AND marca & 1 = 0;
END;

CREATE TRIGGER empresa_tablero_caf_sale AFTER DELETE ON caf BEGIN
  UPDATE empresa_tablero SET marca = marca | 1 WHERE empresa_id = OLD.empresa_id AND ambiente = OLD.ambiente AND marca & 1 = 0;
END;

CREATE TRIGGER empresa_tablero_libre_entra AFTER INSERT ON folio_libre BEGIN
  UPDATE empresa_tablero SET marca = marca | 1 WHERE empresa_id = NEW.empresa_id AND ambiente = NEW.ambiente AND marca & 1 = 0;
END;

CREATE TRIGGER empresa_tablero_libre_cambia AFTER UPDATE ON folio_libre BEGIN
  UPDATE empresa_tablero SET marca = marca | 1 WHERE empresa_id = NEW.empresa_id AND ambiente = NEW.ambiente AND marca & 1 = 0;
END;

CREATE TRIGGER empresa_tablero_libre_sale AFTER DELETE ON folio_libre BEGIN
  UPDATE empresa_tablero SET marca = marca | 1 WHERE empresa_id = OLD.empresa_id AND ambiente = OLD.ambiente AND marca & 1 = 0;
END;

CREATE TRIGGER empresa_tablero_alerta_entra AFTER INSERT ON folio_alerta BEGIN
  UPDATE empresa_tablero SET marca = marca | 1 WHERE empresa_id = NEW.empresa_id AND ambiente = NEW.ambiente AND marca & 1 = 0;
END;

CREATE TRIGGER empresa_tablero_alerta_cambia AFTER UPDATE ON folio_alerta BEGIN
  UPDATE empresa_tablero SET marca = marca | 1 WHERE empresa_id = NEW.empresa_id AND ambiente = NEW.ambiente AND marca & 1 = 0;
END;

CREATE TRIGGER empresa_tablero_alerta_sale AFTER DELETE ON folio_alerta BEGIN
  UPDATE empresa_tablero SET marca = marca | 1 WHERE empresa_id = OLD.empresa_id AND ambiente = OLD.ambiente AND marca & 1 = 0;
END;

CREATE TRIGGER empresa_tablero_apartado AFTER INSERT ON folio_apartado BEGIN
  UPDATE empresa_tablero SET marca = marca | 1
  WHERE (empresa_id, ambiente) = (SELECT empresa_id, ambiente FROM caf WHERE id = NEW.caf_id) AND marca & 1 = 0;
END;
