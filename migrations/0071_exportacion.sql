-- Archives of an account that an owner asked for (areas/exportaciones): each is made as it is fetched, so there is nothing here but the right to.
CREATE TABLE exportacion (
  id TEXT PRIMARY KEY,
  cuenta_id TEXT NOT NULL REFERENCES cuenta(id),
  -- A JSON list of ids; empty: the whole account.
  empresas TEXT NOT NULL,
  usuario_id TEXT NOT NULL,
  created_at TEXT NOT NULL,
  vence_at TEXT NOT NULL
) STRICT;
CREATE INDEX exportacion_cuenta ON exportacion(cuenta_id, created_at, id);
CREATE INDEX exportacion_vence ON exportacion(vence_at);
