-- Folios at the pages of the simulated SII (src/simulator/folios).

-- Whose a range is, and who asked for it: null, nobody told.
ALTER TABLE sim_caf ADD COLUMN dueno TEXT;
ALTER TABLE sim_caf ADD COLUMN persona TEXT;

ALTER TABLE sim_folio_anulado ADD COLUMN anulado_at INTEGER;
ALTER TABLE sim_folio_anulado ADD COLUMN motivo TEXT;

-- The file of a range, sealed: whoever fetches it again gets the same key.
CREATE TABLE sim_caf_archivo (
  lado TEXT NOT NULL CHECK (lado IN ('certificacion', 'produccion')),
  rut TEXT NOT NULL,
  tipo_dte INTEGER NOT NULL,
  desde INTEGER NOT NULL,
  hasta INTEGER NOT NULL CHECK (hasta >= desde),
  xml BLOB NOT NULL,
  PRIMARY KEY (lado, rut, tipo_dte, desde, hasta)
) STRICT, WITHOUT ROWID;

-- The page at which a session stands for a company: of a request, of fetching a range again, of annulling.
CREATE TABLE sim_caf_paso (
  token TEXT NOT NULL REFERENCES sim_sesion(token) ON DELETE CASCADE,
  lado TEXT NOT NULL CHECK (lado IN ('certificacion', 'produccion')),
  rut TEXT NOT NULL,
  tramite TEXT NOT NULL CHECK (tramite IN ('of', 'rf', 'af')),
  paso INTEGER NOT NULL CHECK (paso BETWEEN 2 AND 5),
  -- null until it is chosen.
  tipo_dte INTEGER,
  -- Of a request: whether its type was chosen as the page wants it, and the most it may get.
  control INTEGER NOT NULL DEFAULT 0 CHECK (control IN (0, 1)),
  maximo INTEGER,
  desde INTEGER,
  hasta INTEGER,
  PRIMARY KEY (token, lado, rut, tramite)
) STRICT, WITHOUT ROWID;
