-- Boletas de prestación de servicios de terceros of the simulated SII (src/simulator/bte).

-- `dueno`: '' where nobody told it. Numbers are one sequence of a payer's RUT over all owners.
CREATE TABLE sim_bte (
  rut TEXT NOT NULL,
  folio INTEGER NOT NULL CHECK (folio > 0),
  dueno TEXT NOT NULL,
  -- Who typed it.
  persona TEXT NOT NULL,
  fecha TEXT NOT NULL,
  beneficiario TEXT NOT NULL,
  nombre TEXT NOT NULL,
  direccion TEXT NOT NULL,
  comuna TEXT NOT NULL,
  lineas TEXT NOT NULL CHECK (json_valid(lineas)),
  bruto INTEGER NOT NULL CHECK (bruto > 0),
  retencion INTEGER NOT NULL CHECK (retencion BETWEEN 0 AND bruto),
  codigo TEXT NOT NULL,
  emitida_at INTEGER NOT NULL,
  -- Asked to be annulled; done with `anulada_at`, which may wait for the other party.
  anulacion_at INTEGER,
  anulada_at INTEGER CHECK (anulada_at IS NULL OR anulacion_at IS NOT NULL),
  causa TEXT CHECK ((causa IS NULL) = (anulacion_at IS NULL)),
  PRIMARY KEY (rut, folio)
) STRICT, WITHOUT ROWID;
CREATE INDEX sim_bte_beneficiario ON sim_bte(dueno, beneficiario, fecha);
CREATE INDEX sim_bte_fecha ON sim_bte(dueno, rut, fecha);
