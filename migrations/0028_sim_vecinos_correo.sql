-- Neighbours of the simulated SII write letters, read those that they get, and are paid by boletas of third parties (src/simulator/vecinos).

CREATE TABLE sim_vecino_nuevo (
  dueno TEXT NOT NULL,
  rut_empresa TEXT NOT NULL,
  rut TEXT NOT NULL,
  temple TEXT NOT NULL CHECK (temple IN ('proveedor', 'proveedor_anula', 'proveedor_windows', 'proveedor_contado', 'proveedor_notas',
    'proveedor_desprolijo', 'cliente_formal', 'cliente_callado', 'cliente_reclama', 'tercero')),
  -- Days by which it is late with its answers.
  retraso_dias INTEGER NOT NULL DEFAULT 0 CHECK (retraso_dias BETWEEN 0 AND 30),
  -- Whether it writes letters.
  correo INTEGER NOT NULL DEFAULT 1 CHECK (correo IN (0, 1)),
  PRIMARY KEY (dueno, rut_empresa, rut)
) STRICT, WITHOUT ROWID;
INSERT INTO sim_vecino_nuevo (dueno, rut_empresa, rut, temple, retraso_dias, correo)
SELECT dueno, rut_empresa, rut,
  CASE WHEN rut = '90000017-0' AND temple = 'proveedor' THEN 'proveedor_desprolijo' ELSE temple END,
  retraso_dias, rut <> '90000014-6'
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
    'anula_bte', 'manda', 'lee', 'avisa')),
  datos TEXT NOT NULL CHECK (json_valid(datos))
) STRICT;
INSERT INTO sim_agenda_nueva SELECT id, dueno, rut_empresa, rut, at, acto, datos FROM sim_agenda ORDER BY id;
DROP TABLE sim_agenda;
ALTER TABLE sim_agenda_nueva RENAME TO sim_agenda;
CREATE INDEX sim_agenda_cuando ON sim_agenda(at, id);
CREATE INDEX sim_agenda_de ON sim_agenda(dueno, rut_empresa);

-- What a neighbour made of a letter to it: of an envelope its state and digest, and the documents in it with theirs.
CREATE TABLE sim_leido (
  carta_id INTEGER PRIMARY KEY REFERENCES sim_correo(id) ON DELETE CASCADE,
  dueno TEXT NOT NULL,
  rut_empresa TEXT NOT NULL,
  rut TEXT NOT NULL,
  clase TEXT NOT NULL,
  estado INTEGER,
  digest TEXT,
  documentos TEXT NOT NULL CHECK (json_valid(documentos))
) STRICT;
CREATE INDEX sim_leido_de ON sim_leido(dueno, rut_empresa, rut);
