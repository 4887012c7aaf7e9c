-- The number of a company's last event, which is the id of its frame on the stream. Every event is counted; only those that
-- somebody wants have a row in `evento`.
CREATE TABLE evento_numero (
  empresa_id TEXT PRIMARY KEY REFERENCES empresa(id),
  ultimo INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

-- An event as told: `cuerpo` is the exact body of the webhook and the data of the stream. `ambiente` null: of the company in
-- all of them. Times of these tables in milliseconds since 1970, UTC.
CREATE TABLE evento (
  id TEXT PRIMARY KEY,
  empresa_id TEXT NOT NULL REFERENCES empresa(id),
  ambiente TEXT,
  numero INTEGER NOT NULL,
  evento TEXT NOT NULL,
  cuerpo TEXT NOT NULL,
  created_at INTEGER NOT NULL
) STRICT;
CREATE UNIQUE INDEX evento_orden ON evento(empresa_id, numero);
CREATE INDEX evento_fecha ON evento(created_at);

-- What was told once and not to be told again: that a certificate has fifteen days left.
CREATE TABLE evento_aviso (
  empresa_id TEXT NOT NULL REFERENCES empresa(id),
  clave TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  PRIMARY KEY (empresa_id, clave)
) STRICT, WITHOUT ROWID;

-- The SII does not take a company's envelopes: temporary faults since the last one that got through.
CREATE TABLE sii_incidente (
  empresa_id TEXT NOT NULL REFERENCES empresa(id),
  ambiente TEXT NOT NULL,
  fallas INTEGER NOT NULL,
  desde INTEGER NOT NULL,
  PRIMARY KEY (empresa_id, ambiente)
) STRICT, WITHOUT ROWID;

-- A URL that is told events of one company in one environment. `eventos`: JSON list of kinds, empty for all.
-- `motivo_inactivo`: why the server switched it off; null when a person did. `fallando_desde`: the first failure since the
-- last success. A deleted one keeps its row while its deliveries do, without its secrets.
CREATE TABLE webhook (
  id TEXT PRIMARY KEY,
  empresa_id TEXT NOT NULL REFERENCES empresa(id),
  ambiente TEXT NOT NULL CHECK (ambiente IN ('simulacion', 'certificacion', 'produccion')),
  url TEXT NOT NULL,
  eventos TEXT NOT NULL,
  descripcion TEXT,
  activo INTEGER NOT NULL CHECK (activo IN (0, 1)),
  motivo_inactivo TEXT,
  fallando_desde INTEGER,
  secreto_cifrado BLOB,
  -- The one before the last rotation: it signs too until `anterior_hasta`.
  anterior_cifrado BLOB,
  anterior_hasta INTEGER,
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL,
  deleted_at INTEGER,
  CHECK (activo = 0 OR deleted_at IS NULL),
  CHECK (secreto_cifrado IS NOT NULL OR deleted_at IS NOT NULL),
  CHECK ((anterior_cifrado IS NULL) = (anterior_hasta IS NULL))
) STRICT;
CREATE INDEX webhook_empresa ON webhook(empresa_id) WHERE deleted_at IS NULL;

-- One event on its way to one endpoint; its job carries the same id and its state. `vez` above 1: sent again by hand.
CREATE TABLE webhook_entrega (
  id TEXT PRIMARY KEY REFERENCES job(id),
  webhook_id TEXT NOT NULL REFERENCES webhook(id),
  evento_id TEXT NOT NULL REFERENCES evento(id),
  vez INTEGER NOT NULL,
  created_at INTEGER NOT NULL
) STRICT;
CREATE UNIQUE INDEX webhook_entrega_evento ON webhook_entrega(evento_id, webhook_id, vez);
CREATE INDEX webhook_entrega_webhook ON webhook_entrega(webhook_id, created_at);
CREATE INDEX webhook_entrega_fecha ON webhook_entrega(created_at);

-- One try of a delivery: what was sent beside the event's body, and what came back, its body cut.
CREATE TABLE webhook_intento (
  entrega_id TEXT NOT NULL REFERENCES webhook_entrega(id),
  numero INTEGER NOT NULL,
  at INTEGER NOT NULL,
  duracion_ms INTEGER NOT NULL,
  url TEXT NOT NULL,
  encabezados TEXT NOT NULL,
  status INTEGER,
  respuesta TEXT,
  error TEXT,
  PRIMARY KEY (entrega_id, numero)
) STRICT, WITHOUT ROWID;
