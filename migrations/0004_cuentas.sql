-- How many documents a list has, by type, so that a page need not count them: kept by triggers, in the transaction of the
-- document itself. A freed folio's document is in no list.
CREATE TABLE documento_cuenta (
  empresa_id TEXT NOT NULL,
  ambiente TEXT NOT NULL,
  tipo_dte INTEGER NOT NULL,
  total INTEGER NOT NULL CHECK (total >= 0),
  PRIMARY KEY (empresa_id, ambiente, tipo_dte)
) STRICT, WITHOUT ROWID;

INSERT INTO documento_cuenta
SELECT empresa_id, ambiente, tipo_dte, count(*) FROM documento WHERE folio_estado <> 'libre' GROUP BY 1, 2, 3;

CREATE TRIGGER documento_cuenta_entra AFTER INSERT ON documento WHEN NEW.folio_estado <> 'libre' BEGIN
  INSERT INTO documento_cuenta VALUES (NEW.empresa_id, NEW.ambiente, NEW.tipo_dte, 1)
  ON CONFLICT DO UPDATE SET total = total + 1;
END;

CREATE TRIGGER documento_cuenta_sale AFTER DELETE ON documento WHEN OLD.folio_estado <> 'libre' BEGIN
  UPDATE documento_cuenta SET total = total - 1
  WHERE empresa_id = OLD.empresa_id AND ambiente = OLD.ambiente AND tipo_dte = OLD.tipo_dte;
END;

CREATE TRIGGER documento_cuenta_cambia AFTER UPDATE OF folio_estado ON documento
WHEN (OLD.folio_estado = 'libre') <> (NEW.folio_estado = 'libre') BEGIN
  UPDATE documento_cuenta SET total = total + iif(NEW.folio_estado = 'libre', -1, 1)
  WHERE empresa_id = NEW.empresa_id AND ambiente = NEW.ambiente AND tipo_dte = NEW.tipo_dte;
END;

-- The same of jobs, in whatever state; those that are not completed are counted over job_inconclusos.
CREATE TABLE job_cuenta (
  kind TEXT NOT NULL,
  empresa_id TEXT NOT NULL,
  ambiente TEXT NOT NULL,
  total INTEGER NOT NULL CHECK (total >= 0),
  PRIMARY KEY (kind, empresa_id, ambiente)
) STRICT, WITHOUT ROWID;

INSERT INTO job_cuenta SELECT kind, empresa_id, ambiente, count(*) FROM job GROUP BY 1, 2, 3;

CREATE TRIGGER job_cuenta_entra AFTER INSERT ON job BEGIN
  INSERT INTO job_cuenta VALUES (NEW.kind, NEW.empresa_id, NEW.ambiente, 1)
  ON CONFLICT DO UPDATE SET total = total + 1;
END;

CREATE TRIGGER job_cuenta_sale AFTER DELETE ON job BEGIN
  UPDATE job_cuenta SET total = total - 1
  WHERE kind = OLD.kind AND empresa_id = OLD.empresa_id AND ambiente = OLD.ambiente;
END;

-- Accepted documents pile up for years and stay out of it, as completed jobs do of job_inconclusos.
CREATE INDEX documento_sin_aceptar ON documento(empresa_id, ambiente, estado_sii, fecha_emision, created_at, id)
  WHERE estado_sii <> 'aceptado' AND folio_estado <> 'libre';
