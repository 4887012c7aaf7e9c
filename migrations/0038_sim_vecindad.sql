-- The neighbours know the company by its own name, and a holder asks whether its invoices could be ceded.

CREATE TABLE sim_vecindad (
  dueno TEXT NOT NULL,
  rut_empresa TEXT NOT NULL,
  razon_social TEXT,
  giro TEXT,
  direccion TEXT,
  comuna TEXT,
  PRIMARY KEY (dueno, rut_empresa)
) STRICT, WITHOUT ROWID;

CREATE TABLE sim_vecino_nuevo (
  dueno TEXT NOT NULL,
  rut_empresa TEXT NOT NULL,
  rut TEXT NOT NULL,
  temple TEXT NOT NULL CHECK (temple IN ('proveedor', 'proveedor_anula', 'proveedor_windows', 'proveedor_contado', 'proveedor_notas',
    'proveedor_desprolijo', 'cliente_formal', 'cliente_callado', 'cliente_reclama', 'tenedor', 'tercero')),
  -- Days by which it is late with its answers.
  retraso_dias INTEGER NOT NULL DEFAULT 0 CHECK (retraso_dias BETWEEN 0 AND 30),
  -- Whether it writes letters.
  correo INTEGER NOT NULL DEFAULT 1 CHECK (correo IN (0, 1)),
  PRIMARY KEY (dueno, rut_empresa, rut)
) STRICT, WITHOUT ROWID;
INSERT INTO sim_vecino_nuevo (dueno, rut_empresa, rut, temple, retraso_dias, correo)
SELECT dueno, rut_empresa, rut, CASE WHEN rut = '90000021-9' AND temple = 'tercero' THEN 'tenedor' ELSE temple END, retraso_dias, correo
FROM sim_vecino;
DROP TABLE sim_vecino;
ALTER TABLE sim_vecino_nuevo RENAME TO sim_vecino;

CREATE TABLE sim_agenda_nueva (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  dueno TEXT NOT NULL,
  rut_empresa TEXT NOT NULL,
  rut TEXT NOT NULL,
  at INTEGER NOT NULL,
  acto TEXT NOT NULL CHECK (acto IN ('emite', 'anota', 'vende', 'boletas', 'acusa', 'excluye', 'responde', 'semana', 'honorario',
    'anula_bte', 'manda', 'lee', 'avisa', 'pregunta')),
  datos TEXT NOT NULL CHECK (json_valid(datos))
) STRICT;
INSERT INTO sim_agenda_nueva SELECT id, dueno, rut_empresa, rut, at, acto, datos FROM sim_agenda ORDER BY id;
DROP TABLE sim_agenda;
ALTER TABLE sim_agenda_nueva RENAME TO sim_agenda;
CREATE INDEX sim_agenda_cuando ON sim_agenda(at, id);
CREATE INDEX sim_agenda_de ON sim_agenda(dueno, rut_empresa);

-- As which company who acts for several came in; null: as the person.
ALTER TABLE sim_sesion ADD COLUMN empresa TEXT;
