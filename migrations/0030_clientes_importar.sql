-- Of an import: the RUT it has come to, or the line; and the reading of a month that it waits for. What is large or grows stands apart,
-- since a row is written anew as a whole with each piece of the work.
ALTER TABLE cliente_importacion DROP COLUMN archivo_cifrado;
ALTER TABLE cliente_importacion DROP COLUMN errores;
ALTER TABLE cliente_importacion ADD COLUMN posicion TEXT NOT NULL DEFAULT '';
ALTER TABLE cliente_importacion ADD COLUMN espera TEXT;

CREATE TABLE cliente_archivo (
  job_id TEXT PRIMARY KEY REFERENCES cliente_importacion(job_id) ON DELETE CASCADE,
  archivo_cifrado BLOB NOT NULL
) STRICT;

CREATE TABLE cliente_importacion_error (
  job_id TEXT NOT NULL REFERENCES cliente_importacion(job_id) ON DELETE CASCADE,
  numero INTEGER NOT NULL,
  linea INTEGER,
  mensaje TEXT NOT NULL,
  PRIMARY KEY (job_id, numero)
) STRICT, WITHOUT ROWID;
