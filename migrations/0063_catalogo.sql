-- The catalogue of a company: items by code, what changed in each, and each change of a price.
CREATE TABLE producto (
  id TEXT PRIMARY KEY,
  empresa_id TEXT NOT NULL REFERENCES empresa(id),
  codigo TEXT NOT NULL,
  -- The code without regard of case: unique among those that live.
  clave TEXT NOT NULL,
  nombre TEXT NOT NULL,
  descripcion TEXT,
  unidad TEXT,
  precio TEXT,
  moneda TEXT NOT NULL CHECK (moneda IN ('CLP', 'UF', 'UTM', 'USD', 'EUR')),
  precio_con_iva INTEGER NOT NULL CHECK (precio_con_iva IN (0, 1)),
  exento INTEGER NOT NULL CHECK (exento IN (0, 1)),
  impuesto_adicional INTEGER,
  cuenta TEXT,
  centro TEXT,
  activo INTEGER NOT NULL CHECK (activo IN (0, 1)),
  origen TEXT NOT NULL CHECK (origen IN ('manual', 'csv', 'emitidos')),
  -- When a document last took from it, the instant; empty while none has.
  usado_en TEXT NOT NULL DEFAULT '',
  busqueda TEXT NOT NULL,
  created_at TEXT NOT NULL,
  eliminado_en TEXT,
  CHECK (precio_con_iva = 0 OR (exento = 0 AND impuesto_adicional IS NULL))
) STRICT;
CREATE UNIQUE INDEX producto_codigo ON producto(empresa_id, clave) WHERE eliminado_en IS NULL;
-- Each order of a search walks an index that has what is searched behind that order.
CREATE INDEX producto_por_nombre ON producto(empresa_id, busqueda, id) WHERE eliminado_en IS NULL;
CREATE INDEX producto_por_codigo ON producto(empresa_id, clave, id, busqueda) WHERE eliminado_en IS NULL;
CREATE INDEX producto_por_uso ON producto(empresa_id, usado_en, id, busqueda) WHERE eliminado_en IS NULL;
CREATE INDEX producto_eliminado ON producto(empresa_id, busqueda, id, clave) WHERE eliminado_en IS NOT NULL;

CREATE TABLE producto_cambio (
  id INTEGER PRIMARY KEY,
  producto_id TEXT NOT NULL REFERENCES producto(id),
  fecha TEXT NOT NULL,
  usuario TEXT,
  campos TEXT NOT NULL,
  -- JSON of price, currency and whether VAT is in it, of a change of any of them.
  precio_antes TEXT,
  precio_despues TEXT,
  CHECK ((precio_antes IS NULL) = (precio_despues IS NULL))
) STRICT;
CREATE INDEX producto_cambio_producto ON producto_cambio(producto_id, id);
CREATE INDEX producto_cambio_precio ON producto_cambio(producto_id, id) WHERE precio_despues IS NOT NULL;
