-- Boletas de terceros (areas/bte): each step at the SII is written before the page that it stands for.
CREATE TABLE bte (
  id TEXT PRIMARY KEY,
  empresa_id TEXT NOT NULL REFERENCES empresa(id),
  ambiente TEXT NOT NULL CHECK (ambiente IN ('simulacion', 'certificacion', 'produccion')),
  -- The SII's, once it issued the boleta.
  folio INTEGER CHECK (folio > 0),
  codigo_barras TEXT,
  fecha TEXT NOT NULL,
  rut_beneficiario TEXT NOT NULL,
  nombre TEXT NOT NULL,
  direccion TEXT,
  comuna TEXT,
  -- Name and RUT as they are searched.
  busca TEXT NOT NULL,
  servicios TEXT,
  bruto INTEGER NOT NULL CHECK (bruto >= 0),
  retencion INTEGER NOT NULL CHECK (retencion BETWEEN 0 AND bruto),
  estado TEXT NOT NULL
    CHECK (estado IN ('borrador', 'emitiendo', 'incierta', 'vigente', 'anulacion_solicitada', 'anulada', 'fallida')),
  origen TEXT NOT NULL CHECK (origen IN ('timbre', 'sii')),
  referencia_externa TEXT,
  job_id TEXT REFERENCES job(id) ON DELETE SET NULL,
  -- From here on it may stand at the SII; null again once the SII answered that it does not.
  enviada_at TEXT,
  -- Readings of its months that did not show it, since its answer was lost.
  lecturas INTEGER NOT NULL DEFAULT 0,
  leida_at TEXT,
  fallo TEXT,
  causa INTEGER CHECK (causa IN (1, 2, 3)),
  glosa TEXT,
  -- When the page that annuls was about to be sent.
  anulacion_at TEXT,
  anulada_at TEXT,
  created_at TEXT NOT NULL,
  UNIQUE (empresa_id, ambiente, folio),
  CHECK ((folio IS NOT NULL) = (estado IN ('vigente', 'anulacion_solicitada', 'anulada'))),
  CHECK (estado NOT IN ('emitiendo', 'incierta') OR enviada_at IS NOT NULL)
) STRICT;
CREATE INDEX bte_fecha ON bte(empresa_id, ambiente, fecha, id);
CREATE INDEX bte_beneficiario ON bte(empresa_id, ambiente, rut_beneficiario, fecha);
-- What may stand at the SII without our knowing its number.
CREATE INDEX bte_sin_folio ON bte(empresa_id, ambiente) WHERE enviada_at IS NOT NULL AND folio IS NULL;

-- When a month was last read.
CREATE TABLE bte_mes (
  empresa_id TEXT NOT NULL REFERENCES empresa(id),
  ambiente TEXT NOT NULL CHECK (ambiente IN ('simulacion', 'certificacion', 'produccion')),
  periodo TEXT NOT NULL,
  leido_at TEXT NOT NULL,
  PRIMARY KEY (empresa_id, ambiente, periodo)
) STRICT, WITHOUT ROWID;
