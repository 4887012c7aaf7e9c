-- The job that brings a document to the SII anew, after its envelope was refused as a whole; null but for that time. The
-- document's own job is completed since its first Track ID.
ALTER TABLE documento ADD COLUMN reenvio_id TEXT REFERENCES job(id);
CREATE INDEX documento_reenvio ON documento(reenvio_id) WHERE reenvio_id IS NOT NULL;
