-- Answers of others (areas/recibidos/intercambio §4): how many statements of a file are written while more are to be, null once all are; and
-- when who answers says that he signed, ISO 8601 in UTC.
ALTER TABLE respuesta_archivo ADD COLUMN hechas INTEGER CHECK (hechas >= 0);
ALTER TABLE respuesta_recibida ADD COLUMN firmada_en TEXT;
