-- The schema of the first version, by area. What each table is for, and why a constraint or an index is there, stands above it; in
-- src/store/tables the program declares the same columns, keys and indexes, and a test compares both.


-- == The database about itself.

-- Facts of this database itself: `clave_maestra` holds a known text under the master key, so that a wrong key is
-- noticed.
CREATE TABLE meta (
  clave TEXT PRIMARY KEY,
  valor TEXT NOT NULL
) STRICT, WITHOUT ROWID;


-- == Accounts and the people in them.

CREATE TABLE cuenta (
  id TEXT PRIMARY KEY,
  nombre TEXT NOT NULL,
  email TEXT NOT NULL,
  plan TEXT NOT NULL DEFAULT 'Empresa',
  created_at TEXT NOT NULL,
  -- A smaller plan waits for the end of the period that is paid or running (contract §22).
  plan_siguiente TEXT CHECK (plan_siguiente IN ('Gratis', 'Emprendedor', 'Profesional', 'Empresa')),
  -- The Chile date from which it holds.
  plan_cambia_el TEXT CHECK ((plan_cambia_el IS NULL) = (plan_siguiente IS NULL)),
  -- 1: whoever runs the server gave it by hand. The account does not raise it unpaid, not even to the one everybody has.
  plan_fijado INTEGER NOT NULL DEFAULT 0 CHECK (plan_fijado IN (0, 1))
) STRICT;

-- A person of an account. Addresses of mail are one whatever their case.
CREATE TABLE usuario (
  id TEXT PRIMARY KEY,
  cuenta_id TEXT NOT NULL REFERENCES cuenta(id),
  nombre TEXT NOT NULL,
  email TEXT NOT NULL COLLATE NOCASE UNIQUE,
  password_hash TEXT NOT NULL,
  rol TEXT NOT NULL CHECK (rol IN ('propietario', 'administrador', 'emisor', 'contador', 'lector')),
  created_at TEXT NOT NULL,
  -- What one person may do beyond or short of the role, with which document types and in which companies. Lists are
  -- JSON; an empty one of types or companies is no limit.
  permisos_extra TEXT NOT NULL DEFAULT '[]' CHECK (json_valid(permisos_extra)),
  permisos_quitados TEXT NOT NULL DEFAULT '[]' CHECK (json_valid(permisos_quitados)),
  tipos_dte TEXT NOT NULL DEFAULT '[]' CHECK (json_valid(tipos_dte)),
  empresas TEXT NOT NULL DEFAULT '[]' CHECK (json_valid(empresas))
) STRICT;
CREATE INDEX usuario_cuenta ON usuario(cuenta_id);

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
-- What is forgotten every night is found without a look at what stays; so with the other indexes on an end or an age.
CREATE INDEX invitacion_vence ON invitacion(expira_en);

-- Tokens that let a person set a new password, each good once; only their hash is kept.
CREATE TABLE restablecimiento (
  token_hash TEXT PRIMARY KEY,
  usuario_id TEXT NOT NULL REFERENCES usuario(id) ON DELETE CASCADE,
  created_at TEXT NOT NULL,
  expira_en TEXT NOT NULL,
  usado_at TEXT
) STRICT;
CREATE INDEX restablecimiento_usuario ON restablecimiento(usuario_id);
CREATE INDEX restablecimiento_vence ON restablecimiento(expira_en);

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
CREATE INDEX auditoria_fecha ON auditoria(created_at);

-- It is forgotten once nothing of its time can be asked after any more: six years (Código Tributario, articles 17 and 200).
-- Nothing younger leaves it, whoever asks.
CREATE TRIGGER auditoria_no_cambia BEFORE UPDATE ON auditoria BEGIN
  SELECT RAISE(ABORT, 'the audit log is not rewritten');
END;

CREATE TRIGGER auditoria_no_se_borra BEFORE DELETE ON auditoria
WHEN julianday('now') - julianday(OLD.created_at) < 2191 BEGIN
  SELECT RAISE(ABORT, 'the audit log is not rewritten');
END;

-- Units of the monthly quota of queries that were used. A period is a month of Chile, `YYYYMM`: a new one begins with
-- no row.
CREATE TABLE cuota_consulta (
  cuenta_id TEXT NOT NULL REFERENCES cuenta(id),
  periodo TEXT NOT NULL CHECK (periodo GLOB '[0-9][0-9][0-9][0-9][01][0-9]'),
  operacion TEXT NOT NULL,
  usadas INTEGER NOT NULL CHECK (usadas > 0),
  PRIMARY KEY (cuenta_id, periodo, operacion)
) STRICT, WITHOUT ROWID;

-- Documents accepted in a month, of all companies of an account.
CREATE TABLE cuota_emision (
  cuenta_id TEXT NOT NULL REFERENCES cuenta(id),
  periodo TEXT NOT NULL CHECK (periodo GLOB '[0-9][0-9][0-9][0-9][01][0-9]'),
  usadas INTEGER NOT NULL CHECK (usadas > 0),
  PRIMARY KEY (cuenta_id, periodo)
) STRICT, WITHOUT ROWID;


-- == What accounts pay.

-- What an account has paid for: one row, moved on by every payment. Dates are Chile's, both inclusive.
CREATE TABLE suscripcion (
  cuenta_id TEXT PRIMARY KEY REFERENCES cuenta(id),
  plan TEXT NOT NULL CHECK (plan IN ('Gratis', 'Emprendedor', 'Profesional', 'Empresa')),
  ciclo TEXT NOT NULL CHECK (ciclo IN ('mensual', 'anual')),
  periodo_inicio TEXT NOT NULL,
  periodo_fin TEXT NOT NULL,
  monto INTEGER NOT NULL CHECK (monto >= 0),
  -- 0: it ends with its period.
  renovacion INTEGER NOT NULL CHECK (renovacion IN (0, 1)),
  terminada_at TEXT,
  CHECK (periodo_fin >= periodo_inicio)
) STRICT;

