-- The simulated SII (src/simulator). Times are milliseconds of the simulator's own clock. `lado` is the world a host
-- belongs to: certificacion (maullin, apicert, pangal) or produccion (palena, api, rahue); nothing crosses it.

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

-- What is forbidden; everything else is allowed. An empty column stands for all: a company that is no emitter ('' person),
-- a person who is not enrolled ('' company), a person without permission on one company (both).
CREATE TABLE sim_veto (
  lado TEXT NOT NULL CHECK (lado IN ('certificacion', 'produccion')),
  rut_empresa TEXT NOT NULL,
  rut_persona TEXT NOT NULL,
  PRIMARY KEY (lado, rut_empresa, rut_persona),
  CHECK (rut_empresa <> '' OR rut_persona <> '')
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

-- Envelopes received, with the bytes as they came. `veces` counts arrivals of the same bytes. `atascado_hasta` holds the
-- envelope at CRT until then. `siguiente_at` is when the next step is due, null when the state is final.
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
