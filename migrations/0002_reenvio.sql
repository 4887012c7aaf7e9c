-- A part of a refused file waits by its own faults: work that comes to its line meanwhile spends no attempt of it.
ALTER TABLE reenvio ADD COLUMN run_at INTEGER;
DROP INDEX reenvio_linea;
CREATE INDEX reenvio_linea ON reenvio(grupo) WHERE error IS NULL;