-- An intention to pay. Its amount is fixed here; what is paid must be that.
CREATE TABLE checkout (
  id TEXT PRIMARY KEY,
  cuenta_id TEXT NOT NULL REFERENCES cuenta(id),
  plan TEXT NOT NULL CHECK (plan IN ('Gratis', 'Emprendedor', 'Profesional', 'Empresa')),
  ciclo TEXT NOT NULL CHECK (ciclo IN ('mensual', 'anual')),
  monto INTEGER NOT NULL CHECK (monto >= 0),
  proveedor TEXT NOT NULL CHECK (proveedor IN ('manual', 'flow')),
  estado TEXT NOT NULL CHECK (estado IN ('abierto', 'pagado', 'vencido', 'anulado', 'rechazado')),
  url TEXT,
  -- By which the gateway names it.
  token TEXT UNIQUE,
  expira_en TEXT NOT NULL,
  created_at TEXT NOT NULL
) STRICT;
CREATE UNIQUE INDEX checkout_abierto ON checkout(cuenta_id) WHERE estado = 'abierto';
-- Those a gateway may still report a payment of.
CREATE INDEX checkout_por_consultar ON checkout(proveedor, created_at) WHERE estado <> 'pagado';

-- Money that arrived. A checkout is charged once; what cannot be matched waits for a person as `por_revisar`.
CREATE TABLE cobro (
  id TEXT PRIMARY KEY,
  cuenta_id TEXT NOT NULL REFERENCES cuenta(id),
  checkout_id TEXT NOT NULL UNIQUE REFERENCES checkout(id),
  plan TEXT NOT NULL,
  ciclo TEXT NOT NULL,
  monto INTEGER NOT NULL CHECK (monto >= 0),
  estado TEXT NOT NULL CHECK (estado IN ('pagado', 'por_revisar')),
  motivo TEXT,
  proveedor TEXT NOT NULL,
  -- The gateway's own number of the payment.
  referencia TEXT,
  periodo_inicio TEXT,
  periodo_fin TEXT,
  created_at TEXT NOT NULL,
  CHECK ((estado = 'pagado') = (periodo_inicio IS NOT NULL AND periodo_fin IS NOT NULL))
) STRICT;
CREATE INDEX cobro_cuenta ON cobro(cuenta_id, created_at DESC, id);


-- == Companies, whose certificate signs for them, and how people and programs work in their name.

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
  deleted_at TEXT,
  -- What a company wants of the receiver's copy: its mailbox for exchange, when copies leave, and whether anybody who
  -- has the address of a document may look at it.
  email_intercambio TEXT,
  envio_receptor TEXT NOT NULL DEFAULT 'no' CHECK (envio_receptor IN ('no', 'al_emitir', 'al_aceptar')),
  consulta_publica INTEGER NOT NULL DEFAULT 0 CHECK (consulta_publica IN (0, 1)),
  -- For the types that have no threshold of their own.
  alerta_folios INTEGER CHECK (alerta_folios >= 0)
) STRICT;
CREATE UNIQUE INDEX empresa_rut ON empresa(cuenta_id, rut) WHERE deleted_at IS NULL;

-- The digital certificate of the person who signs for a company, and its private key, each sealed as a whole: in clear stay
-- only whose it is and until when.
CREATE TABLE certificado (
  empresa_id TEXT PRIMARY KEY REFERENCES empresa(id),
  rut_titular TEXT NOT NULL,
  valido_desde TEXT NOT NULL,
  valido_hasta TEXT NOT NULL,
  certificado_cifrado BLOB NOT NULL,
  llave_cifrada BLOB NOT NULL,
  created_at TEXT NOT NULL
) STRICT;

-- A key of the API, found by its hash.
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
  revoked_at TEXT,
  -- A key issues no type that its maker may not, and answers only the addresses of `ips`; empty lists are no limit.
  tipos_dte TEXT NOT NULL DEFAULT '[]' CHECK (json_valid(tipos_dte)),
  ips TEXT NOT NULL DEFAULT '[]' CHECK (json_valid(ips))
) STRICT;
CREATE INDEX api_key_empresa ON api_key(empresa_id);

-- One login of one person. `empresa_id` is the active company.
CREATE TABLE sesion (
  id TEXT PRIMARY KEY,
  usuario_id TEXT NOT NULL REFERENCES usuario(id),
  empresa_id TEXT REFERENCES empresa(id),
  ip TEXT,
  agente TEXT,
  created_at TEXT NOT NULL,
  last_used_at TEXT NOT NULL,
  revoked_at TEXT,
  -- A browser's session shows itself by a cookie: the SHA-256 of its secret, and the instant (ISO 8601) from which it
  -- is no good.
  cookie_hash TEXT,
  cookie_hasta TEXT
) STRICT;
CREATE INDEX sesion_usuario ON sesion(usuario_id);
CREATE INDEX sesion_uso ON sesion(last_used_at);
CREATE UNIQUE INDEX sesion_cookie ON sesion(cookie_hash) WHERE cookie_hash IS NOT NULL;

-- Refresh tokens of a session, each good for one use: a second use of one kills the session.
CREATE TABLE refresh_token (
  hash TEXT PRIMARY KEY,
  sesion_id TEXT NOT NULL REFERENCES sesion(id),
  expires_at TEXT NOT NULL,
  used_at TEXT
) STRICT;
CREATE INDEX refresh_token_sesion ON refresh_token(sesion_id);
CREATE INDEX refresh_token_vence ON refresh_token(expires_at);

-- Answers kept for an Idempotency-Key, also on routes of an account that has no company yet. Exactly one of the two
-- scopes. `vence_at` null: for ever (emission).
CREATE TABLE idempotencia (
  empresa_id TEXT REFERENCES empresa(id),
  cuenta_id TEXT REFERENCES cuenta(id),
  ambito TEXT NOT NULL GENERATED ALWAYS AS (coalesce(empresa_id, cuenta_id)) STORED,
  ruta TEXT NOT NULL,
  clave TEXT NOT NULL,
  cuerpo_sha256 TEXT NOT NULL,
  status INTEGER NOT NULL,
  respuesta_cifrada BLOB NOT NULL,
  created_at TEXT NOT NULL,
  vence_at TEXT,
  UNIQUE (ambito, ruta, clave),
  CHECK ((empresa_id IS NULL) <> (cuenta_id IS NULL))
) STRICT;
-- For forgetting what has expired without a look at what never does.
CREATE INDEX idempotencia_vence ON idempotencia(vence_at) WHERE vence_at IS NOT NULL;


