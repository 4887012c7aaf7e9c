-- Purchases from abroad, card statements and rates of exchange (areas/compras-internacionales).
CREATE TABLE estado_cuenta (
  id TEXT PRIMARY KEY,
  empresa_id TEXT NOT NULL REFERENCES empresa(id),
  ambiente TEXT NOT NULL CHECK (ambiente IN ('simulacion', 'certificacion', 'produccion')),
  estado TEXT NOT NULL CHECK (estado IN ('extrayendo', 'extraido', 'sin_extraer')),
  archivo_nombre TEXT NOT NULL,
  archivo_sha256 TEXT NOT NULL,
  formato TEXT,
  tarjeta TEXT CHECK (tarjeta GLOB '[0-9][0-9][0-9][0-9]'),
  motivo TEXT,
  filas INTEGER NOT NULL CHECK (filas >= 0),
  archivo_cifrado BLOB,
  filas_cifradas BLOB,
  created_at TEXT NOT NULL,
  -- The number of the card goes with the file.
  CHECK ((estado = 'extrayendo') = (archivo_cifrado IS NOT NULL)),
  CHECK ((estado = 'extrayendo') = (filas_cifradas IS NULL))
) STRICT;
CREATE INDEX estado_cuenta_lista ON estado_cuenta(empresa_id, ambiente, created_at, id);

CREATE TABLE compra_int (
  id TEXT PRIMARY KEY,
  empresa_id TEXT NOT NULL REFERENCES empresa(id),
  ambiente TEXT NOT NULL CHECK (ambiente IN ('simulacion', 'certificacion', 'produccion')),
  estado TEXT NOT NULL CHECK (estado IN ('extrayendo', 'extraida', 'sin_extraer', 'descartada')),
  metodo TEXT,
  paginas INTEGER CHECK (paginas > 0),
  motivo TEXT,
  archivo_nombre TEXT,
  archivo_sha256 TEXT,
  propuesta TEXT NOT NULL CHECK (json_valid(propuesta)),
  dudosos TEXT NOT NULL CHECK (json_valid(dudosos)),
  conversion TEXT CHECK (conversion IS NULL OR json_valid(conversion)),
  naturaleza TEXT NOT NULL CHECK (naturaleza IN ('servicio', 'bien_importado', 'indeterminado')),
  prestador_residente INTEGER CHECK (prestador_residente IN (0, 1)),
  iva_chileno_cobrado INTEGER CHECK (iva_chileno_cobrado IN (0, 1)),
  afecto_impuesto_adicional INTEGER CHECK (afecto_impuesto_adicional IN (0, 1)),
  confirmado INTEGER NOT NULL CHECK (confirmado IN (0, 1)),
  bloqueos TEXT NOT NULL CHECK (json_valid(bloqueos)),
  busqueda TEXT NOT NULL,
  fecha TEXT,
  clave_nombre TEXT,
  clave_tax_id TEXT,
  emision_job_id TEXT UNIQUE REFERENCES job(id) ON DELETE SET NULL,
  emision_conversion TEXT,
  estado_cuenta_id TEXT REFERENCES estado_cuenta(id),
  fila INTEGER CHECK (fila > 0),
  created_at TEXT NOT NULL,
  updated_at TEXT NOT NULL,
  -- Nothing is issued that nobody confirmed, or that something keeps from it.
  CHECK (emision_conversion IS NULL OR estado <> 'descartada'),
  CHECK ((estado_cuenta_id IS NULL) = (fila IS NULL))
) STRICT;
CREATE INDEX compra_int_lista ON compra_int(empresa_id, ambiente, created_at, id);
CREATE INDEX compra_int_nombre ON compra_int(empresa_id, ambiente, clave_nombre);
CREATE INDEX compra_int_tax_id ON compra_int(empresa_id, ambiente, clave_tax_id);
CREATE UNIQUE INDEX compra_int_fila ON compra_int(estado_cuenta_id, fila)
  WHERE estado_cuenta_id IS NOT NULL AND estado <> 'descartada';

CREATE TABLE compra_int_archivo (
  compra_id TEXT PRIMARY KEY REFERENCES compra_int(id),
  archivo_cifrado BLOB NOT NULL
) STRICT;

CREATE TABLE tipo_cambio (
  cuenta_id TEXT REFERENCES cuenta(id),
  moneda TEXT NOT NULL CHECK (moneda GLOB '[A-Z][A-Z][A-Z]'),
  fecha TEXT NOT NULL,
  valor TEXT NOT NULL,
  fuente TEXT NOT NULL CHECK (fuente IN ('tabla', 'servidor', 'bcentral')),
  created_at TEXT NOT NULL,
  CHECK ((cuenta_id IS NOT NULL) = (fuente = 'tabla'))
) STRICT;
CREATE UNIQUE INDEX tipo_cambio_cuenta ON tipo_cambio(cuenta_id, moneda, fecha) WHERE cuenta_id IS NOT NULL;
CREATE UNIQUE INDEX tipo_cambio_servidor ON tipo_cambio(moneda, fecha, fuente) WHERE cuenta_id IS NULL;

-- Whether the operator's model may read what the rules could not.
ALTER TABLE empresa ADD COLUMN extraccion_ia TEXT NOT NULL DEFAULT 'no' CHECK (extraccion_ia IN ('no', 'texto', 'imagen'));
