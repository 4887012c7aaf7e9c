-- Accounts and the people in them.
CREATE TABLE cuenta (
  id TEXT PRIMARY KEY,
  nombre TEXT NOT NULL,
  email TEXT NOT NULL,
  plan TEXT NOT NULL DEFAULT 'Empresa',
  created_at TEXT NOT NULL
) STRICT;

CREATE TABLE usuario (
  id TEXT PRIMARY KEY,
  cuenta_id TEXT NOT NULL REFERENCES cuenta(id),
  nombre TEXT NOT NULL,
  email TEXT NOT NULL COLLATE NOCASE UNIQUE,
  password_hash TEXT NOT NULL,
  rol TEXT NOT NULL CHECK (rol IN ('propietario', 'administrador', 'emisor', 'contador', 'lector')),
  created_at TEXT NOT NULL
) STRICT;
CREATE INDEX usuario_cuenta ON usuario(cuenta_id);

-- A company named at registration has only RUT and name until its owner completes it.
CREATE TABLE empresa (
  id TEXT PRIMARY KEY,
  cuenta_id TEXT NOT NULL REFERENCES cuenta(id),
  rut TEXT NOT NULL,
  razon_social TEXT NOT NULL,
  giro TEXT,
  actividades_economicas TEXT NOT NULL DEFAULT '[]',
  direccion TEXT,
  comuna TEXT,
  ciudad TEXT,
  telefono TEXT,
  email TEXT,
  sitio_web TEXT,
  codigo_sucursal_sii INTEGER,
  resolucion_numero INTEGER,
  resolucion_fecha TEXT,
  ambiente TEXT NOT NULL CHECK (ambiente IN ('simulacion', 'certificacion', 'produccion')),
  created_at TEXT NOT NULL,
  deleted_at TEXT
) STRICT;
CREATE UNIQUE INDEX empresa_rut ON empresa(cuenta_id, rut) WHERE deleted_at IS NULL;

-- One login of one person. `empresa_id` is the active company.
CREATE TABLE sesion (
  id TEXT PRIMARY KEY,
  usuario_id TEXT NOT NULL REFERENCES usuario(id),
  empresa_id TEXT REFERENCES empresa(id),
  ip TEXT,
  agente TEXT,
  created_at TEXT NOT NULL,
  last_used_at TEXT NOT NULL,
  revoked_at TEXT
) STRICT;
CREATE INDEX sesion_usuario ON sesion(usuario_id);

-- Refresh tokens of a session, each good for one use: a second use of one kills the session.
CREATE TABLE refresh_token (
  hash TEXT PRIMARY KEY,
  sesion_id TEXT NOT NULL REFERENCES sesion(id),
  expires_at TEXT NOT NULL,
  used_at TEXT
) STRICT;
CREATE INDEX refresh_token_sesion ON refresh_token(sesion_id);

CREATE TABLE api_key (
  id TEXT PRIMARY KEY,
  empresa_id TEXT NOT NULL REFERENCES empresa(id),
  nombre TEXT NOT NULL,
  hash TEXT NOT NULL UNIQUE,
  prefijo TEXT NOT NULL,
  ultimos4 TEXT NOT NULL,
  scopes TEXT NOT NULL DEFAULT '[]',
  ambiente TEXT NOT NULL CHECK (ambiente IN ('simulacion', 'certificacion', 'produccion')),
  created_at TEXT NOT NULL,
  expires_at TEXT,
  last_used_at TEXT,
  revoked_at TEXT
) STRICT;
CREATE INDEX api_key_empresa ON api_key(empresa_id);

-- The digital certificate of the person who signs for a company, and its private key, encrypted.
CREATE TABLE certificado (
  empresa_id TEXT PRIMARY KEY REFERENCES empresa(id),
  rut_titular TEXT NOT NULL,
  nombre TEXT NOT NULL,
  emisor TEXT NOT NULL,
  valido_desde TEXT NOT NULL,
  valido_hasta TEXT NOT NULL,
  certificado_pem TEXT NOT NULL,
  llave_cifrada BLOB NOT NULL,
  created_at TEXT NOT NULL
) STRICT;

