-- Documents that travel to the SII in one envelope of their own, in this order, and in no other (src/areas/dte/envio/set-store.ts).
-- The envelope has its id before it is made.
CREATE TABLE envio_set (
  envio_id TEXT NOT NULL,
  orden INTEGER NOT NULL,
  caso INTEGER NOT NULL,
  documento_id TEXT NOT NULL UNIQUE REFERENCES documento(id),
  PRIMARY KEY (envio_id, orden),
  UNIQUE (envio_id, caso)
) STRICT, WITHOUT ROWID;
CREATE TRIGGER envio_set_solo BEFORE UPDATE OF envio_id ON documento
WHEN NEW.envio_id IS NOT NULL AND (SELECT envio_id FROM envio_set WHERE documento_id = NEW.id)
  IS NOT (SELECT envio_id FROM envio_set WHERE envio_id = NEW.envio_id LIMIT 1)
BEGIN
  SELECT RAISE(ABORT, 'a set travels in an envelope of its own');
END;
