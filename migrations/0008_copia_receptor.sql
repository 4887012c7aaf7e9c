-- What a company wants of the receiver's copy: its mailbox for exchange, when copies leave, and whether anybody who has the
-- address of a document may look at it.
ALTER TABLE empresa ADD COLUMN email_intercambio TEXT;
ALTER TABLE empresa ADD COLUMN envio_receptor TEXT NOT NULL DEFAULT 'no'
  CHECK (envio_receptor IN ('no', 'al_emitir', 'al_aceptar'));
ALTER TABLE empresa ADD COLUMN consulta_publica INTEGER NOT NULL DEFAULT 0 CHECK (consulta_publica IN (0, 1));

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

-- The public address of a document, made when it is first shown. It is found by its hash and kept sealed: who reads the
-- database opens no document with it.
CREATE TABLE documento_publico (
  documento_id TEXT PRIMARY KEY REFERENCES documento(id),
  clave_sha256 BLOB NOT NULL UNIQUE,
  clave_cifrada BLOB NOT NULL
) STRICT;