-- Folio ranges granted by the SII. `siguiente` passes `hasta` when a range is spent.
CREATE TABLE caf (
  id TEXT PRIMARY KEY,
  empresa_id TEXT NOT NULL REFERENCES empresa(id),
  rut_emisor TEXT NOT NULL,
  ambiente TEXT NOT NULL CHECK (ambiente IN ('simulacion', 'certificacion', 'produccion')),
  tipo_dte INTEGER NOT NULL,
  desde INTEGER NOT NULL CHECK (desde >= 1),
  hasta INTEGER NOT NULL,
  siguiente INTEGER NOT NULL,
  fecha_autorizacion TEXT NOT NULL,
  vence_el TEXT,
  origen TEXT NOT NULL CHECK (origen IN ('carga', 'solicitud')),
  xml_cifrado BLOB NOT NULL,
  created_at TEXT NOT NULL,
  CHECK (hasta >= desde),
  CHECK (siguiente BETWEEN desde AND hasta + 1)
) STRICT;
CREATE UNIQUE INDEX caf_rango ON caf(rut_emisor, ambiente, tipo_dte, desde);
-- What a reservation reads: the ranges with folios left, oldest first.
CREATE INDEX caf_disponible ON caf(empresa_id, ambiente, tipo_dte, fecha_autorizacion, desde) WHERE siguiente <= hasta;

-- Folios given back by a discarded document that the SII never saw; taken again before new ones.
CREATE TABLE folio_libre (
  empresa_id TEXT NOT NULL REFERENCES empresa(id),
  ambiente TEXT NOT NULL,
  tipo_dte INTEGER NOT NULL,
  folio INTEGER NOT NULL,
  caf_id TEXT NOT NULL REFERENCES caf(id),
  PRIMARY KEY (empresa_id, ambiente, tipo_dte, folio)
) STRICT, WITHOUT ROWID;

-- The queue (contract §7). Times in milliseconds since 1970, UTC. Jobs of one `grupo` (`kind:…`) are leased together, oldest
-- `queued_at` first: that is when the job was accepted, released at its time, or retried by a person. `run_at` is set
-- only while the job waits for it; null means ready. `lease_id` names the batch that holds the job.
CREATE TABLE job (
  id TEXT PRIMARY KEY,
  kind TEXT NOT NULL,
  empresa_id TEXT NOT NULL REFERENCES empresa(id),
  ambiente TEXT NOT NULL,
  grupo TEXT NOT NULL,
  args TEXT NOT NULL DEFAULT '{}',
  -- With OR because this table and `documento` are written thousands of times a second: for an IN of more than two values
  -- SQLite builds a table of them at every statement, which costs more than the row.
  estado TEXT NOT NULL CHECK (estado = 'reserved' OR estado = 'pending' OR estado = 'scheduled' OR estado = 'processing'
    OR estado = 'completed' OR estado = 'failed' OR estado = 'dlq' OR estado = 'discarded'),
  run_at INTEGER,
  lease_id TEXT,
  lease_until INTEGER,
  -- Leases taken, one that died with its process included, and the temporary faults among them, which the back-off follows.
  intentos INTEGER NOT NULL DEFAULT 0,
  fallas INTEGER NOT NULL DEFAULT 0,
  created_at INTEGER NOT NULL,
  queued_at INTEGER NOT NULL,
  started_at INTEGER,
  completed_at INTEGER,
  failed_at INTEGER,
  error TEXT,
  CHECK (run_at IS NULL OR estado IN ('pending', 'scheduled')),
  CHECK (run_at IS NOT NULL OR estado <> 'scheduled'),
  CHECK ((estado = 'processing') = (lease_id IS NOT NULL)),
  CHECK ((lease_id IS NULL) = (lease_until IS NULL))
) STRICT;
CREATE INDEX job_listos ON job(grupo, queued_at) WHERE estado = 'pending' AND run_at IS NULL;
CREATE INDEX job_espera ON job(estado, run_at) WHERE run_at IS NOT NULL;
CREATE INDEX job_arriendos ON job(lease_id, lease_until) WHERE lease_id IS NOT NULL;
CREATE INDEX job_empresa ON job(empresa_id, ambiente, kind, created_at);
-- Counts by state, and lists of what is not done: completed jobs pile up for years and stay out of it.
CREATE INDEX job_inconclusos ON job(kind, estado, empresa_id, ambiente, created_at) WHERE estado <> 'completed';

