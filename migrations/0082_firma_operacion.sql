-- What a person has done at the SII for many companies at once (areas/firma §5), and how each of them stands.
CREATE TABLE firma_operacion (
  id TEXT PRIMARY KEY,
  cuenta_id TEXT NOT NULL REFERENCES cuenta(id),
  usuario_id TEXT NOT NULL REFERENCES usuario(id) ON DELETE CASCADE,
  tipo TEXT NOT NULL,
  created_at TEXT NOT NULL,
  cancelada_at TEXT
) STRICT;
CREATE INDEX firma_operacion_persona ON firma_operacion(usuario_id, created_at, id);
CREATE INDEX firma_operacion_cuenta ON firma_operacion(cuenta_id);
CREATE INDEX firma_operacion_vieja ON firma_operacion(created_at);

CREATE TABLE firma_operacion_empresa (
  operacion_id TEXT NOT NULL REFERENCES firma_operacion(id) ON DELETE CASCADE,
  orden INTEGER NOT NULL,
  empresa_id TEXT NOT NULL REFERENCES empresa(id),
  ambiente TEXT NOT NULL CHECK (ambiente IN ('simulacion', 'certificacion', 'produccion')),
  estado TEXT NOT NULL CHECK (estado IN ('espera', 'en_curso', 'ok', 'fallida', 'omitida')),
  -- Why it was left out.
  motivo TEXT CHECK (motivo IN ('sin_trabajo', 'cancelada', 'eliminada')),
  codigo TEXT,
  mensaje TEXT,
  -- Its jobs, as JSON: in one transaction with them.
  trabajos TEXT,
  PRIMARY KEY (operacion_id, orden),
  UNIQUE (operacion_id, empresa_id),
  CHECK ((estado = 'omitida') = (motivo IS NOT NULL)),
  CHECK ((estado = 'fallida') = (codigo IS NOT NULL)),
  CHECK (estado <> 'en_curso' OR trabajos IS NOT NULL)
) STRICT, WITHOUT ROWID;
CREATE INDEX firma_operacion_espera ON firma_operacion_empresa(operacion_id, orden) WHERE estado = 'espera';
CREATE INDEX firma_operacion_en_curso ON firma_operacion_empresa(operacion_id, orden) WHERE estado = 'en_curso';
CREATE INDEX firma_operacion_empresa_id ON firma_operacion_empresa(empresa_id);
