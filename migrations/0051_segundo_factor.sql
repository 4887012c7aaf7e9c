-- The second factor of people (http §14.1).

-- A person's authenticator. Until `confirmado_en` it was only shown, and proves nothing.
CREATE TABLE segundo_factor (
  usuario_id TEXT PRIMARY KEY REFERENCES usuario(id) ON DELETE CASCADE,
  -- Its secret (base32), sealed.
  secreto_cifrado BLOB NOT NULL,
  created_at TEXT NOT NULL,
  confirmado_en TEXT,
  -- The last time step a code was taken of: neither that nor an earlier one is taken again.
  ultimo_paso INTEGER NOT NULL DEFAULT 0 CHECK (ultimo_paso >= 0),
  -- Wrong codes since the last good one.
  fallos INTEGER NOT NULL DEFAULT 0 CHECK (fallos >= 0)
) STRICT;
CREATE TRIGGER segundo_factor_paso BEFORE UPDATE OF ultimo_paso ON segundo_factor
WHEN NEW.ultimo_paso <= OLD.ultimo_paso
BEGIN SELECT RAISE(ABORT, 'a time step is taken once'); END;

-- Codes for who lost the authenticator, each good once; only their SHA-256 is kept, of 80 random bits.
CREATE TABLE codigo_recuperacion (
  usuario_id TEXT NOT NULL REFERENCES segundo_factor(usuario_id) ON DELETE CASCADE,
  hash TEXT NOT NULL,
  usado_en TEXT,
  PRIMARY KEY (usuario_id, hash)
) STRICT, WITHOUT ROWID;
CREATE TRIGGER codigo_recuperacion_usado BEFORE UPDATE ON codigo_recuperacion
WHEN OLD.usado_en IS NOT NULL
BEGIN SELECT RAISE(ABORT, 'a recovery code is taken once'); END;

-- When the person of this session last showed the second factor; null while none was shown.
ALTER TABLE sesion ADD COLUMN segundo_factor_en TEXT;