-- One envelope as sent to the SII. `estado`: armado (never sent), enviado (sent, answer unknown),
-- recibido (has a Track ID), rehusado (refused at the door: its documents may travel again in another).
CREATE TABLE envio (
  id TEXT PRIMARY KEY,
  empresa_id TEXT NOT NULL REFERENCES empresa(id),
  ambiente TEXT NOT NULL,
  sobre TEXT NOT NULL CHECK (sobre IN ('EnvioDTE', 'EnvioBOLETA')),
  -- Who signed it: another person cannot upload it (CRT code 11).
  rut_envia TEXT NOT NULL,
  estado TEXT NOT NULL CHECK (estado IN ('armado', 'enviado', 'recibido', 'rehusado')),
  documentos INTEGER NOT NULL,
  track_id TEXT,
  estado_sii TEXT,
  glosa_sii TEXT,
  created_at TEXT NOT NULL,
  enviado_at TEXT,
  -- The boleta service can say that it has a boleta without saying its Track ID, so a received envelope may lack one.
  CHECK (track_id IS NULL OR estado = 'recibido')
) STRICT;
CREATE INDEX envio_track ON envio(empresa_id, ambiente, track_id) WHERE track_id IS NOT NULL;

-- Its frozen bytes but for the documents in it, whose bytes are frozen already: what stands before and after them, and their
-- ids in order. In a table of its own, as all large values: SQLite writes a row anew as a whole when any of it changes, and
-- states change often.
CREATE TABLE envio_marco (
  envio_id TEXT PRIMARY KEY REFERENCES envio(id),
  marco_cifrado BLOB NOT NULL
) STRICT;

-- A document from the moment its folio is taken.
CREATE TABLE documento (
  id TEXT PRIMARY KEY,
  empresa_id TEXT NOT NULL REFERENCES empresa(id),
  ambiente TEXT NOT NULL,
  tipo_dte INTEGER NOT NULL,
  folio INTEGER NOT NULL,
  caf_id TEXT NOT NULL REFERENCES caf(id),
  job_id TEXT NOT NULL UNIQUE REFERENCES job(id),
  envio_id TEXT REFERENCES envio(id),
  -- 1 after an envelope it shared was refused as a whole: it travels alone, so that one bad document sinks no other.
  solo INTEGER NOT NULL DEFAULT 0 CHECK (solo IN (0, 1)),
  -- 1 once an envelope with it may have reached the SII: its folio is never given to another document.
  visto INTEGER NOT NULL DEFAULT 0 CHECK (visto IN (0, 1)),
  fecha_emision TEXT NOT NULL,
  rut_emisor TEXT NOT NULL,
  rut_receptor TEXT NOT NULL,
  razon_social_receptor TEXT,
  monto_neto INTEGER NOT NULL DEFAULT 0,
  monto_exento INTEGER NOT NULL DEFAULT 0,
  monto_iva INTEGER NOT NULL DEFAULT 0,
  monto_total INTEGER NOT NULL,
  saldo INTEGER NOT NULL,
  anulado_por TEXT,
  referencia_externa TEXT,
  folio_estado TEXT NOT NULL DEFAULT 'tomado'
    CHECK (folio_estado = 'tomado' OR folio_estado = 'usado' OR folio_estado = 'retenido' OR folio_estado = 'libre'
      OR folio_estado = 'por_anular'),
  estado_sii TEXT NOT NULL DEFAULT 'no_enviado' CHECK (estado_sii = 'no_enviado' OR estado_sii = 'enviado'
    OR estado_sii = 'en_proceso' OR estado_sii = 'aceptado' OR estado_sii = 'aceptado_con_reparos'
    OR estado_sii = 'rechazado'),
  codigo_sii TEXT,
  glosa_sii TEXT,
  firmado_at TEXT,
  created_at TEXT NOT NULL
) STRICT;
-- The invariant of the whole service: a folio is never used for two documents. A freed folio may be taken anew.
CREATE UNIQUE INDEX documento_folio ON documento(empresa_id, ambiente, tipo_dte, folio) WHERE folio_estado <> 'libre';
CREATE INDEX documento_hueco ON documento(empresa_id, ambiente, tipo_dte, folio)
  WHERE folio_estado IN ('por_anular', 'libre');
