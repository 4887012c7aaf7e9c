-- Access to the SII's portal: claves, sessions, and what the SII refused. An `ambito` is a world in which a credential is one: 'sii'
-- for certification and production together, 'simulacion:<account>' for an account's simulated one. A `credencial` is a digest that
-- tells nothing of its secret.

-- The clave tributaria that a company has for one of the two worlds.
CREATE TABLE portal_clave (
  empresa_id TEXT NOT NULL REFERENCES empresa(id),
  mundo TEXT NOT NULL CHECK (mundo IN ('sii', 'simulacion')),
  rut TEXT NOT NULL,
  credencial TEXT NOT NULL,
  clave_cifrada BLOB NOT NULL,
  cargada_en TEXT NOT NULL,
  -- No foreign key: the person may leave.
  cargada_por TEXT,
  PRIMARY KEY (empresa_id, mundo)
) STRICT, WITHOUT ROWID;
-- Who holds a credential that the SII refused.
CREATE INDEX portal_clave_credencial ON portal_clave(credencial);

-- A login that the SII refused stands until a person loads another credential or lifts it.
CREATE TABLE portal_bloqueo (
  ambito TEXT NOT NULL,
  credencial TEXT NOT NULL,
  metodo TEXT NOT NULL CHECK (metodo IN ('certificado', 'clave')),
  motivo TEXT NOT NULL,
  codigo_sii TEXT,
  glosa TEXT NOT NULL,
  desde TEXT NOT NULL,
  hasta TEXT,
  PRIMARY KEY (ambito, credencial)
) STRICT, WITHOUT ROWID;

-- The open session of an account with a credential; its cookies are taken up after a crash.
CREATE TABLE portal_sesion (
  cuenta_id TEXT NOT NULL REFERENCES cuenta(id),
  ambito TEXT NOT NULL,
  credencial TEXT NOT NULL,
  metodo TEXT NOT NULL CHECK (metodo IN ('certificado', 'clave')),
  ambiente TEXT NOT NULL,
  abierta_en TEXT NOT NULL,
  usada_en TEXT NOT NULL,
  cookies_cifradas BLOB NOT NULL,
  PRIMARY KEY (cuenta_id, ambito, credencial)
) STRICT, WITHOUT ROWID;

-- Until when nothing is asked with it: the SII's front end let nobody through.
CREATE TABLE portal_pausa (
  cuenta_id TEXT NOT NULL REFERENCES cuenta(id),
  ambito TEXT NOT NULL,
  credencial TEXT NOT NULL,
  motivo TEXT NOT NULL CHECK (motivo IN ('FIREWALL', 'COLA')),
  hasta TEXT NOT NULL,
  PRIMARY KEY (cuenta_id, ambito, credencial)
) STRICT, WITHOUT ROWID;

-- Logins tried, of which a credential has so many an hour; forgotten after a day.
CREATE TABLE portal_ingreso (
  id INTEGER PRIMARY KEY,
  ambito TEXT NOT NULL,
  credencial TEXT NOT NULL,
  at TEXT NOT NULL
) STRICT;
CREATE INDEX portal_ingreso_credencial ON portal_ingreso(ambito, credencial, at);
CREATE INDEX portal_ingreso_edad ON portal_ingreso(at);

-- Pages that were not what their step should give, for support; forgotten after 30 days.
CREATE TABLE portal_pagina (
  id TEXT PRIMARY KEY,
  cuenta_id TEXT NOT NULL REFERENCES cuenta(id),
  ambiente TEXT NOT NULL,
  paso TEXT NOT NULL,
  html_cifrado BLOB NOT NULL,
  created_at TEXT NOT NULL
) STRICT;
CREATE INDEX portal_pagina_edad ON portal_pagina(created_at);
