-- The mailbox of a company, and what came of each message in it (areas/recibidos/buzon §1).

-- `clave_cifrada` null and nothing of a server for the simulator's own box. Off from `apagado_en` on: the server refused who comes.
CREATE TABLE buzon (
  empresa_id TEXT NOT NULL REFERENCES empresa(id),
  ambiente TEXT NOT NULL CHECK (ambiente IN ('simulacion', 'certificacion', 'produccion')),
  tipo TEXT NOT NULL CHECK (tipo IN ('imap', 'simulador')),
  host TEXT,
  puerto INTEGER CHECK (puerto BETWEEN 1 AND 65535),
  seguridad TEXT CHECK (seguridad IN ('tls', 'starttls')),
  usuario TEXT,
  clave_cifrada BLOB,
  carpeta TEXT NOT NULL,
  desde TEXT,
  despues TEXT NOT NULL CHECK (despues IN ('marcar', 'mover', 'nada')),
  carpeta_procesados TEXT,
  guardado_en TEXT NOT NULL,
  apagado_en TEXT,
  apagado_por TEXT,
  validez TEXT,
  leido_en TEXT,
  revisado_en TEXT,
  error TEXT,
  PRIMARY KEY (empresa_id, ambiente),
  CHECK ((tipo = 'simulador') = (host IS NULL)),
  CHECK ((host IS NULL) = (puerto IS NULL) AND (host IS NULL) = (seguridad IS NULL) AND (host IS NULL) = (usuario IS NULL)
    AND (host IS NULL) = (clave_cifrada IS NULL)),
  CHECK (despues <> 'mover' OR carpeta_procesados IS NOT NULL)
) STRICT;

-- `leyendo`: taken up; what a death leaves so is taken up again. The same message is one row, however often it comes.
CREATE TABLE mensaje (
  id TEXT PRIMARY KEY,
  empresa_id TEXT NOT NULL REFERENCES empresa(id),
  ambiente TEXT NOT NULL CHECK (ambiente IN ('simulacion', 'certificacion', 'produccion')),
  huella TEXT NOT NULL,
  message_id TEXT,
  de TEXT,
  responder_a TEXT,
  asunto TEXT NOT NULL,
  fecha TEXT,
  recibido_en TEXT NOT NULL,
  leido_en TEXT NOT NULL,
  bytes INTEGER NOT NULL,
  resultado TEXT NOT NULL CHECK (resultado IN ('leyendo', 'documentos', 'respuestas', 'repetido', 'otro_rut', 'ignorado')),
  documentos INTEGER NOT NULL DEFAULT 0,
  repetidos INTEGER NOT NULL DEFAULT 0,
  respuestas INTEGER NOT NULL DEFAULT 0,
  ajenos INTEGER NOT NULL DEFAULT 0,
  ignorados TEXT NOT NULL DEFAULT '[]' CHECK (json_valid(ignorados))
) STRICT;
CREATE UNIQUE INDEX mensaje_unico ON mensaje(empresa_id, ambiente, huella);
CREATE INDEX mensaje_orden ON mensaje(empresa_id, ambiente, id);

-- Numbers of the folder that were dealt with, under its present UIDVALIDITY; `mensaje_id` null: there was no letter; `repetido` 1: it had come
-- before. `por_marcar` 1: the server was not yet told.
CREATE TABLE buzon_visto (
  empresa_id TEXT NOT NULL,
  ambiente TEXT NOT NULL,
  uid INTEGER NOT NULL,
  mensaje_id TEXT REFERENCES mensaje(id),
  job_id TEXT NOT NULL,
  repetido INTEGER NOT NULL CHECK (repetido IN (0, 1)),
  por_marcar INTEGER NOT NULL CHECK (por_marcar IN (0, 1)),
  PRIMARY KEY (empresa_id, ambiente, uid),
  FOREIGN KEY (empresa_id, ambiente) REFERENCES buzon(empresa_id, ambiente) ON DELETE CASCADE
) STRICT, WITHOUT ROWID;
CREATE INDEX buzon_visto_job ON buzon_visto(job_id);
CREATE INDEX buzon_visto_por_marcar ON buzon_visto(empresa_id, ambiente, uid) WHERE por_marcar = 1;
CREATE INDEX recibido_archivo_mensaje ON recibido_archivo(mensaje_id) WHERE mensaje_id IS NOT NULL;