-- The default order of the list.
CREATE INDEX documento_fecha ON documento(empresa_id, ambiente, fecha_emision, created_at, id) WHERE folio_estado <> 'libre';
-- Serves the look-up of a possible duplicate as well (contract §9).
CREATE INDEX documento_receptor ON documento(empresa_id, ambiente, rut_receptor, tipo_dte, monto_total, created_at);
CREATE INDEX documento_envio ON documento(envio_id) WHERE envio_id IS NOT NULL;
CREATE INDEX documento_externa ON documento(empresa_id, referencia_externa) WHERE referencia_externa IS NOT NULL;

-- The `Dte` as accepted.
CREATE TABLE documento_contenido (
  documento_id TEXT PRIMARY KEY REFERENCES documento(id),
  contenido_cifrado BLOB NOT NULL
) STRICT;

-- The signed bytes, never changed once there.
CREATE TABLE documento_xml (
  documento_id TEXT PRIMARY KEY REFERENCES documento(id),
  xml_cifrado BLOB NOT NULL
) STRICT;

-- What a note does to the own documents that it refers to: `monto` is what their balance loses (a debit: negative).
-- `aplicada` 0: not counted yet (a debit before the SII accepts it), or taken back (discarded, rejected).
CREATE TABLE documento_referencia (
  documento_id TEXT NOT NULL REFERENCES documento(id),
  referido_id TEXT NOT NULL REFERENCES documento(id),
  codigo INTEGER NOT NULL,
  monto INTEGER NOT NULL,
  aplicada INTEGER NOT NULL CHECK (aplicada IN (0, 1)),
  PRIMARY KEY (documento_id, referido_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX documento_referencia_referido ON documento_referencia(referido_id);

-- What happened to a document, in order.
CREATE TABLE documento_historial (
  id INTEGER PRIMARY KEY,
  documento_id TEXT NOT NULL REFERENCES documento(id),
  fecha TEXT NOT NULL,
  estado TEXT NOT NULL,
  sii_codigo TEXT,
  detalle TEXT
) STRICT;
CREATE INDEX documento_historial_documento ON documento_historial(documento_id, id);

-- Answers kept for a repeated Idempotency-Key (contract §9). `vence_at` null: for ever.
CREATE TABLE idempotencia (
  empresa_id TEXT NOT NULL REFERENCES empresa(id),
  ruta TEXT NOT NULL,
  clave TEXT NOT NULL,
  cuerpo_sha256 TEXT NOT NULL,
  status INTEGER NOT NULL,
  respuesta_cifrada BLOB NOT NULL,
  created_at TEXT NOT NULL,
  vence_at TEXT,
  PRIMARY KEY (empresa_id, ruta, clave)
) STRICT, WITHOUT ROWID;

-- Facts of this database itself: `clave_maestra` holds a known text under the master key, so that a wrong key is noticed.
CREATE TABLE meta (
  clave TEXT PRIMARY KEY,
  valor TEXT NOT NULL
) STRICT, WITHOUT ROWID;
