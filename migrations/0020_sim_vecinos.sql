-- Who lives beside a company of the simulated SII, and what each will do when (src/simulator/vecinos).

-- `dueno`: '' where nobody told it.
CREATE TABLE sim_vecino (
  dueno TEXT NOT NULL,
  rut_empresa TEXT NOT NULL,
  rut TEXT NOT NULL,
  temple TEXT NOT NULL CHECK (temple IN ('proveedor', 'proveedor_anula', 'proveedor_windows', 'proveedor_contado', 'proveedor_notas',
    'cliente_formal', 'cliente_callado', 'cliente_reclama', 'tercero')),
  -- Days by which it is late with its answers.
  retraso_dias INTEGER NOT NULL DEFAULT 0 CHECK (retraso_dias BETWEEN 0 AND 30),
  PRIMARY KEY (dueno, rut_empresa, rut)
) STRICT, WITHOUT ROWID;

-- Acts to come, each gone once it is done.
CREATE TABLE sim_agenda (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  dueno TEXT NOT NULL,
  rut_empresa TEXT NOT NULL,
  rut TEXT NOT NULL,
  at INTEGER NOT NULL,
  acto TEXT NOT NULL CHECK (acto IN ('emite', 'anota', 'vende', 'boletas', 'acusa', 'excluye', 'responde', 'semana')),
  datos TEXT NOT NULL CHECK (json_valid(datos))
) STRICT;
CREATE INDEX sim_agenda_cuando ON sim_agenda(at, id);
CREATE INDEX sim_agenda_de ON sim_agenda(dueno, rut_empresa);
