-- What the SII told an account of a taxpayer, kept to be told again without asking (src/areas/consultas).

-- `emisor`: who may issue electronic documents; `situacion`: the tax status. `datos` is JSON, null where the SII did not know the RUT.
CREATE TABLE consulta_guardada (
  cuenta_id TEXT NOT NULL REFERENCES cuenta(id),
  ambiente TEXT NOT NULL CHECK (ambiente IN ('simulacion', 'certificacion', 'produccion')),
  consulta TEXT NOT NULL CHECK (consulta IN ('emisor', 'situacion')),
  rut TEXT NOT NULL,
  datos TEXT CHECK (datos IS NULL OR json_valid(datos)),
  consultado_en TEXT NOT NULL,
  PRIMARY KEY (cuenta_id, ambiente, consulta, rut)
) STRICT;
CREATE INDEX consulta_guardada_fecha ON consulta_guardada(consultado_en);
