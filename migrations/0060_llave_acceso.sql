-- Passkeys of people (http §14.2): each is both factors, so recovery codes are a person's and no longer an
-- authenticator's.

-- One key of one person, at one address of this server.
CREATE TABLE llave_acceso (
  id TEXT PRIMARY KEY,
  usuario_id TEXT NOT NULL REFERENCES usuario(id) ON DELETE CASCADE,
  nombre TEXT NOT NULL,
  -- Its credential id, base64url.
  credencial TEXT NOT NULL UNIQUE,
  -- The public half, COSE in base64url.
  clave_publica TEXT NOT NULL,
  -- The domain for which it answers.
  sitio TEXT NOT NULL,
  -- What it last counted; 0 for one that does not count.
  contador INTEGER NOT NULL DEFAULT 0 CHECK (contador >= 0),
  created_at TEXT NOT NULL,
  last_used_at TEXT
) STRICT;
CREATE INDEX llave_acceso_usuario ON llave_acceso(usuario_id, created_at, id);
CREATE TRIGGER llave_acceso_contador BEFORE UPDATE OF contador ON llave_acceso
WHEN NEW.contador <= OLD.contador AND OLD.contador > 0
BEGIN SELECT RAISE(ABORT, 'a passkey counts upwards'); END;

CREATE TABLE codigo_recuperacion_nuevo (
  usuario_id TEXT NOT NULL REFERENCES usuario(id) ON DELETE CASCADE,
  hash TEXT NOT NULL,
  usado_en TEXT,
  PRIMARY KEY (usuario_id, hash)
) STRICT, WITHOUT ROWID;
INSERT INTO codigo_recuperacion_nuevo SELECT usuario_id, hash, usado_en FROM codigo_recuperacion;
DROP TABLE codigo_recuperacion;
ALTER TABLE codigo_recuperacion_nuevo RENAME TO codigo_recuperacion;
CREATE TRIGGER codigo_recuperacion_usado BEFORE UPDATE ON codigo_recuperacion
WHEN OLD.usado_en IS NOT NULL
BEGIN SELECT RAISE(ABORT, 'a recovery code is taken once'); END;

-- They go with the last factor that they could stand in for.
CREATE TRIGGER codigo_recuperacion_sin_factor AFTER DELETE ON segundo_factor
WHEN NOT EXISTS (SELECT 1 FROM llave_acceso WHERE usuario_id = OLD.usuario_id)
BEGIN DELETE FROM codigo_recuperacion WHERE usuario_id = OLD.usuario_id; END;
CREATE TRIGGER codigo_recuperacion_sin_llave AFTER DELETE ON llave_acceso
WHEN NOT EXISTS (SELECT 1 FROM llave_acceso WHERE usuario_id = OLD.usuario_id)
  AND NOT EXISTS (SELECT 1 FROM segundo_factor WHERE usuario_id = OLD.usuario_id AND confirmado_en IS NOT NULL)
BEGIN DELETE FROM codigo_recuperacion WHERE usuario_id = OLD.usuario_id; END;
