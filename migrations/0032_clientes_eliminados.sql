-- An import asks of each RUT whether somebody with it was deleted.
CREATE INDEX cliente_rut_eliminado ON cliente(empresa_id, rut, num_id) WHERE eliminado_en IS NOT NULL;