-- == Folios.

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
  -- A company that was deleted and made anew goes on with its own folios: the range moves to its new row. What
  -- `siguiente` had passed by then was the former row's: `heredado_hasta` is the last of those folios, null for a range
  -- that never moved.
  heredado_hasta INTEGER CHECK (heredado_hasta BETWEEN desde - 1 AND siguiente - 1),
  -- The threshold in force, written beside the range so that taking a folio reads nothing more; null once it was told,
  -- until there are more folios than that again. The ranges of one type have the same.
  aviso_bajo INTEGER CHECK (aviso_bajo >= 0),
  -- How often the range was found to be of an old copy since the SII was last asked; while it is above 0 nothing is
  -- taken from it. A count, so that what is found during the asking is not lost with its end.
  por_conciliar INTEGER NOT NULL DEFAULT 0,
  CHECK (hasta >= desde),
  CHECK (siguiente BETWEEN desde AND hasta + 1)
) STRICT;
CREATE UNIQUE INDEX caf_rango ON caf(rut_emisor, ambiente, tipo_dte, desde);
-- What a reservation reads: the ranges with folios left, oldest first.
CREATE INDEX caf_disponible ON caf(empresa_id, ambiente, tipo_dte, fecha_autorizacion, desde) WHERE siguiente <= hasta;
CREATE INDEX caf_por_conciliar ON caf(empresa_id, ambiente, tipo_dte) WHERE por_conciliar > 0;

-- Folios given back by a discarded document that the SII never saw; taken again before new ones.
CREATE TABLE folio_libre (
  empresa_id TEXT NOT NULL REFERENCES empresa(id),
  ambiente TEXT NOT NULL,
  tipo_dte INTEGER NOT NULL,
  folio INTEGER NOT NULL,
  caf_id TEXT NOT NULL REFERENCES caf(id),
  PRIMARY KEY (empresa_id, ambiente, tipo_dte, folio)
) STRICT, WITHOUT ROWID;

-- Folios that no document here will ever bear. `emitido_fuera`: the SII has a document of that folio which is not here;
-- `anulado`: annulled there; `por_anular`: passed over.
CREATE TABLE folio_apartado (
  caf_id TEXT NOT NULL REFERENCES caf(id),
  desde INTEGER NOT NULL,
  hasta INTEGER NOT NULL,
  estado TEXT NOT NULL CHECK (estado IN ('emitido_fuera', 'anulado', 'por_anular')),
  motivo TEXT NOT NULL,
  created_at TEXT NOT NULL,
  PRIMARY KEY (caf_id, desde),
  CHECK (hasta >= desde)
) STRICT, WITHOUT ROWID;

-- When a company is to be told that it has few folios of a type, and whether more are asked for then (contract §18). A
-- null `umbral` is the company's, else a tenth of the type's newest range; a null `cantidad` is as many as the SII
-- gives.
CREATE TABLE folio_alerta (
  empresa_id TEXT NOT NULL REFERENCES empresa(id),
  ambiente TEXT NOT NULL CHECK (ambiente IN ('simulacion', 'certificacion', 'produccion')),
  tipo_dte INTEGER NOT NULL,
  umbral INTEGER CHECK (umbral >= 0),
  reposicion_automatica INTEGER NOT NULL DEFAULT 0 CHECK (reposicion_automatica IN (0, 1)),
  cantidad INTEGER CHECK (cantidad >= 1),
  PRIMARY KEY (empresa_id, ambiente, tipo_dte)
) STRICT, WITHOUT ROWID;


-- == The queue.

-- The queue (contract §7). Times in milliseconds since 1970, UTC. Jobs of one `grupo` (`kind:…`) are leased together,
-- oldest `queued_at` first: that is when the job was accepted, released at its time, or retried by a person. `run_at`
-- is set only while the job waits for it; null means ready. `lease_id` names the batch that holds the job.
CREATE TABLE job (
  id TEXT PRIMARY KEY,
  kind TEXT NOT NULL,
  empresa_id TEXT NOT NULL REFERENCES empresa(id),
  ambiente TEXT NOT NULL,
  grupo TEXT NOT NULL,
  args TEXT NOT NULL DEFAULT '{}',
  -- With OR because this table and `documento` are written thousands of times a second: for an IN of more than two
  -- values SQLite builds a table of them at every statement, which costs more than the row.
  estado TEXT NOT NULL
    CHECK (estado = 'reserved' OR estado = 'pending' OR estado = 'scheduled' OR estado = 'processing'
      OR estado = 'completed' OR estado = 'failed' OR estado = 'dlq' OR estado = 'discarded'),
  run_at INTEGER,
  lease_id TEXT,
  lease_until INTEGER,
  -- Leases taken, one that died with its process included, and the temporary faults among them, which the back-off
  -- follows.
  intentos INTEGER NOT NULL DEFAULT 0,
  fallas INTEGER NOT NULL DEFAULT 0,
  created_at INTEGER NOT NULL,
  queued_at INTEGER NOT NULL,
  started_at INTEGER,
  completed_at INTEGER,
  failed_at INTEGER,
  error TEXT,
  -- The place of a job in the line of its group, given when it is made, released or retried by a person: one behind the
  -- newest job, by number. No clock has a part in it, so none that is set puts anything before its turn; among what was
  -- released with no job made in between, `queued_at` decides, which tells since when it waits.
  lugar INTEGER NOT NULL DEFAULT 0,
  -- Runs of a job that ended with their process or their lease, since the last that came back: no attempt, but the next
  -- waits the longer for each.
  interrupciones INTEGER NOT NULL DEFAULT 0,
  -- What a job does that no second one may do while it is under way; what came of it; and how far it is.
  clave TEXT,
  result TEXT,
  progreso TEXT,
  CHECK (run_at IS NULL OR estado IN ('pending', 'scheduled')),
  CHECK (run_at IS NOT NULL OR estado <> 'scheduled'),
  CHECK ((estado = 'processing') = (lease_id IS NOT NULL)),
  CHECK ((lease_id IS NULL) = (lease_until IS NULL))
) STRICT;
CREATE INDEX job_espera ON job(estado, run_at) WHERE run_at IS NOT NULL;
CREATE INDEX job_arriendos ON job(lease_id, lease_until) WHERE lease_id IS NOT NULL;
CREATE INDEX job_empresa ON job(empresa_id, ambiente, kind, created_at);
-- Counts by state, and lists of what is not done: completed jobs pile up for years and stay out of it.
CREATE INDEX job_inconclusos ON job(kind, estado, empresa_id, ambiente, created_at) WHERE estado <> 'completed';
CREATE INDEX job_listos ON job(grupo, lugar, queued_at) WHERE estado = 'pending' AND run_at IS NULL;
CREATE UNIQUE INDEX job_clave ON job(clave)
  WHERE clave IS NOT NULL AND (estado = 'pending' OR estado = 'processing' OR estado = 'scheduled');

