-- Series that issue by themselves, or write drafts, on the dates of a rule (areas/recurrentes), and what each date became.
CREATE TABLE serie (
  id TEXT PRIMARY KEY,
  empresa_id TEXT NOT NULL REFERENCES empresa(id),
  ambiente TEXT NOT NULL,
  nombre TEXT NOT NULL,
  estado TEXT NOT NULL CHECK (estado IN ('activa', 'pausada', 'terminada')),
  modo TEXT NOT NULL CHECK (modo IN ('borrador', 'automatico')),
  envio TEXT NOT NULL CHECK (envio IN ('empresa', 'no', 'al_emitir', 'al_aceptar')),
  atraso_dias INTEGER NOT NULL CHECK (atraso_dias BETWEEN 0 AND 10),
  -- JSON of it.
  regla TEXT NOT NULL,
  tipo_dte INTEGER NOT NULL,
  rut_receptor TEXT NOT NULL,
  -- Name and receiver as a search reads them.
  busqueda TEXT NOT NULL,
  -- Every date of the rule up to this one is done or left out: it never goes back.
  hecho_hasta TEXT NOT NULL,
  -- The place in the rule of the last date that was done: a holiday that is added later does not bring it back under another date.
  ranura TEXT NOT NULL DEFAULT '',
  -- The next date of the rule that is done on its own day, and its instant.
  proxima TEXT,
  proxima_at INTEGER,
  -- The first day on which it goes on by itself.
  pausada_hasta TEXT,
  autor TEXT NOT NULL,
  created_at TEXT NOT NULL,
  updated_at TEXT NOT NULL,
  eliminada_en TEXT,
  -- The request as it was written, encrypted.
  contenido_cifrado BLOB NOT NULL,
  CHECK ((proxima IS NULL) = (proxima_at IS NULL)),
  CHECK (estado = 'pausada' OR pausada_hasta IS NULL)
) STRICT;
CREATE INDEX serie_proxima ON serie(proxima_at, id) WHERE estado = 'activa' AND proxima_at IS NOT NULL;
-- Active ones without another date.
CREATE INDEX serie_gastada ON serie(id) WHERE estado = 'activa' AND proxima_at IS NULL;
CREATE INDEX serie_pausada ON serie(pausada_hasta) WHERE pausada_hasta IS NOT NULL;
CREATE INDEX serie_lista ON serie(empresa_id, ambiente, created_at, id) WHERE eliminada_en IS NULL;
-- Whose copies leave otherwise than the company's.
CREATE INDEX serie_envio ON serie(empresa_id) WHERE envio <> 'empresa';
CREATE INDEX serie_activa ON serie(empresa_id, ambiente) WHERE estado = 'activa';

-- One date of a series: what a person said of it, and what it became. The key holds for ever: no date is done twice.
CREATE TABLE ocurrencia (
  serie_id TEXT NOT NULL REFERENCES serie(id),
  fecha TEXT NOT NULL,
  n INTEGER NOT NULL,
  -- Its place in the rule: under another calendar it has another date, and is the same.
  ranura TEXT NOT NULL DEFAULT '',
  estado TEXT NOT NULL CHECK (estado IN ('omitida', 'cambiada', 'borrador', 'emitida', 'detenida')),
  mover_a TEXT,
  -- The draft or the emission that it became.
  borrador_id TEXT,
  job_id TEXT,
  -- Why it stopped, why it became a draft, or why it was left out.
  codigo TEXT,
  mensaje TEXT,
  -- When a stopped one was last tried, and when one that stopped or was moved is done.
  intentada_at TEXT,
  pendiente_at INTEGER,
  -- 0 until its draft was told of.
  avisada INTEGER NOT NULL DEFAULT 1 CHECK (avisada IN (0, 1)),
  autor TEXT,
  created_at TEXT NOT NULL,
  updated_at TEXT NOT NULL,
  -- The request of this date alone, encrypted.
  solicitud_cifrada BLOB,
  PRIMARY KEY (serie_id, fecha),
  CHECK ((estado = 'borrador') = (borrador_id IS NOT NULL)),
  CHECK (CASE estado WHEN 'emitida' THEN job_id IS NOT NULL WHEN 'borrador' THEN 1 ELSE job_id IS NULL END),
  CHECK (pendiente_at IS NULL OR estado IN ('cambiada', 'detenida'))
) STRICT, WITHOUT ROWID;
CREATE INDEX ocurrencia_pendiente ON ocurrencia(pendiente_at) WHERE pendiente_at IS NOT NULL;
CREATE UNIQUE INDEX ocurrencia_emision ON ocurrencia(job_id) WHERE job_id IS NOT NULL;
CREATE UNIQUE INDEX ocurrencia_borrador ON ocurrencia(borrador_id) WHERE borrador_id IS NOT NULL;
CREATE INDEX ocurrencia_sin_avisar ON ocurrencia(serie_id) WHERE avisada = 0;

-- A draft may come from a series, or from an assistant.
CREATE TABLE borrador_nuevo (
  id TEXT PRIMARY KEY,
  empresa_id TEXT NOT NULL REFERENCES empresa(id),
  ambiente TEXT NOT NULL,
  origen TEXT NOT NULL CHECK (origen IN ('manual', 'duplicado', 'serie', 'mcp')),
  serie_id TEXT REFERENCES serie(id),
  estado TEXT NOT NULL CHECK (estado IN ('abierto', 'emitido', 'descartado')),
  version INTEGER NOT NULL CHECK (version > 0),
  -- Its receiver and reference as a search reads them.
  busqueda TEXT NOT NULL,
  autor TEXT NOT NULL,
  -- The emission that it became.
  job_id TEXT,
  created_at TEXT NOT NULL,
  updated_at TEXT NOT NULL,
  -- The request and how it was judged when it was written, encrypted. Last: it may be long, and a search reads what stands before it.
  contenido_cifrado BLOB NOT NULL,
  CHECK ((estado = 'emitido') = (job_id IS NOT NULL)),
  CHECK ((origen = 'serie') = (serie_id IS NOT NULL))
) STRICT;
INSERT INTO borrador_nuevo
  SELECT id, empresa_id, ambiente, origen, NULL, estado, version, busqueda, autor, job_id, created_at, updated_at, contenido_cifrado
  FROM borrador;
DROP TABLE borrador;
ALTER TABLE borrador_nuevo RENAME TO borrador;
CREATE INDEX borrador_lista ON borrador(empresa_id, ambiente, updated_at, id, estado, origen);
CREATE INDEX borrador_abierto ON borrador(empresa_id, ambiente) WHERE estado = 'abierto';
CREATE INDEX borrador_viejo ON borrador(updated_at);
CREATE UNIQUE INDEX borrador_emision ON borrador(job_id) WHERE job_id IS NOT NULL;
CREATE INDEX borrador_serie ON borrador(serie_id, updated_at, id) WHERE serie_id IS NOT NULL;
-- A date knows the document of its draft.
CREATE TRIGGER borrador_de_serie AFTER UPDATE OF estado ON borrador WHEN NEW.estado = 'emitido' AND NEW.serie_id IS NOT NULL BEGIN
  UPDATE ocurrencia SET job_id = NEW.job_id WHERE borrador_id = NEW.id;
END;
