-- The simulated SII's register of purchases and sales (src/simulator/registro).

-- A document that the SII took, once for each side that has it in its register. What changes later is a time: the state and the
-- month of a row follow from these times and from the instant that is looked at. `dueno`: '' where nobody told it.
CREATE TABLE sim_registro (
  id INTEGER PRIMARY KEY,
  documento_id INTEGER NOT NULL REFERENCES sim_documento(id),
  dueno TEXT NOT NULL,
  lado TEXT NOT NULL CHECK (lado IN ('certificacion', 'produccion')),
  operacion TEXT NOT NULL CHECK (operacion IN ('COMPRA', 'VENTA')),
  rut TEXT NOT NULL,
  contraparte TEXT NOT NULL,
  razon_social TEXT NOT NULL,
  tipo_dte INTEGER NOT NULL,
  folio INTEGER NOT NULL,
  fecha_emision TEXT NOT NULL CHECK (length(fecha_emision) = 10),
  recibido_at INTEGER NOT NULL,
  visible_at INTEGER NOT NULL,
  -- 1: of the register from its reception on, since nobody has to accept it.
  inmediato INTEGER NOT NULL CHECK (inmediato IN (0, 1)),
  pagado INTEGER NOT NULL CHECK (pagado IN (0, 1)),
  acuse_at INTEGER,
  reclamo_at INTEGER,
  tipo_transaccion INTEGER NOT NULL CHECK (tipo_transaccion BETWEEN 1 AND 7),
  -- What it was until somebody changed it.
  tipo_antes INTEGER NOT NULL CHECK (tipo_antes BETWEEN 1 AND 7),
  tipo_at INTEGER,
  monto_exento INTEGER NOT NULL,
  monto_neto INTEGER NOT NULL,
  monto_iva INTEGER NOT NULL,
  monto_total INTEGER NOT NULL,
  datos TEXT NOT NULL CHECK (json_valid(datos)),
  UNIQUE (documento_id, operacion)
) STRICT;
CREATE INDEX sim_registro_emision ON sim_registro(rut, lado, dueno, operacion, fecha_emision);
CREATE INDEX sim_registro_recepcion ON sim_registro(rut, lado, dueno, operacion, recibido_at);

-- Files that the register was asked to make because an answer would have been too long.
CREATE TABLE sim_trabajo_rcv (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  dueno TEXT NOT NULL,
  lado TEXT NOT NULL CHECK (lado IN ('certificacion', 'produccion')),
  rut TEXT NOT NULL,
  operacion TEXT NOT NULL CHECK (operacion IN ('COMPRA', 'VENTA')),
  estado TEXT NOT NULL CHECK (estado IN ('REGISTRO', 'PENDIENTE', 'NO_INCLUIR', 'RECLAMADO')),
  periodo INTEGER NOT NULL,
  tipo_dte INTEGER NOT NULL,
  creado_at INTEGER NOT NULL
) STRICT;
CREATE INDEX sim_trabajo_rcv_de ON sim_trabajo_rcv(rut, lado, dueno, periodo);

-- Settings of the simulator that people change; one that has no row stands at its default.
CREATE TABLE sim_ajuste (
  nombre TEXT PRIMARY KEY,
  valor TEXT NOT NULL
) STRICT, WITHOUT ROWID;