CREATE TRIGGER job_cuenta_entra AFTER INSERT ON job BEGIN
  INSERT INTO job_cuenta VALUES (NEW.kind, NEW.empresa_id, NEW.ambiente, 1)
  ON CONFLICT DO UPDATE SET total = total + 1;
END;

CREATE TRIGGER job_cuenta_sale AFTER DELETE ON job BEGIN
  UPDATE job_cuenta SET total = total - 1
  WHERE kind = OLD.kind AND empresa_id = OLD.empresa_id AND ambiente = OLD.ambiente;
END;

-- How many jobs there are, in whatever state, so that a list need not count them; those that are not completed are counted
-- over job_inconclusos.
CREATE TABLE job_cuenta (
  kind TEXT NOT NULL,
  empresa_id TEXT NOT NULL,
  ambiente TEXT NOT NULL,
  total INTEGER NOT NULL CHECK (total >= 0),
  PRIMARY KEY (kind, empresa_id, ambiente)
) STRICT, WITHOUT ROWID;


-- == Documents and the envelopes that they travel in.

-- One envelope as sent to the SII. `estado`: armado (never sent), enviado (sent, answer unknown), recibido (has a Track
-- ID), rehusado (refused at the door: its documents may travel again in another).
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
  -- 0 once the SII was asked for an envelope's verdict for a week in vain: what waits for that verdict waits no longer.
  seguido INTEGER NOT NULL DEFAULT 1,
  -- The boleta service can say that it has a boleta without saying its Track ID, so a received envelope may lack one.
  CHECK (track_id IS NULL OR estado = 'recibido')
) STRICT;
CREATE INDEX envio_track ON envio(empresa_id, ambiente, track_id) WHERE track_id IS NOT NULL;

-- Its frozen bytes but for the documents in it, whose bytes are frozen already: what stands before and after them, and
-- their ids in order. In a table of its own, as all large values: SQLite writes a row anew as a whole when any of it
-- changes, and states change often.
CREATE TABLE envio_marco (
  envio_id TEXT PRIMARY KEY REFERENCES envio(id),
  marco_cifrado BLOB NOT NULL
) STRICT;

-- The SII does not take a company's envelopes: temporary faults since the last one that got through.
CREATE TABLE sii_incidente (
  empresa_id TEXT NOT NULL REFERENCES empresa(id),
  ambiente TEXT NOT NULL,
  fallas INTEGER NOT NULL,
  desde INTEGER NOT NULL,
  PRIMARY KEY (empresa_id, ambiente)
) STRICT, WITHOUT ROWID;

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
  estado_sii TEXT NOT NULL DEFAULT 'no_enviado'
    CHECK (estado_sii = 'no_enviado' OR estado_sii = 'enviado' OR estado_sii = 'en_proceso'
      OR estado_sii = 'aceptado' OR estado_sii = 'aceptado_con_reparos' OR estado_sii = 'rechazado'),
  codigo_sii TEXT,
  glosa_sii TEXT,
  firmado_at TEXT,
  created_at TEXT NOT NULL,
  -- Whether the signed bytes carry elements that only the SII's schemas of 2026 know: the first ones of a company in
  -- production travel alone until the SII has looked at one.
  formato_nuevo INTEGER NOT NULL DEFAULT 0 CHECK (formato_nuevo IN (0, 1)),
  -- 1: taken in an old copy and not known to have left; before it is signed or sent the SII is asked for its folio. 2:
  -- the SII has that folio.
  conciliar INTEGER NOT NULL DEFAULT 0 CHECK (conciliar = 0 OR conciliar = 1 OR conciliar = 2),
  -- What `q` of the list of documents looks for: the receiver's name and the reference as `plegar` writes them
  -- (src/domain/texto.ts), a line each. Written with the document and as unchanging as those two.
  busqueda TEXT NOT NULL DEFAULT ''
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
-- Accepted documents pile up for years and stay out of it, as completed jobs do of job_inconclusos.
CREATE INDEX documento_sin_aceptar ON documento(empresa_id, ambiente, estado_sii, fecha_emision, created_at, id)
  WHERE estado_sii <> 'aceptado' AND folio_estado <> 'libre';
-- The default order of the list of guides.
CREATE INDEX documento_guia ON documento(empresa_id, ambiente, fecha_emision, folio) WHERE tipo_dte = 52;
CREATE INDEX documento_formato_nuevo ON documento(empresa_id, envio_id) WHERE formato_nuevo = 1 AND ambiente = 'produccion';
-- All that a search looks at, and nothing else: a walk over the documents of one company is a few pages. In the order
-- of folios, for new ones to come at the end, and for a long walk to be cut. Company and environment are joined so that
-- only a query that says so is served by it: the planner would take it for others, which have indexes of their own.
CREATE INDEX documento_busqueda ON documento(empresa_id || ambiente, tipo_dte, folio, rut_receptor, busqueda)
  WHERE folio_estado <> 'libre';

CREATE TRIGGER documento_cuenta_entra AFTER INSERT ON documento WHEN NEW.folio_estado <> 'libre' BEGIN
  INSERT INTO documento_cuenta VALUES (NEW.empresa_id, NEW.ambiente, NEW.tipo_dte, 1)
  ON CONFLICT DO UPDATE SET total = total + 1;
