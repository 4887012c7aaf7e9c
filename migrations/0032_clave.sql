-- What a job does that no second one may do while it is under way; what came of it; and how far it is.
ALTER TABLE job ADD COLUMN clave TEXT;
ALTER TABLE job ADD COLUMN result TEXT;
ALTER TABLE job ADD COLUMN progreso TEXT;
CREATE UNIQUE INDEX job_clave ON job(clave)
  WHERE clave IS NOT NULL AND (estado = 'pending' OR estado = 'processing' OR estado = 'scheduled');
