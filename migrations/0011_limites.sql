-- A smaller plan waits for the end of the period that is paid or running (contract §22).
ALTER TABLE cuenta ADD COLUMN plan_siguiente TEXT
  CHECK (plan_siguiente IN ('Gratis', 'Emprendedor', 'Profesional', 'Empresa'));
-- The Chile date from which it holds.
ALTER TABLE cuenta ADD COLUMN plan_cambia_el TEXT CHECK ((plan_cambia_el IS NULL) = (plan_siguiente IS NULL));

-- Units of the monthly quota of queries that were used. A period is a month of Chile, `YYYYMM`: a new one begins with no row.
CREATE TABLE cuota_consulta (
  cuenta_id TEXT NOT NULL REFERENCES cuenta(id),
  periodo TEXT NOT NULL CHECK (periodo GLOB '[0-9][0-9][0-9][0-9][01][0-9]'),
  operacion TEXT NOT NULL,
  usadas INTEGER NOT NULL CHECK (usadas > 0),
  PRIMARY KEY (cuenta_id, periodo, operacion)
) STRICT, WITHOUT ROWID;

-- Documents accepted in a month, of all companies of an account.
CREATE TABLE cuota_emision (
  cuenta_id TEXT NOT NULL REFERENCES cuenta(id),
  periodo TEXT NOT NULL CHECK (periodo GLOB '[0-9][0-9][0-9][0-9][01][0-9]'),
  usadas INTEGER NOT NULL CHECK (usadas > 0),
  PRIMARY KEY (cuenta_id, periodo)
) STRICT, WITHOUT ROWID;

-- What was issued before anyone counted. Chile is three or four hours behind UTC; the four of every month's end are not worth more.
INSERT INTO cuota_emision
SELECT e.cuenta_id, strftime('%Y%m', d.created_at, '-3 hours') AS periodo, count(*)
FROM documento d JOIN empresa e ON e.id = d.empresa_id GROUP BY 1, 2;

-- What an account has paid for: one row, moved on by every payment. Dates are Chile's, both inclusive.
CREATE TABLE suscripcion (
  cuenta_id TEXT PRIMARY KEY REFERENCES cuenta(id),
  plan TEXT NOT NULL CHECK (plan IN ('Gratis', 'Emprendedor', 'Profesional', 'Empresa')),
  ciclo TEXT NOT NULL CHECK (ciclo IN ('mensual', 'anual')),
  periodo_inicio TEXT NOT NULL,
  periodo_fin TEXT NOT NULL,
  monto INTEGER NOT NULL CHECK (monto >= 0),
  -- 0: it ends with its period.
  renovacion INTEGER NOT NULL CHECK (renovacion IN (0, 1)),
  terminada_at TEXT,
  CHECK (periodo_fin >= periodo_inicio)
) STRICT;

-- An intention to pay. Its amount is fixed here; what is paid must be that.
CREATE TABLE checkout (
  id TEXT PRIMARY KEY,
  cuenta_id TEXT NOT NULL REFERENCES cuenta(id),
  plan TEXT NOT NULL CHECK (plan IN ('Gratis', 'Emprendedor', 'Profesional', 'Empresa')),
  ciclo TEXT NOT NULL CHECK (ciclo IN ('mensual', 'anual')),
  monto INTEGER NOT NULL CHECK (monto >= 0),
  proveedor TEXT NOT NULL CHECK (proveedor IN ('manual', 'flow')),
  estado TEXT NOT NULL CHECK (estado IN ('abierto', 'pagado', 'vencido', 'anulado', 'rechazado')),
  url TEXT,
  -- By which the gateway names it.
  token TEXT UNIQUE,
  expira_en TEXT NOT NULL,
  created_at TEXT NOT NULL
) STRICT;
CREATE UNIQUE INDEX checkout_abierto ON checkout(cuenta_id) WHERE estado = 'abierto';
-- Those a gateway may still report a payment of.
CREATE INDEX checkout_por_consultar ON checkout(proveedor, created_at) WHERE estado <> 'pagado';

-- Money that arrived. A checkout is charged once; what cannot be matched waits for a person as `por_revisar`.
CREATE TABLE cobro (
  id TEXT PRIMARY KEY,
  cuenta_id TEXT NOT NULL REFERENCES cuenta(id),
  checkout_id TEXT NOT NULL UNIQUE REFERENCES checkout(id),
  plan TEXT NOT NULL,
  ciclo TEXT NOT NULL,
  monto INTEGER NOT NULL CHECK (monto >= 0),
  estado TEXT NOT NULL CHECK (estado IN ('pagado', 'por_revisar')),
  motivo TEXT,
  proveedor TEXT NOT NULL,
  -- The gateway's own number of the payment.
  referencia TEXT,
  periodo_inicio TEXT,
  periodo_fin TEXT,
  created_at TEXT NOT NULL,
  CHECK ((estado = 'pagado') = (periodo_inicio IS NOT NULL AND periodo_fin IS NOT NULL))
) STRICT;
CREATE INDEX cobro_cuenta ON cobro(cuenta_id, created_at DESC, id);
