-- What one person may do beyond or short of the role, with which document types and in which companies. Lists are JSON; an
-- empty one of types or companies is no limit.
ALTER TABLE usuario ADD COLUMN permisos_extra TEXT NOT NULL DEFAULT '[]' CHECK (json_valid(permisos_extra));
ALTER TABLE usuario ADD COLUMN permisos_quitados TEXT NOT NULL DEFAULT '[]' CHECK (json_valid(permisos_quitados));
ALTER TABLE usuario ADD COLUMN tipos_dte TEXT NOT NULL DEFAULT '[]' CHECK (json_valid(tipos_dte));
ALTER TABLE usuario ADD COLUMN empresas TEXT NOT NULL DEFAULT '[]' CHECK (json_valid(empresas));

-- A key issues no type that its maker may not, and answers only the addresses of `ips`; empty lists are no limit.
ALTER TABLE api_key ADD COLUMN tipos_dte TEXT NOT NULL DEFAULT '[]' CHECK (json_valid(tipos_dte));
ALTER TABLE api_key ADD COLUMN ips TEXT NOT NULL DEFAULT '[]' CHECK (json_valid(ips));

-- An invitation to an account; of its link only the token's hash is kept. Open while neither accepted nor revoked.
CREATE TABLE invitacion (
  id TEXT PRIMARY KEY,
  cuenta_id TEXT NOT NULL REFERENCES cuenta(id),
  email TEXT NOT NULL COLLATE NOCASE,
  rol TEXT NOT NULL CHECK (rol IN ('propietario', 'administrador', 'emisor', 'contador', 'lector')),
  empresas TEXT NOT NULL DEFAULT '[]' CHECK (json_valid(empresas)),
  tipos_dte TEXT NOT NULL DEFAULT '[]' CHECK (json_valid(tipos_dte)),
  token_hash TEXT NOT NULL UNIQUE,
  -- No foreign key: the inviter may leave; the invitation is revoked then.
  invitado_por TEXT,
  created_at TEXT NOT NULL,
  expira_en TEXT NOT NULL,
  aceptada_at TEXT,
  revocada_at TEXT,
  CHECK (aceptada_at IS NULL OR revocada_at IS NULL)
) STRICT;
CREATE UNIQUE INDEX invitacion_abierta ON invitacion(cuenta_id, email) WHERE aceptada_at IS NULL AND revocada_at IS NULL;

-- Tokens that let a person set a new password, each good once; only their hash is kept.
CREATE TABLE restablecimiento (
  token_hash TEXT PRIMARY KEY,
  usuario_id TEXT NOT NULL REFERENCES usuario(id) ON DELETE CASCADE,
  created_at TEXT NOT NULL,
  expira_en TEXT NOT NULL,
  usado_at TEXT
) STRICT;
CREATE INDEX restablecimiento_usuario ON restablecimiento(usuario_id);

-- Who did what, when and from where. `actor` is the e-mail or the key's name at that time, so that a row outlives both.
CREATE TABLE auditoria (
  id TEXT PRIMARY KEY,
  cuenta_id TEXT NOT NULL REFERENCES cuenta(id),
  empresa_id TEXT,
  usuario_id TEXT,
  apikey_id TEXT,
  actor TEXT NOT NULL,
  ip TEXT,
  accion TEXT NOT NULL,
  objeto TEXT,
  detalle TEXT NOT NULL DEFAULT '{}' CHECK (json_valid(detalle)),
  created_at TEXT NOT NULL
) STRICT;
CREATE INDEX auditoria_cuenta ON auditoria(cuenta_id, created_at, id);

CREATE TRIGGER auditoria_no_cambia BEFORE UPDATE ON auditoria BEGIN
  SELECT RAISE(ABORT, 'the audit log is not rewritten');
END;
CREATE TRIGGER auditoria_no_se_borra BEFORE DELETE ON auditoria BEGIN
  SELECT RAISE(ABORT, 'the audit log is not rewritten');
END;
