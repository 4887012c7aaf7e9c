-- The simulated SII as reviewer of a certification: sets of tests as it drew them, what was declared of each and how it was
-- found, and the step at which a company is. `dueno` '': nobody told whose it is.

CREATE TABLE sim_set (
  id INTEGER PRIMARY KEY,
  dueno TEXT NOT NULL,
  rut TEXT NOT NULL,
  clase TEXT NOT NULL CHECK (clase IN ('basico', 'exenta', 'guia', 'compra', 'liquidacion', 'exportacion_1', 'exportacion_2',
    'libro_ventas', 'libro_compras', 'libro_compras_exentos', 'libro_guias', 'boleta')),
  -- The set of boletas has none.
  atencion INTEGER UNIQUE,
  -- A new file makes void all those before.
  vigente INTEGER NOT NULL DEFAULT 1 CHECK (vigente IN (0, 1)),
  filas TEXT NOT NULL CHECK (json_valid(filas)),
  creado_at INTEGER NOT NULL,
  CHECK ((clase = 'boleta') = (atencion IS NULL))
) STRICT;
CREATE UNIQUE INDEX sim_set_vigente ON sim_set(dueno, rut, clase) WHERE vigente = 1;

CREATE TABLE sim_avance (
  id INTEGER PRIMARY KEY,
  dueno TEXT NOT NULL,
  rut TEXT NOT NULL,
  -- Null: the simulation, which has no set.
  set_id INTEGER REFERENCES sim_set(id),
  track_id INTEGER NOT NULL,
  declarado_at INTEGER NOT NULL,
  -- A fault on demand that hits this review, and its words.
  falla TEXT,
  falla_texto TEXT,
  -- Null: not reviewed yet.
  revisado_at INTEGER CHECK (revisado_at >= declarado_at),
  resultado TEXT CHECK (resultado IN ('SOK', 'SRH')),
  controles TEXT NOT NULL DEFAULT '[]' CHECK (json_valid(controles)),
  CHECK ((revisado_at IS NULL) = (resultado IS NULL))
) STRICT;
CREATE INDEX sim_avance_de ON sim_avance(dueno, rut, set_id);
CREATE INDEX sim_avance_envio ON sim_avance(track_id);

CREATE TABLE sim_tramite (
  dueno TEXT NOT NULL,
  rut TEXT NOT NULL,
  alcance TEXT NOT NULL CHECK (alcance IN ('factura', 'boleta')),
  paso TEXT NOT NULL CHECK (paso IN ('SET', 'SIMULACION', 'INTERCAMBIO', 'MUESTRAS', 'DECLARACION', 'AUTORIZADA')),
  -- What the step must remember: the envelope of the exchange, the samples that were taken.
  datos TEXT NOT NULL DEFAULT '{}' CHECK (json_valid(datos)),
  desde_at INTEGER NOT NULL,
  PRIMARY KEY (dueno, rut, alcance)
) STRICT, WITHOUT ROWID;

CREATE TABLE sim_agenda_nueva (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  dueno TEXT NOT NULL,
  rut_empresa TEXT NOT NULL,
  rut TEXT NOT NULL,
  at INTEGER NOT NULL,
  acto TEXT NOT NULL CHECK (acto IN ('emite', 'anota', 'vende', 'boletas', 'acusa', 'excluye', 'responde', 'semana', 'honorario',
    'anula_bte', 'manda', 'lee', 'avisa', 'pregunta', 'revisa')),
  datos TEXT NOT NULL CHECK (json_valid(datos))
) STRICT;
INSERT INTO sim_agenda_nueva SELECT id, dueno, rut_empresa, rut, at, acto, datos FROM sim_agenda ORDER BY id;
DROP TABLE sim_agenda;
ALTER TABLE sim_agenda_nueva RENAME TO sim_agenda;
CREATE INDEX sim_agenda_cuando ON sim_agenda(at, id);
CREATE INDEX sim_agenda_de ON sim_agenda(dueno, rut_empresa);
