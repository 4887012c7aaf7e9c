-- Who may issue what, as the simulated SII has it: a row only for a RUT that somebody put there (PUT /simulador/contribuyentes).
-- Of anyone else everything is allowed, so that a first test needs no set-up. It takes the place of sim_veto, which no route wrote.
DROP TABLE sim_veto;
CREATE TABLE sim_contribuyente (
  lado TEXT NOT NULL CHECK (lado IN ('certificacion', 'produccion')),
  rut TEXT NOT NULL,
  inscrito INTEGER NOT NULL CHECK (inscrito IN (0, 1)),
  emisor INTEGER NOT NULL CHECK (emisor IN (0, 1)),
  tipos_dte TEXT,
  personas TEXT,
  PRIMARY KEY (lado, rut)
) STRICT, WITHOUT ROWID;
