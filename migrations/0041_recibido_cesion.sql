-- Files that told of a cession of a document that was there (areas/recibidos §3): the proof of it stays with the document.
CREATE TABLE recibido_cesion (
  recibido_id TEXT NOT NULL REFERENCES recibido(id) ON DELETE CASCADE,
  archivo_id TEXT NOT NULL REFERENCES recibido_archivo(id),
  PRIMARY KEY (recibido_id, archivo_id)
) STRICT;
CREATE INDEX recibido_cesion_archivo ON recibido_cesion(archivo_id);
