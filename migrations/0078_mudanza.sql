-- An account, or companies of it, moved into another server (areas/exportaciones §5): what is `mudada` is read here and does nothing more.
ALTER TABLE cuenta ADD COLUMN mudada INTEGER NOT NULL DEFAULT 0;
ALTER TABLE empresa ADD COLUMN mudada INTEGER NOT NULL DEFAULT 0;
-- 1: it waits in vain, for its company is elsewhere. The indexes by which jobs are taken hold none of them.
ALTER TABLE job ADD COLUMN mudado INTEGER NOT NULL DEFAULT 0;
DROP INDEX job_espera;
DROP INDEX job_listos;
CREATE INDEX job_espera ON job(estado, run_at) WHERE run_at IS NOT NULL AND mudado = 0;
CREATE INDEX job_listos ON job(grupo, lugar, queued_at) WHERE estado = 'pending' AND run_at IS NULL AND mudado = 0;

-- The net under all that looks beforehand: nothing is queued, issued or loaded, and no folio is taken.
CREATE TRIGGER job_de_mudada BEFORE INSERT ON job WHEN (SELECT mudada FROM empresa WHERE id = NEW.empresa_id) = 1 BEGIN
  SELECT RAISE(ABORT, 'ACCOUNT_MOVED');
END;
CREATE TRIGGER documento_de_mudada BEFORE INSERT ON documento WHEN (SELECT mudada FROM empresa WHERE id = NEW.empresa_id) = 1 BEGIN
  SELECT RAISE(ABORT, 'ACCOUNT_MOVED');
END;
CREATE TRIGGER caf_de_mudada BEFORE INSERT ON caf WHEN (SELECT mudada FROM empresa WHERE id = NEW.empresa_id) = 1 BEGIN
  SELECT RAISE(ABORT, 'ACCOUNT_MOVED');
END;
CREATE TRIGGER caf_siguiente_de_mudada BEFORE UPDATE OF siguiente ON caf
  WHEN NEW.siguiente <> OLD.siguiente AND (SELECT mudada FROM empresa WHERE id = NEW.empresa_id) = 1 BEGIN
  SELECT RAISE(ABORT, 'ACCOUNT_MOVED');
END;

CREATE TABLE exportacion_nueva (
  id TEXT PRIMARY KEY,
  cuenta_id TEXT NOT NULL REFERENCES cuenta(id),
  -- A JSON list of ids; empty: the whole account.
  empresas TEXT NOT NULL,
  -- Null: whoever runs the server.
  usuario_id TEXT,
  created_at TEXT NOT NULL,
  -- Null: a move, whose archive stays to be fetched.
  vence_at TEXT,
  mudanza INTEGER NOT NULL DEFAULT 0,
  -- The salt of a move's phrase, in hexadecimal, and the key that came of both, sealed: the phrase itself is kept nowhere.
  sal TEXT,
  clave_cifrada BLOB,
  CHECK ((mudanza = 1) = (vence_at IS NULL)),
  CHECK ((mudanza = 1) = (sal IS NOT NULL)),
  CHECK ((mudanza = 1) = (clave_cifrada IS NOT NULL))
) STRICT;
INSERT INTO exportacion_nueva (id, cuenta_id, empresas, usuario_id, created_at, vence_at)
  SELECT id, cuenta_id, empresas, usuario_id, created_at, vence_at FROM exportacion;
DROP TABLE exportacion;
ALTER TABLE exportacion_nueva RENAME TO exportacion;
CREATE INDEX exportacion_cuenta ON exportacion(cuenta_id, created_at, id);
CREATE INDEX exportacion_vence ON exportacion(vence_at);
