-- The register of purchases and sales that the SII keeps, as it was last read (src/domain/rcv).

-- A document of the register. What stands in its file besides is in `datos`, and `crudo` has its lines where they were written
-- otherwise than the SII's page does.
CREATE TABLE rcv_documento (
  id TEXT PRIMARY KEY,
  empresa_id TEXT NOT NULL REFERENCES empresa(id),
  ambiente TEXT NOT NULL,
  lado TEXT NOT NULL CHECK (lado IN ('compra', 'venta')),
  rut TEXT NOT NULL,
  tipo_dte INTEGER NOT NULL,
  folio INTEGER NOT NULL,
  periodo TEXT NOT NULL,
  estado_contable TEXT NOT NULL CHECK (estado_contable IN ('REGISTRO', 'PENDIENTE', 'NO_INCLUIR', 'RECLAMADO')),
  tipo_transaccion TEXT,
  razon_social TEXT,
  fecha_emision TEXT NOT NULL,
  fecha_recepcion TEXT,
  fecha_acuse TEXT,
  fecha_reclamo TEXT,
  monto_exento INTEGER,
  monto_neto INTEGER,
  monto_iva INTEGER,
  iva_no_recuperable INTEGER,
  iva_uso_comun INTEGER,
  monto_total INTEGER NOT NULL,
  datos TEXT NOT NULL,
  crudo TEXT,
  -- Where it stands in its file.
  orden INTEGER NOT NULL,
  origen TEXT NOT NULL CHECK (origen IN ('csv', 'sii')),
  busqueda TEXT NOT NULL,
  -- What links take of its total; triggers keep it.
  vinculado INTEGER NOT NULL DEFAULT 0 CHECK (vinculado >= 0),
  visto_en TEXT NOT NULL,
  ausente_desde TEXT
) STRICT;
CREATE UNIQUE INDEX rcv_documento_unico ON rcv_documento(empresa_id, ambiente, lado, rut, tipo_dte, folio);
-- The default order of a month's list.
CREATE INDEX rcv_documento_fecha ON rcv_documento(empresa_id, ambiente, periodo, fecha_emision, id);
-- A slice in the order of its file.
CREATE INDEX rcv_documento_tramo ON rcv_documento(empresa_id, ambiente, periodo, lado, estado_contable, orden, id);

-- A slice that was read: side, month and state. `completo_en`: when it was last read whole; `cargando` 1 from the first document
-- of a reading to its last, so that one which died midway shows.
CREATE TABLE rcv_tramo (
  empresa_id TEXT NOT NULL REFERENCES empresa(id),
  ambiente TEXT NOT NULL,
  periodo TEXT NOT NULL,
  lado TEXT NOT NULL CHECK (lado IN ('compra', 'venta')),
  estado_contable TEXT NOT NULL CHECK (estado_contable IN ('REGISTRO', 'PENDIENTE', 'NO_INCLUIR', 'RECLAMADO')),
  origen TEXT NOT NULL CHECK (origen IN ('csv', 'sii')),
  visto_en TEXT NOT NULL,
  completo_en TEXT,
  cargando INTEGER NOT NULL DEFAULT 0 CHECK (cargando IN (0, 1)),
  PRIMARY KEY (empresa_id, ambiente, periodo, lado, estado_contable)
) STRICT, WITHOUT ROWID;

-- What the documents of a slice that are not absent add up to, by type, changed with them in one transaction.
CREATE TABLE rcv_resumen (
  empresa_id TEXT NOT NULL REFERENCES empresa(id),
  ambiente TEXT NOT NULL,
  periodo TEXT NOT NULL,
  lado TEXT NOT NULL CHECK (lado IN ('compra', 'venta')),
  estado_contable TEXT NOT NULL,
  tipo_dte INTEGER NOT NULL,
  documentos INTEGER NOT NULL,
  monto_exento INTEGER NOT NULL,
  monto_neto INTEGER NOT NULL,
  monto_iva INTEGER NOT NULL,
  iva_no_recuperable INTEGER NOT NULL,
  iva_uso_comun INTEGER NOT NULL,
  monto_total INTEGER NOT NULL,
  PRIMARY KEY (empresa_id, ambiente, periodo, lado, estado_contable, tipo_dte)
) STRICT, WITHOUT ROWID;

-- What differed between two readings. `campos` is a JSON list, null where nothing but the whole document came or went.
CREATE TABLE rcv_cambio (
  id INTEGER PRIMARY KEY,
  empresa_id TEXT NOT NULL REFERENCES empresa(id),
  ambiente TEXT NOT NULL,
  periodo TEXT NOT NULL,
  documento_id TEXT NOT NULL REFERENCES rcv_documento(id),
  visto_en TEXT NOT NULL,
  cambio TEXT NOT NULL CHECK (cambio IN ('nuevo', 'modificado', 'ausente', 'reaparecido')),
  campos TEXT
) STRICT;
CREATE INDEX rcv_cambio_periodo ON rcv_cambio(empresa_id, ambiente, periodo, visto_en, id);

-- Which invoice a note of credit acts on, and for how much.
CREATE TABLE rcv_vinculacion (
  id TEXT PRIMARY KEY,
  empresa_id TEXT NOT NULL REFERENCES empresa(id),
  ambiente TEXT NOT NULL,
  lado TEXT NOT NULL CHECK (lado IN ('compra', 'venta')),
  nc_id TEXT NOT NULL REFERENCES rcv_documento(id),
  factura_id TEXT NOT NULL REFERENCES rcv_documento(id),
  monto INTEGER NOT NULL CHECK (monto >= 0),
  origen TEXT NOT NULL CHECK (origen IN ('xml', 'automatica', 'manual')),
  -- Hundredths.
  confianza INTEGER NOT NULL CHECK (confianza BETWEEN 0 AND 100),
  razones TEXT NOT NULL,
  creada_en TEXT NOT NULL,
  UNIQUE (nc_id, factura_id)
) STRICT;
CREATE INDEX rcv_vinculacion_factura ON rcv_vinculacion(factura_id);

-- A link that a person took away: it is not made again by itself.
CREATE TABLE rcv_desvinculada (
  nc_id TEXT NOT NULL REFERENCES rcv_documento(id),
  factura_id TEXT NOT NULL REFERENCES rcv_documento(id),
  creada_en TEXT NOT NULL,
  PRIMARY KEY (nc_id, factura_id)
) STRICT, WITHOUT ROWID;

-- Links never take more of a note or of an invoice than its total.
CREATE TRIGGER rcv_vinculacion_entra AFTER INSERT ON rcv_vinculacion BEGIN
  UPDATE rcv_documento SET vinculado = vinculado + NEW.monto WHERE id IN (NEW.nc_id, NEW.factura_id);
  SELECT RAISE(ABORT, 'a link passes the balance of its document') FROM rcv_documento
  WHERE NEW.monto > 0 AND id IN (NEW.nc_id, NEW.factura_id) AND vinculado > monto_total;
END;

CREATE TRIGGER rcv_vinculacion_sale AFTER DELETE ON rcv_vinculacion BEGIN
  UPDATE rcv_documento SET vinculado = vinculado - OLD.monto WHERE id IN (OLD.nc_id, OLD.factura_id);
END;

CREATE TRIGGER rcv_vinculacion_no_cambia BEFORE UPDATE OF nc_id, factura_id, monto ON rcv_vinculacion BEGIN
  SELECT RAISE(ABORT, 'a link is made anew, never changed');
END;
