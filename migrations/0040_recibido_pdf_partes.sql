-- Long PDFs of received documents are written in pieces (areas/recibidos §3): how many stand before the last, which is in the PDF's own row.
ALTER TABLE recibido_pdf ADD COLUMN partes INTEGER NOT NULL DEFAULT 0 CHECK (partes >= 0);

CREATE TABLE recibido_pdf_parte (
  recibido_id TEXT NOT NULL REFERENCES recibido(id) ON DELETE CASCADE,
  parte INTEGER NOT NULL CHECK (parte >= 0),
  pdf_cifrado BLOB NOT NULL,
  PRIMARY KEY (recibido_id, parte)
) STRICT;
