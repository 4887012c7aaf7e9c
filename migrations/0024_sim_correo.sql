-- The post office of the simulated SII (src/simulator/correo). AUTOINCREMENT: the number of a letter is its UID, never given twice.

-- `dueno`: '' where nobody told it. `de` and `para` are of the envelope, in small letters; a letter for two has two rows.
CREATE TABLE sim_correo (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  dueno TEXT NOT NULL,
  de TEXT NOT NULL,
  para TEXT NOT NULL,
  asunto TEXT NOT NULL,
  message_id TEXT,
  recibido_at INTEGER NOT NULL,
  bytes INTEGER NOT NULL,
  mensaje BLOB NOT NULL
) STRICT;
CREATE INDEX sim_correo_para ON sim_correo(dueno, para, id);
CREATE INDEX sim_correo_de ON sim_correo(dueno, de, id);
CREATE INDEX sim_correo_recibido ON sim_correo(recibido_at);
