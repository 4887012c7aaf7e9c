-- The SHA-256 of a kept file: a file that comes again is found by it, and not by opening all (areas/certificacion §7). Null of those
-- kept before, which are compared themselves.
ALTER TABLE certificacion_archivo ADD COLUMN huella TEXT CHECK (huella IS NULL OR length(huella) = 64);
