-- The certificate is sealed as a whole: in clear stay only whose it is and until when. SQL cannot seal: what was in clear
-- waits in `por_cifrar`, which the program empties before it reads anything (src/store/por-cifrar.ts).
CREATE TABLE certificado_nuevo (
  empresa_id TEXT PRIMARY KEY REFERENCES empresa(id),
  rut_titular TEXT NOT NULL,
  valido_desde TEXT NOT NULL,
  valido_hasta TEXT NOT NULL,
  certificado_cifrado BLOB,
  llave_cifrada BLOB NOT NULL,
  created_at TEXT NOT NULL,
  por_cifrar TEXT,
  CHECK ((certificado_cifrado IS NULL) <> (por_cifrar IS NULL))
) STRICT;

INSERT INTO certificado_nuevo
SELECT empresa_id, rut_titular, valido_desde, valido_hasta, NULL, llave_cifrada, created_at,
  json_object('pem', certificado_pem, 'nombre', nombre, 'emisor', emisor)
FROM certificado;

DROP TABLE certificado;
ALTER TABLE certificado_nuevo RENAME TO certificado;
