-- Reports of used folios (areas/rcof): one row each time that a day was reported, and its frozen bytes.
CREATE TABLE rcof (
  id TEXT PRIMARY KEY,
  empresa_id TEXT NOT NULL REFERENCES empresa(id),
  ambiente TEXT NOT NULL CHECK (ambiente IN ('simulacion', 'certificacion', 'produccion')),
  fecha TEXT NOT NULL CHECK (fecha GLOB '[0-9][0-9][0-9][0-9]-[0-9][0-9]-[0-9][0-9]'),
  secuencia INTEGER NOT NULL CHECK (secuencia BETWEEN 1 AND 999),
  -- The job that sends it; another one where that stopped and it was asked for again.
  job_id TEXT NOT NULL UNIQUE REFERENCES job(id),
  estado TEXT NOT NULL CHECK (estado IN
    ('preparado', 'enviado', 'aceptado', 'aceptado_con_reparos', 'rechazado', 'reemplazado')),
  track_id TEXT CHECK (track_id IS NULL OR enviado_at IS NOT NULL),
  codigo_sii TEXT,
  glosa TEXT,
  -- Who signed it; null until it is frozen.
  rut_envia TEXT,
  resumen TEXT NOT NULL CHECK (json_valid(resumen)),
  created_at TEXT NOT NULL,
  -- From here on the SII may have it.
  intentado_at TEXT CHECK (intentado_at IS NULL OR rut_envia IS NOT NULL),
  enviado_at TEXT CHECK (enviado_at IS NULL OR intentado_at IS NOT NULL),
  CHECK (estado IN ('preparado', 'reemplazado') OR enviado_at IS NOT NULL),
  UNIQUE (empresa_id, ambiente, fecha, secuencia)
) STRICT;
-- Of the reports of a day one counts.
CREATE UNIQUE INDEX rcof_vigente ON rcof(empresa_id, ambiente, fecha) WHERE estado <> 'reemplazado';

CREATE TABLE rcof_xml (
  rcof_id TEXT PRIMARY KEY REFERENCES rcof(id),
  xml_cifrado BLOB NOT NULL
) STRICT;
