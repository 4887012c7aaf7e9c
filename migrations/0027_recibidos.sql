-- Documents received from others (http §28): the files as they came, and each document in them.
CREATE TABLE recibido_archivo (
  id TEXT PRIMARY KEY,
  empresa_id TEXT NOT NULL REFERENCES empresa(id),
  ambiente TEXT NOT NULL CHECK (ambiente IN ('simulacion', 'certificacion', 'produccion')),
  nombre TEXT NOT NULL,
  origen TEXT NOT NULL CHECK (origen IN ('archivo', 'correo')),
  mensaje_id TEXT,
  responder_a TEXT,
  recibido_en TEXT NOT NULL,
  huella TEXT NOT NULL,
  sobre TEXT,
  informe TEXT NOT NULL,
  bytes_cifrados BLOB NOT NULL
) STRICT;
CREATE INDEX recibido_archivo_huella ON recibido_archivo(empresa_id, ambiente, huella);

CREATE TABLE recibido (
  id TEXT PRIMARY KEY,
  empresa_id TEXT NOT NULL REFERENCES empresa(id),
  ambiente TEXT NOT NULL CHECK (ambiente IN ('simulacion', 'certificacion', 'produccion')),
  archivo_id TEXT NOT NULL REFERENCES recibido_archivo(id),
  rut_emisor TEXT NOT NULL,
  tipo_dte INTEGER NOT NULL CHECK (tipo_dte > 0),
  folio INTEGER NOT NULL CHECK (folio > 0),
  huella TEXT NOT NULL,
  digest TEXT NOT NULL,
  razon_social_emisor TEXT NOT NULL,
  fecha_emision TEXT NOT NULL,
  monto_neto INTEGER NOT NULL,
  monto_exento INTEGER NOT NULL,
  monto_iva INTEGER NOT NULL,
  monto_total INTEGER NOT NULL,
  forma_pago INTEGER,
  origen TEXT NOT NULL CHECK (origen IN ('archivo', 'correo')),
  recibido_en TEXT NOT NULL,
  firma TEXT NOT NULL CHECK (firma IN ('valida', 'invalida', 'ausente', 'certificado_vencido')),
  timbre TEXT NOT NULL CHECK (timbre IN ('valido', 'invalido', 'autoridad_desconocida', 'ausente')),
  montos TEXT NOT NULL CHECK (montos IN ('correctos', 'incorrectos', 'sin_revisar')),
  informe TEXT NOT NULL,
  cesiones TEXT NOT NULL,
  busqueda TEXT NOT NULL,
  primero_en TEXT NOT NULL,
  primero_id TEXT NOT NULL,
  conflicto INTEGER NOT NULL DEFAULT 0 CHECK (conflicto IN (0, 1)),
  prefiere INTEGER NOT NULL DEFAULT 0 CHECK (prefiere IN (0, 1))
) STRICT;
-- The same document is one row, however often and in whatever file it comes.
CREATE UNIQUE INDEX recibido_unico ON recibido(empresa_id, ambiente, rut_emisor, tipo_dte, folio, huella);
CREATE INDEX recibido_orden ON recibido(empresa_id, ambiente, primero_en, primero_id, prefiere, id);
CREATE INDEX recibido_fecha ON recibido(empresa_id, ambiente, fecha_emision, id);
CREATE INDEX recibido_archivo_de ON recibido(archivo_id);
CREATE INDEX recibido_conflicto ON recibido(empresa_id, ambiente, rut_emisor, tipo_dte, folio) WHERE conflicto = 1;

-- What came is what came: of a document only its place among those of its folio and who ceded it change.
CREATE TRIGGER recibido_no_cambia BEFORE UPDATE OF empresa_id, ambiente, rut_emisor, tipo_dte, folio, huella, monto_total ON recibido
BEGIN SELECT RAISE(ABORT, 'a received document is never changed'); END;
CREATE TRIGGER recibido_archivo_no_cambia BEFORE UPDATE OF empresa_id, ambiente, huella ON recibido_archivo
BEGIN SELECT RAISE(ABORT, 'a received file is never changed'); END;

CREATE TABLE recibido_contenido (
  recibido_id TEXT PRIMARY KEY REFERENCES recibido(id) ON DELETE CASCADE,
  contenido_cifrado BLOB NOT NULL
) STRICT;

CREATE TABLE recibido_pdf (
  recibido_id TEXT PRIMARY KEY REFERENCES recibido(id) ON DELETE CASCADE,
  nombre TEXT NOT NULL,
  pdf_cifrado BLOB NOT NULL
) STRICT;

CREATE TABLE recibido_referencia (
  recibido_id TEXT NOT NULL REFERENCES recibido(id) ON DELETE CASCADE,
  linea INTEGER NOT NULL,
  tipo TEXT NOT NULL,
  folio TEXT NOT NULL,
  rut_otro TEXT,
  codigo INTEGER,
  PRIMARY KEY (recibido_id, linea)
) STRICT;

-- Of several files under one folio the one that agrees with the register of purchases stands first.
CREATE TRIGGER recibido_prefiere_entra AFTER INSERT ON rcv_documento WHEN NEW.lado = 'compra'
BEGIN
  UPDATE recibido SET prefiere = (monto_total = NEW.monto_total AND fecha_emision = NEW.fecha_emision)
  WHERE empresa_id = NEW.empresa_id AND ambiente = NEW.ambiente AND rut_emisor = NEW.rut AND tipo_dte = NEW.tipo_dte
    AND folio = NEW.folio AND conflicto = 1;
END;
CREATE TRIGGER recibido_prefiere_cambia AFTER UPDATE OF monto_total, fecha_emision ON rcv_documento WHEN NEW.lado = 'compra'
BEGIN
  UPDATE recibido SET prefiere = (monto_total = NEW.monto_total AND fecha_emision = NEW.fecha_emision)
  WHERE empresa_id = NEW.empresa_id AND ambiente = NEW.ambiente AND rut_emisor = NEW.rut AND tipo_dte = NEW.tipo_dte
    AND folio = NEW.folio AND conflicto = 1;
END;
