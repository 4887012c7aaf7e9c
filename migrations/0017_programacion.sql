-- What companies have done by the clock at the SII (src/areas/programacion).
CREATE TABLE programacion (
  empresa_id TEXT NOT NULL REFERENCES empresa(id),
  ambiente TEXT NOT NULL,
  tarea TEXT NOT NULL,
  ajustes TEXT NOT NULL,
  activo INTEGER NOT NULL CHECK (activo IN (0, 1)),
  proxima INTEGER,
  ultima INTEGER,
  trabajos TEXT,
  resultado TEXT CHECK (resultado IN ('en_curso', 'ok', 'fallida')),
  omitida TEXT,
  fallas INTEGER NOT NULL DEFAULT 0,
  PRIMARY KEY (empresa_id, ambiente, tarea)
) STRICT;
CREATE INDEX programacion_proxima ON programacion(proxima) WHERE activo = 1;
CREATE INDEX programacion_en_curso ON programacion(empresa_id) WHERE trabajos IS NOT NULL;