END;

CREATE TRIGGER documento_cuenta_sale AFTER DELETE ON documento WHEN OLD.folio_estado <> 'libre' BEGIN
  UPDATE documento_cuenta SET total = total - 1
  WHERE empresa_id = OLD.empresa_id AND ambiente = OLD.ambiente AND tipo_dte = OLD.tipo_dte;
END;

CREATE TRIGGER documento_cuenta_cambia AFTER UPDATE OF folio_estado ON documento
WHEN (OLD.folio_estado = 'libre') <> (NEW.folio_estado = 'libre') BEGIN
  UPDATE documento_cuenta SET total = total + iif(NEW.folio_estado = 'libre', -1, 1)
  WHERE empresa_id = NEW.empresa_id AND ambiente = NEW.ambiente AND tipo_dte = NEW.tipo_dte;
END;

CREATE TRIGGER documento_dia_entra AFTER INSERT ON documento WHEN NEW.folio_estado <> 'libre' BEGIN
  INSERT INTO documento_dia VALUES (NEW.empresa_id, NEW.ambiente, NEW.fecha_emision, NEW.tipo_dte, NEW.estado_sii, 1,
    NEW.monto_neto, NEW.monto_exento, NEW.monto_iva, NEW.monto_total)
  ON CONFLICT DO UPDATE SET documentos = documentos + 1, monto_neto = monto_neto + excluded.monto_neto,
    monto_exento = monto_exento + excluded.monto_exento, monto_iva = monto_iva + excluded.monto_iva,
    monto_total = monto_total + excluded.monto_total;
END;

CREATE TRIGGER documento_dia_sale AFTER DELETE ON documento WHEN OLD.folio_estado <> 'libre' BEGIN
  UPDATE documento_dia SET documentos = documentos - 1, monto_neto = monto_neto - OLD.monto_neto,
    monto_exento = monto_exento - OLD.monto_exento, monto_iva = monto_iva - OLD.monto_iva,
    monto_total = monto_total - OLD.monto_total
  WHERE empresa_id = OLD.empresa_id AND ambiente = OLD.ambiente AND fecha_emision = OLD.fecha_emision
    AND tipo_dte = OLD.tipo_dte AND estado_sii = OLD.estado_sii;
END;

-- A verdict, or a folio that is freed. Nothing else of what is counted ever changes in a document; whoever mends one by
-- hand and changes it is counted right all the same.
CREATE TRIGGER documento_dia_cambia AFTER UPDATE OF estado_sii, folio_estado, empresa_id, ambiente, fecha_emision, tipo_dte,
  monto_neto, monto_exento, monto_iva, monto_total ON documento
WHEN OLD.estado_sii <> NEW.estado_sii OR (OLD.folio_estado = 'libre') <> (NEW.folio_estado = 'libre')
  OR (OLD.empresa_id, OLD.ambiente, OLD.fecha_emision, OLD.tipo_dte, OLD.monto_neto, OLD.monto_exento, OLD.monto_iva,
    OLD.monto_total) <> (NEW.empresa_id, NEW.ambiente, NEW.fecha_emision, NEW.tipo_dte, NEW.monto_neto, NEW.monto_exento,
    NEW.monto_iva, NEW.monto_total) BEGIN
  UPDATE documento_dia SET documentos = documentos - 1, monto_neto = monto_neto - OLD.monto_neto,
    monto_exento = monto_exento - OLD.monto_exento, monto_iva = monto_iva - OLD.monto_iva,
    monto_total = monto_total - OLD.monto_total
  WHERE OLD.folio_estado <> 'libre' AND empresa_id = OLD.empresa_id AND ambiente = OLD.ambiente
    AND fecha_emision = OLD.fecha_emision AND tipo_dte = OLD.tipo_dte AND estado_sii = OLD.estado_sii;
  INSERT INTO documento_dia
  SELECT NEW.empresa_id, NEW.ambiente, NEW.fecha_emision, NEW.tipo_dte, NEW.estado_sii, 1, NEW.monto_neto, NEW.monto_exento,
    NEW.monto_iva, NEW.monto_total WHERE NEW.folio_estado <> 'libre'
  ON CONFLICT DO UPDATE SET documentos = documentos + 1, monto_neto = monto_neto + excluded.monto_neto,
    monto_exento = monto_exento + excluded.monto_exento, monto_iva = monto_iva + excluded.monto_iva,
    monto_total = monto_total + excluded.monto_total;
END;

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

-- A document that travels again because the SII refused its file as a whole, until another envelope with it has
-- arrived. Those of one `parte` travel together. With an `error` (JSON) they wait for a person. Their public jobs are
-- done since the first Track ID.
CREATE TABLE reenvio (
  documento_id TEXT PRIMARY KEY REFERENCES documento(id),
  -- Of the public jobs of its line.
  grupo TEXT NOT NULL,
  parte TEXT NOT NULL,
  -- Temporary faults on its way.
  intentos INTEGER NOT NULL DEFAULT 0,
  error TEXT
) STRICT;
CREATE INDEX reenvio_linea ON reenvio(grupo, intentos) WHERE error IS NULL;
CREATE INDEX reenvio_parte ON reenvio(parte);

