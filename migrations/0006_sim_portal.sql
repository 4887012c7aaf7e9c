-- The simulated SII's portal: who may log in, who is in, and whose world a row belongs to.

-- Whose envelope it is: a RUT proves nothing, and one simulator serves every account. Null: told by nobody, one world.
ALTER TABLE sim_envio ADD COLUMN dueno TEXT;

-- The number that a fault answers with, where its kind has one.
ALTER TABLE sim_falla ADD COLUMN codigo TEXT;

-- A person at the door of the portal. `dueno` is '' where nobody told it. `intentos` counts wrong claves in a row; until
-- `bloqueada_hasta` the clave opens nothing, until `limite_hasta` no further session does. `logins` and `rechazados` are for tests.
CREATE TABLE sim_persona (
  dueno TEXT NOT NULL,
  rut TEXT NOT NULL,
  intentos INTEGER NOT NULL DEFAULT 0 CHECK (intentos >= 0),
  bloqueada_hasta INTEGER,
  limite_hasta INTEGER,
  logins INTEGER NOT NULL DEFAULT 0 CHECK (logins >= 0),
  rechazados INTEGER NOT NULL DEFAULT 0 CHECK (rechazados >= 0),
  PRIMARY KEY (dueno, rut)
) STRICT, WITHOUT ROWID;

-- The clave tributaria of a person, by its hash alone.
CREATE TABLE sim_clave (
  dueno TEXT NOT NULL,
  rut TEXT NOT NULL,
  sha256 TEXT NOT NULL CHECK (length(sha256) = 64),
  creada_at INTEGER NOT NULL,
  PRIMARY KEY (dueno, rut)
) STRICT, WITHOUT ROWID;

-- Sessions, named by the value of their cookie. `rechazada_hasta`: the front end lets none of its calls through until then.
CREATE TABLE sim_sesion (
  token TEXT PRIMARY KEY CHECK (length(token) = 13),
  dueno TEXT NOT NULL,
  rut TEXT NOT NULL,
  metodo TEXT NOT NULL CHECK (metodo IN ('clave', 'certificado')),
  abierta_at INTEGER NOT NULL,
  ultima_at INTEGER NOT NULL,
  vence_at INTEGER NOT NULL CHECK (vence_at >= abierta_at),
  cerrada_at INTEGER,
  rechazada_hasta INTEGER
) STRICT, WITHOUT ROWID;
CREATE INDEX sim_sesion_persona ON sim_sesion(dueno, rut, abierta_at);

-- Calls of a session, as far back as the front end counts them.
CREATE TABLE sim_llamada (
  id INTEGER PRIMARY KEY,
  token TEXT NOT NULL REFERENCES sim_sesion(token) ON DELETE CASCADE,
  at INTEGER NOT NULL
) STRICT;
CREATE INDEX sim_llamada_sesion ON sim_llamada(token, at);
