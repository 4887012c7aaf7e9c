-- Answers between taxpayers (areas/recibidos/intercambio §1): those of the company about what it received, their frozen bytes, and what others answer
-- about what it issued.
CREATE TABLE respuesta (
  id TEXT PRIMARY KEY,
  empresa_id TEXT NOT NULL REFERENCES empresa(id),
  ambiente TEXT NOT NULL CHECK (ambiente IN ('simulacion', 'certificacion', 'produccion')),
  numero INTEGER NOT NULL CHECK (numero BETWEEN 1 AND 9999999999),
  archivo_id TEXT NOT NULL REFERENCES recibido_archivo(id),
  codigo_envio INTEGER NOT NULL CHECK (codigo_envio BETWEEN 1 AND 9999999999),
  tipo TEXT NOT NULL CHECK (tipo IN ('recepcion', 'resultado', 'recibo')),
  codigo INTEGER CHECK ((codigo IS NULL) = (tipo = 'recibo')),
  glosa TEXT NOT NULL DEFAULT '',
  recinto TEXT NOT NULL DEFAULT '' CHECK ((recinto <> '') = (tipo = 'recibo')),
  rut_emisor TEXT NOT NULL,
  origen TEXT NOT NULL CHECK (origen IN ('persona', 'automatica')),
  destinatario TEXT,
  estado TEXT NOT NULL DEFAULT 'armada' CHECK (estado IN ('armada', 'enviada', 'fallida')),
  -- Why it is not to leave.
  sin_salida TEXT CHECK (sin_salida IN ('no_pedida', 'sin_direccion', 'sin_correo')),
  job_id TEXT NOT NULL UNIQUE REFERENCES job(id),
  error TEXT,
  creada_en TEXT NOT NULL,
  firmada_en TEXT,
  enviada_en TEXT CHECK (enviada_en IS NULL OR (firmada_en IS NOT NULL AND destinatario IS NOT NULL)),
  CHECK ((estado = 'enviada') = (enviada_en IS NOT NULL)),
  UNIQUE (empresa_id, ambiente, numero)
) STRICT;
CREATE INDEX respuesta_orden ON respuesta(empresa_id, ambiente, creada_en, id);
CREATE INDEX respuesta_archivo_de ON respuesta(archivo_id);
-- Of a file one receipt leaves by itself.
CREATE UNIQUE INDEX respuesta_automatica ON respuesta(archivo_id) WHERE origen = 'automatica';
CREATE TRIGGER respuesta_no_cambia BEFORE UPDATE OF numero, archivo_id, codigo_envio, tipo, codigo, glosa, recinto, rut_emisor ON respuesta
BEGIN SELECT RAISE(ABORT, 'what an answer says is never changed'); END;
CREATE TRIGGER respuesta_enviada_no_cambia BEFORE UPDATE OF estado ON respuesta WHEN OLD.estado = 'enviada' AND NEW.estado <> 'enviada'
BEGIN SELECT RAISE(ABORT, 'an answer that left has left'); END;

CREATE TABLE respuesta_xml (
  respuesta_id TEXT PRIMARY KEY REFERENCES respuesta(id),
  xml_cifrado BLOB NOT NULL
) STRICT;

CREATE TABLE respuesta_documento (
  respuesta_id TEXT NOT NULL REFERENCES respuesta(id),
  recibido_id TEXT NOT NULL REFERENCES recibido(id),
  codigo INTEGER,
  glosa TEXT NOT NULL,
  PRIMARY KEY (respuesta_id, recibido_id)
) STRICT;
CREATE INDEX respuesta_documento_recibido ON respuesta_documento(recibido_id);

CREATE TABLE respuesta_archivo (
  id TEXT PRIMARY KEY,
  empresa_id TEXT NOT NULL REFERENCES empresa(id),
  ambiente TEXT NOT NULL CHECK (ambiente IN ('simulacion', 'certificacion', 'produccion')),
  huella TEXT NOT NULL,
  nombre TEXT NOT NULL,
  origen TEXT NOT NULL CHECK (origen IN ('archivo', 'correo')),
  mensaje_id TEXT,
  recibida_en TEXT NOT NULL,
  bytes_cifrados BLOB NOT NULL,
  -- The same file is one, however often it comes.
  UNIQUE (empresa_id, ambiente, huella)
) STRICT;

CREATE TABLE respuesta_recibida (
  id TEXT PRIMARY KEY,
  empresa_id TEXT NOT NULL REFERENCES empresa(id),
  ambiente TEXT NOT NULL CHECK (ambiente IN ('simulacion', 'certificacion', 'produccion')),
  archivo_id TEXT NOT NULL REFERENCES respuesta_archivo(id),
  clase TEXT NOT NULL CHECK (clase IN ('recepcion', 'resultado', 'recibo', 'sii')),
  documento_id TEXT REFERENCES documento(id),
  tipo_dte INTEGER,
  folio INTEGER,
  rut_responde TEXT NOT NULL,
  codigo INTEGER,
  glosa TEXT NOT NULL,
  recinto TEXT NOT NULL,
  firma TEXT NOT NULL CHECK (firma IN ('valida', 'invalida', 'ausente', 'certificado_vencido')),
  rut_firmante TEXT,
  -- Why it is held against no document.
  motivo TEXT CHECK (motivo IN ('documento_desconocido', 'otro_emisor', 'otro_receptor', 'otros_datos', 'ningun_documento',
    'track_id_desconocido', 'contradice_al_sii')),
  recibida_en TEXT NOT NULL,
  CHECK (documento_id IS NOT NULL OR motivo IS NOT NULL OR clase = 'sii')
) STRICT;
CREATE INDEX respuesta_recibida_documento ON respuesta_recibida(documento_id, id) WHERE documento_id IS NOT NULL;
CREATE INDEX respuesta_recibida_orden ON respuesta_recibida(empresa_id, ambiente, recibida_en, id);
CREATE INDEX respuesta_recibida_archivo ON respuesta_recibida(archivo_id);

-- Whether the technical receipt of what comes by mail leaves by itself; null: by the environment.
ALTER TABLE empresa ADD COLUMN respuesta_automatica TEXT CHECK (respuesta_automatica IN ('no', 'recepcion'));
