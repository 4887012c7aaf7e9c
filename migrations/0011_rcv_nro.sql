-- The number that a document had in its file, where that is not its place there: what was imported is given back with it.

ALTER TABLE rcv_documento ADD COLUMN nro INTEGER CHECK (nro >= 0);