-- What a note does to the own documents that it refers to: `monto` is what their balance loses (a debit: negative).
-- `aplicada` 0: not counted yet (a debit before the SII accepts it), or taken back (discarded, rejected).
CREATE TABLE documento_referencia (
  documento_id TEXT NOT NULL REFERENCES documento(id),
  referido_id TEXT NOT NULL REFERENCES documento(id),
  codigo INTEGER NOT NULL,
  monto INTEGER NOT NULL,
  aplicada INTEGER NOT NULL CHECK (aplicada IN (0, 1)),
  -- What a note takes of each component of a document (contract §1): JSON of exact decimals by component, below zero
  -- what a debit adds.
  partes TEXT NOT NULL,
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

-- The public address of a document, made when it is first shown. It is found by its hash and kept sealed: who reads the
-- database opens no document with it.
CREATE TABLE documento_publico (
  documento_id TEXT PRIMARY KEY REFERENCES documento(id),
  clave_sha256 BLOB NOT NULL UNIQUE,
  clave_cifrada BLOB NOT NULL
) STRICT;

-- How many documents a list has, by type, so that a page need not count them: kept by triggers, in the transaction of
-- the document itself. A freed folio's document is in no list.
CREATE TABLE documento_cuenta (
  empresa_id TEXT NOT NULL,
  ambiente TEXT NOT NULL,
  tipo_dte INTEGER NOT NULL,
  total INTEGER NOT NULL CHECK (total >= 0),
  PRIMARY KEY (empresa_id, ambiente, tipo_dte)
) STRICT, WITHOUT ROWID;

-- What the list of documents adds up to by day, type and verdict, so that a summary need not read it: kept by triggers,
-- in the transaction of the document itself, as documento_cuenta is. Amounts in pesos, as the document's.
CREATE TABLE documento_dia (
  empresa_id TEXT NOT NULL,
  ambiente TEXT NOT NULL,
  fecha_emision TEXT NOT NULL,
  tipo_dte INTEGER NOT NULL,
  estado_sii TEXT NOT NULL,
  documentos INTEGER NOT NULL CHECK (documentos >= 0),
  monto_neto INTEGER NOT NULL,
  monto_exento INTEGER NOT NULL,
  monto_iva INTEGER NOT NULL,
  monto_total INTEGER NOT NULL,
  PRIMARY KEY (empresa_id, ambiente, fecha_emision, tipo_dte, estado_sii)
) STRICT, WITHOUT ROWID;

-- What is known of a guide (type 52) beside its document. A guide that was voided names itself in
-- `documento.anulado_por`.
CREATE TABLE guia (
  documento_id TEXT PRIMARY KEY REFERENCES documento(id),
  ind_traslado INTEGER NOT NULL CHECK (ind_traslado BETWEEN 1 AND 9),
  anulada_at TEXT,
  motivo_anulacion TEXT,
  CHECK ((anulada_at IS NULL) = (motivo_anulacion IS NULL))
) STRICT;

-- Which invoice covers which guide. A row stands while `liberada_at` is null; `liberada_por` is the note that voided
-- the invoice, null when the invoice itself came to nothing.
CREATE TABLE guia_factura (
  id INTEGER PRIMARY KEY,
  guia_id TEXT NOT NULL REFERENCES guia(documento_id),
  factura_id TEXT NOT NULL REFERENCES documento(id),
  created_at TEXT NOT NULL,
  liberada_at TEXT,
  liberada_por TEXT REFERENCES documento(id),
  -- A second invoice over an invoiced guide, asked for with `forzar_guia`: it covers the guide beside the first.
  forzada INTEGER NOT NULL DEFAULT 0 CHECK (forzada IN (0, 1)),
  CHECK (liberada_at IS NOT NULL OR liberada_por IS NULL)
) STRICT;
CREATE INDEX guia_factura_factura ON guia_factura(factura_id);
-- The invariant: no guide is in two invoices at once.
CREATE UNIQUE INDEX guia_factura_unica ON guia_factura(guia_id) WHERE liberada_at IS NULL AND forzada = 0;

-- Emissions that wait for their hour (`programar_para`): no document yet, since the folio is taken at release. What
-- their job shows meanwhile, and the request as it came, encrypted, to be read anew then. The row goes once the
-- document is there.
CREATE TABLE emision_programada (
  job_id TEXT PRIMARY KEY REFERENCES job(id),
  empresa_id TEXT NOT NULL,
  ambiente TEXT NOT NULL,
  tipo_dte INTEGER NOT NULL,
  rut_receptor TEXT NOT NULL,
  monto_total INTEGER NOT NULL,
  referencia_externa TEXT,
  solicitud_cifrada BLOB NOT NULL,
  created_at TEXT NOT NULL,
  -- As `documento.busqueda`.
  busqueda TEXT NOT NULL DEFAULT ''
) STRICT;
-- Serves the look-up of a possible duplicate (contract §9).
CREATE INDEX emision_programada_receptor
  ON emision_programada(empresa_id, ambiente, rut_receptor, tipo_dte, monto_total, created_at);

-- A copy of a document to one mailbox. The id also names the message, so that a repeated one can be told as such.
CREATE TABLE copia (
  id TEXT PRIMARY KEY,
  documento_id TEXT NOT NULL REFERENCES documento(id),
  destinatario TEXT NOT NULL COLLATE NOCASE,
  origen TEXT NOT NULL CHECK (origen IN ('automatica', 'manual')),
  estado TEXT NOT NULL DEFAULT 'pendiente' CHECK (estado IN ('pendiente', 'enviada', 'fallida')),
  job_id TEXT NOT NULL UNIQUE REFERENCES job(id),
  created_at TEXT NOT NULL,
  enviada_at TEXT,
  CHECK ((estado = 'enviada') = (enviada_at IS NOT NULL))
) STRICT;
-- Whatever is tried again, nobody gets the same document twice without a person asking for it …
CREATE UNIQUE INDEX copia_automatica ON copia(documento_id, destinatario) WHERE origen = 'automatica';
-- … and a person who asks twice has one on its way.
CREATE UNIQUE INDEX copia_en_camino ON copia(documento_id, destinatario) WHERE estado = 'pendiente';


-- == A company's paper.

-- Versions of a company's paper (contract §22). A version never changes: another look is another version.
CREATE TABLE plantilla (
  id TEXT PRIMARY KEY,
  empresa_id TEXT NOT NULL REFERENCES empresa(id),
  version INTEGER NOT NULL CHECK (version >= 1),
  nombre TEXT NOT NULL,
  formato TEXT NOT NULL CHECK (formato IN ('carta', '80mm', '57mm')),
  -- Document types it may be activated for, as JSON.
  tipos_dte TEXT NOT NULL,
  -- As it was sent.
  config TEXT NOT NULL,
  -- The name of whoever made it, as it was then.
  creada_por TEXT NOT NULL,
  created_at TEXT NOT NULL,
  UNIQUE (empresa_id, version),
  -- What `plantilla_activa` refers to.
  UNIQUE (id, empresa_id, formato)
) STRICT;

-- The last version number a company gave: a deleted version's number is not given again.
CREATE TABLE plantilla_numero (
  empresa_id TEXT PRIMARY KEY REFERENCES empresa(id),
  ultimo INTEGER NOT NULL
) STRICT;

-- The version with which each type is printed on each paper; without a row, the ordinary one. The reference makes it
-- one of the same company and paper, and keeps an active one from being deleted.
CREATE TABLE plantilla_activa (
  empresa_id TEXT NOT NULL,
  formato TEXT NOT NULL,
  tipo_dte INTEGER NOT NULL,
  plantilla_id TEXT NOT NULL,
  PRIMARY KEY (empresa_id, formato, tipo_dte),
  FOREIGN KEY (plantilla_id, empresa_id, formato) REFERENCES plantilla(id, empresa_id, formato)
) STRICT, WITHOUT ROWID;
CREATE INDEX plantilla_activa_plantilla ON plantilla_activa(plantilla_id);

-- A company's logo: the file as it came, and beside it the image as printed, prepared once so that printing never has
-- to.
CREATE TABLE logo (
  empresa_id TEXT PRIMARY KEY REFERENCES empresa(id),
  tipo TEXT NOT NULL CHECK (tipo IN ('image/png', 'image/jpeg')),
  ancho INTEGER NOT NULL,
  alto INTEGER NOT NULL,
  created_at TEXT NOT NULL,
  impreso_ancho INTEGER NOT NULL,
  impreso_alto INTEGER NOT NULL,
  impreso_dict TEXT NOT NULL,
  impreso BLOB NOT NULL,
  archivo BLOB NOT NULL
) STRICT;


-- == Events, and the endpoints that are told of them. Times in milliseconds since 1970, UTC.

-- The number of a company's last event, which is the id of its frame on the stream. Every event is counted; only those
-- that somebody wants have a row in `evento`.
CREATE TABLE evento_numero (
  empresa_id TEXT PRIMARY KEY REFERENCES empresa(id),
  ultimo INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

-- An event as told: `cuerpo` is the exact body of the webhook and the data of the stream. `ambiente` null: of the
-- company in all of them.
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

-- A URL that is told events of one company in one environment. `eventos`: JSON list of kinds, empty for all.
-- `motivo_inactivo`: why the server switched it off; null when a person did. `fallando_desde`: the first failure since
-- the last success. A deleted one keeps its row while its deliveries do, without its secrets.
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


-- == The simulated SII (src/simulator). Times are milliseconds of its own clock. `lado` is the world a host belongs to:
-- certificacion (maullin, apicert, pangal) or produccion (palena, api, rahue); nothing crosses it.

-- The one row: how far the simulator's clock stands from the machine's.
CREATE TABLE sim_reloj (
  id INTEGER PRIMARY KEY CHECK (id = 1),
  desfase_ms INTEGER NOT NULL
) STRICT;

-- Seeds handed out, good once and for two minutes. SOAP and boleta REST have separate pools.
CREATE TABLE sim_semilla (
  semilla TEXT NOT NULL CHECK (length(semilla) = 12),
  lado TEXT NOT NULL CHECK (lado IN ('certificacion', 'produccion')),
  sistema TEXT NOT NULL CHECK (sistema IN ('soap', 'rest')),
  creada_at INTEGER NOT NULL,
  usada_at INTEGER,
  PRIMARY KEY (lado, sistema, semilla)
) STRICT, WITHOUT ROWID;

-- Tokens: the session of a person, named by the RUT in the certificate.
CREATE TABLE sim_token (
  token TEXT NOT NULL,
  lado TEXT NOT NULL CHECK (lado IN ('certificacion', 'produccion')),
  sistema TEXT NOT NULL CHECK (sistema IN ('soap', 'rest')),
  rut TEXT NOT NULL,
  creado_at INTEGER NOT NULL,
  vence_at INTEGER NOT NULL,
  PRIMARY KEY (lado, sistema, token)
) STRICT, WITHOUT ROWID;

-- Who may issue what: a row only for a RUT that somebody put there (PUT /simulador/contribuyentes). Of anyone else everything
-- is allowed, so that a first test needs no set-up.
CREATE TABLE sim_contribuyente (
  lado TEXT NOT NULL CHECK (lado IN ('certificacion', 'produccion')),
  rut TEXT NOT NULL,
  inscrito INTEGER NOT NULL CHECK (inscrito IN (0, 1)),
  emisor INTEGER NOT NULL CHECK (emisor IN (0, 1)),
  tipos_dte TEXT,
  personas TEXT,
  PRIMARY KEY (lado, rut)
) STRICT, WITHOUT ROWID;

-- Folio ranges granted, here or by another simulator with the same authority key (learnt when first seen).
CREATE TABLE sim_caf (
  lado TEXT NOT NULL CHECK (lado IN ('certificacion', 'produccion')),
  rut TEXT NOT NULL,
  tipo_dte INTEGER NOT NULL,
  desde INTEGER NOT NULL CHECK (desde >= 1),
  hasta INTEGER NOT NULL,
  fecha TEXT NOT NULL,
  modulo TEXT NOT NULL,
  ajeno INTEGER NOT NULL DEFAULT 0 CHECK (ajeno IN (0, 1)),
  PRIMARY KEY (lado, rut, tipo_dte, desde, modulo),
  CHECK (hasta >= desde)
) STRICT, WITHOUT ROWID;

-- Folios annulled at the portal: a document that bears one is rejected.
CREATE TABLE sim_folio_anulado (
  lado TEXT NOT NULL CHECK (lado IN ('certificacion', 'produccion')),
  rut TEXT NOT NULL,
  tipo_dte INTEGER NOT NULL,
  folio INTEGER NOT NULL,
  PRIMARY KEY (lado, rut, tipo_dte, folio)
) STRICT, WITHOUT ROWID;

-- Envelopes received, with the bytes as they came. `veces` counts arrivals of the same bytes. `atascado_hasta` holds
-- the envelope at CRT until then. `siguiente_at` is when the next step is due, null when the state is final.
CREATE TABLE sim_envio (
  track_id INTEGER PRIMARY KEY AUTOINCREMENT,
  lado TEXT NOT NULL CHECK (lado IN ('certificacion', 'produccion')),
  servicio TEXT NOT NULL CHECK (servicio IN ('dte', 'boleta')),
  sobre TEXT NOT NULL CHECK (sobre IN ('EnvioDTE', 'EnvioBOLETA')),
  rut_envia TEXT NOT NULL,
  rut_empresa TEXT NOT NULL,
  archivo TEXT NOT NULL,
  sha1 TEXT NOT NULL CHECK (length(sha1) = 40),
  xml BLOB NOT NULL,
  veces INTEGER NOT NULL DEFAULT 1 CHECK (veces >= 1),
  recibido_at INTEGER NOT NULL,
  repetido_at INTEGER,
  estado TEXT NOT NULL DEFAULT 'REC'
    CHECK (estado IN ('REC', 'SOK', 'FOK', 'CRT', 'PRD', 'EPR', 'RSC', 'RFR', 'RCT', 'RPT')),
  estado_at INTEGER NOT NULL,
  siguiente_at INTEGER,
  atascado_por TEXT CHECK (atascado_por IN ('falla', 'receptor')),
  atascado_hasta INTEGER,
  razones TEXT NOT NULL DEFAULT '[]',
  CHECK ((siguiente_at IS NULL) = (estado IN ('EPR', 'RSC', 'RFR', 'RCT', 'RPT')))
) STRICT;
CREATE INDEX sim_envio_repetido ON sim_envio(lado, servicio, rut_empresa, sha1);
CREATE INDEX sim_envio_pendiente ON sim_envio(siguiente_at) WHERE siguiente_at IS NOT NULL;
-- Envelopes of the simulated SII that still have their bytes and are done with; an empty `xml` was given up.
CREATE INDEX sim_envio_bytes ON sim_envio(estado_at) WHERE siguiente_at IS NULL AND length(xml) > 0;

-- Documents as named inside an envelope; `inicio` and `fin` cut their text out of its bytes.
CREATE TABLE sim_documento (
  id INTEGER PRIMARY KEY,
  track_id INTEGER NOT NULL REFERENCES sim_envio(track_id),
  orden INTEGER NOT NULL,
  lado TEXT NOT NULL,
  rut_emisor TEXT NOT NULL,
  tipo_dte INTEGER NOT NULL,
  folio INTEGER NOT NULL,
  rut_receptor TEXT NOT NULL,
  fecha_emision TEXT NOT NULL,
  monto_total TEXT NOT NULL,
  firma TEXT NOT NULL,
  sha1 TEXT NOT NULL CHECK (length(sha1) = 40),
  inicio INTEGER NOT NULL,
  fin INTEGER NOT NULL CHECK (fin > inicio),
  veredicto TEXT CHECK (veredicto IN ('aceptado', 'reparo', 'reparo_leve', 'rechazado')),
  razones TEXT NOT NULL DEFAULT '[]',
  juzgado_at INTEGER,
  UNIQUE (track_id, orden),
  CHECK ((veredicto IS NULL) = (juzgado_at IS NULL))
) STRICT;
CREATE INDEX sim_documento_folio ON sim_documento(lado, rut_emisor, tipo_dte, folio);

-- Folios used up, accepted or not: the first document judged with a folio keeps it for ever.
CREATE TABLE sim_folio (
  lado TEXT NOT NULL,
  rut_emisor TEXT NOT NULL,
  tipo_dte INTEGER NOT NULL,
  folio INTEGER NOT NULL,
  documento_id INTEGER NOT NULL UNIQUE REFERENCES sim_documento(id),
  PRIMARY KEY (lado, rut_emisor, tipo_dte, folio)
) STRICT, WITHOUT ROWID;

-- What accepted notes did to other documents of their emitter: CodRef 1 voids, 2 corrects text, 3 corrects amounts.
CREATE TABLE sim_referencia (
  lado TEXT NOT NULL,
  rut_emisor TEXT NOT NULL,
  tipo_dte INTEGER NOT NULL,
  folio INTEGER NOT NULL,
  codigo INTEGER NOT NULL CHECK (codigo IN (1, 2, 3)),
  nota_id INTEGER NOT NULL REFERENCES sim_documento(id),
  PRIMARY KEY (lado, rut_emisor, tipo_dte, folio, codigo, nota_id)
) STRICT, WITHOUT ROWID;

-- The simulated SII's registry of acceptances and claims (WSRegistroReclamo): what the receiver of a document said of
-- it, and PAG, which the SII writes itself of one paid in cash. The notes that annul or correct it stand in
-- sim_referencia already. An event is registered once and never taken back.
CREATE TABLE sim_evento (
  documento_id INTEGER NOT NULL REFERENCES sim_documento(id),
  codigo TEXT NOT NULL CHECK (codigo IN ('ACD', 'ERM', 'RCD', 'RFP', 'RFT', 'PAG')),
  rut_responsable TEXT NOT NULL,
  registrado_at INTEGER NOT NULL,
  PRIMARY KEY (documento_id, codigo)
) STRICT, WITHOUT ROWID;

-- Who accepted the content claims nothing any more, and who claimed accepts nothing (protocol-core §7.4).
CREATE TRIGGER sim_evento_coherente BEFORE INSERT ON sim_evento
WHEN NEW.codigo <> 'PAG' AND EXISTS (
  SELECT 1 FROM sim_evento WHERE documento_id = NEW.documento_id AND codigo <> 'PAG'
  AND (codigo IN ('ACD', 'ERM')) <> (NEW.codigo IN ('ACD', 'ERM'))
)
BEGIN
  SELECT RAISE(ABORT, 'a claim and an acceptance exclude each other');
END;

-- Faults on demand. `quedan` null: no limit of times; `hasta_at` null: no limit of time.
CREATE TABLE sim_falla (
  id TEXT PRIMARY KEY,
  servicio TEXT NOT NULL,
  falla TEXT NOT NULL,
  ms INTEGER CHECK (ms >= 0),
  quedan INTEGER CHECK (quedan >= 0),
  hasta_at INTEGER,
  creada_at INTEGER NOT NULL,
  CHECK ((falla = 'demora') = (ms IS NOT NULL))
) STRICT;
