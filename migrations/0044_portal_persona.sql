-- The SII counts the person who logs in, whichever of its certificates and whichever company it is for. Sessions, pauses and logins are
-- kept by "certificado RUT" where they were kept by the certificate's fingerprint; of claves as before.

-- A login that came too often in a row is a pause, no lock.
CREATE TABLE portal_pausa_nueva (
  cuenta_id TEXT NOT NULL REFERENCES cuenta(id),
  ambito TEXT NOT NULL,
  credencial TEXT NOT NULL,
  motivo TEXT NOT NULL CHECK (motivo IN ('FIREWALL', 'COLA', 'REINGRESO')),
  hasta TEXT NOT NULL,
  PRIMARY KEY (cuenta_id, ambito, credencial)
) STRICT, WITHOUT ROWID;
INSERT INTO portal_pausa_nueva SELECT * FROM portal_pausa;
DROP TABLE portal_pausa;
ALTER TABLE portal_pausa_nueva RENAME TO portal_pausa;

-- Whose account tried, and whether a session was opened: of others' tries only those count.
ALTER TABLE portal_ingreso ADD COLUMN cuenta_id TEXT;
ALTER TABLE portal_ingreso ADD COLUMN entro INTEGER NOT NULL DEFAULT 0 CHECK (entro IN (0, 1));

-- What is not the SII's own lock ends by itself: what stood without an end has ended.
UPDATE portal_bloqueo SET hasta = desde WHERE motivo = 'DESCONOCIDO' AND hasta IS NULL;

-- Requests of a person, by ten seconds: what a crash must not forget. Five minutes of them are read.
CREATE TABLE portal_ritmo (
  ambito TEXT NOT NULL,
  rut TEXT NOT NULL,
  -- The end of the ten seconds, milliseconds since 1970.
  hasta INTEGER NOT NULL,
  consultas INTEGER NOT NULL,
  PRIMARY KEY (ambito, rut, hasta)
) STRICT, WITHOUT ROWID;
