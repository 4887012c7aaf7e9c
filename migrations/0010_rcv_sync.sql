-- The register read at the SII's portal (domain/rcv §7).

-- `huella`: the summary that the slice had when it was last read whole there; the same one again is not read anew.
-- `incompleto`: why the last reading of it took nothing over.
ALTER TABLE rcv_tramo ADD COLUMN huella TEXT;
ALTER TABLE rcv_tramo ADD COLUMN actualizado_sii TEXT;
ALTER TABLE rcv_tramo ADD COLUMN incompleto TEXT;

-- What the SII itself says that a slice adds up to, by type: what it only has as a sum stands here alone.
CREATE TABLE rcv_total (
  empresa_id TEXT NOT NULL REFERENCES empresa(id),
  ambiente TEXT NOT NULL,
  periodo TEXT NOT NULL,
  lado TEXT NOT NULL CHECK (lado IN ('compra', 'venta')),
  estado_contable TEXT NOT NULL CHECK (estado_contable IN ('REGISTRO', 'PENDIENTE', 'NO_INCLUIR', 'RECLAMADO')),
  tipo_dte INTEGER NOT NULL,
  detalle TEXT NOT NULL CHECK (detalle IN ('electronico', 'papel', 'resumen')),
  documentos INTEGER NOT NULL CHECK (documentos >= 0),
  monto_exento INTEGER NOT NULL,
  monto_neto INTEGER NOT NULL,
  monto_iva INTEGER NOT NULL,
  iva_no_recuperable INTEGER NOT NULL,
  iva_uso_comun INTEGER NOT NULL,
  monto_total INTEGER NOT NULL,
  PRIMARY KEY (empresa_id, ambiente, periodo, lado, estado_contable, tipo_dte)
) STRICT, WITHOUT ROWID;

-- The last reading of a month at the SII. `inicio` is later than anything that was written of the month before it: what has an
-- earlier `visto_en` afterwards was not seen. `termino_en` null: its job is under way, or failed.
CREATE TABLE rcv_sincronizacion (
  empresa_id TEXT NOT NULL REFERENCES empresa(id),
  ambiente TEXT NOT NULL,
  periodo TEXT NOT NULL,
  job_id TEXT NOT NULL,
  inicio TEXT NOT NULL,
  termino_en TEXT,
  PRIMARY KEY (empresa_id, ambiente, periodo)
) STRICT, WITHOUT ROWID;

-- How far a reading is: types that it wrote (`leido` is their summary), and files that it ordered.
CREATE TABLE rcv_avance (
  job_id TEXT NOT NULL REFERENCES job(id) ON DELETE CASCADE,
  lado TEXT NOT NULL CHECK (lado IN ('compra', 'venta')),
  estado_contable TEXT NOT NULL CHECK (estado_contable IN ('REGISTRO', 'PENDIENTE', 'NO_INCLUIR', 'RECLAMADO')),
  tipo_dte INTEGER NOT NULL,
  leido TEXT,
  ca_id INTEGER,
  PRIMARY KEY (job_id, lado, estado_contable, tipo_dte)
) STRICT, WITHOUT ROWID;
