-- The simulated SII's registry of acceptances and claims (WSRegistroReclamo): what the receiver of a document said of it,
-- and PAG, which the SII writes itself of one paid in cash. The notes that annul or correct it stand in sim_referencia already. An event is registered once and never taken back.
CREATE TABLE sim_evento (
  documento_id INTEGER NOT NULL REFERENCES sim_documento(id),
  codigo TEXT NOT NULL CHECK (codigo IN ('ACD', 'ERM', 'RCD', 'RFP', 'RFT', 'PAG')),
  rut_responsable TEXT NOT NULL,
  registrado_at INTEGER NOT NULL,
  PRIMARY KEY (documento_id, codigo)
) STRICT, WITHOUT ROWID;

-- Who accepted the content claims nothing any more, and who claimed accepts nothing (protocol-core §7.4).
CREATE TRIGGER sim_evento_coherente BEFORE INSERT ON sim_evento
WHEN NEW.codigo <> 'PAG' AND EXISTS (
  SELECT 1 FROM sim_evento WHERE documento_id = NEW.documento_id AND codigo <> 'PAG'
  AND (codigo IN ('ACD', 'ERM')) <> (NEW.codigo IN ('ACD', 'ERM'))
)
BEGIN
  SELECT RAISE(ABORT, 'a claim and an acceptance exclude each other');
END;
