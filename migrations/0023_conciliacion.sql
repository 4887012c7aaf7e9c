-- What an old copy of the database does not know: folios that the SII has by now (contract §18).

-- How often the range was found to be of an old copy since the SII was last asked; while it is above 0 nothing is taken from
-- it. A count, so that what is found during the asking is not lost with its end.
ALTER TABLE caf ADD COLUMN por_conciliar INTEGER NOT NULL DEFAULT 0;
CREATE INDEX caf_por_conciliar ON caf(empresa_id, ambiente, tipo_dte) WHERE por_conciliar > 0;

-- Folios that no document here will ever bear. `emitido_fuera`: the SII has a document of that folio which is not here;
-- `anulado`: annulled there; `por_anular`: passed over.
CREATE TABLE folio_apartado (
  caf_id TEXT NOT NULL REFERENCES caf(id),
  desde INTEGER NOT NULL,
  hasta INTEGER NOT NULL,
  estado TEXT NOT NULL CHECK (estado IN ('emitido_fuera', 'anulado', 'por_anular')),
  motivo TEXT NOT NULL,
  created_at TEXT NOT NULL,
  PRIMARY KEY (caf_id, desde),
  CHECK (hasta >= desde)
) STRICT, WITHOUT ROWID;

-- 1: taken in an old copy and not known to have left; before it is signed or sent the SII is asked for its folio. 2: the SII
-- has that folio.
ALTER TABLE documento ADD COLUMN conciliar INTEGER NOT NULL DEFAULT 0
  CHECK (conciliar = 0 OR conciliar = 1 OR conciliar = 2);
