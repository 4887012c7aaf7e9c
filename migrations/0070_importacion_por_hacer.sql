-- Each batch of an import asks for its next lines to write: without this it walked all that were written before.
CREATE INDEX importacion_archivo_por_hacer ON importacion_archivo(importacion_id, n) WHERE hecho = 0;
