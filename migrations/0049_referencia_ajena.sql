-- The part that a note takes of a document that was not issued here: `documento_referencia` names those of here alone.
-- Notes accepted before have no row, and are opened to see what they are about.

CREATE TABLE documento_referencia_ajena (
  documento_id TEXT NOT NULL REFERENCES documento(id),
  tipo_dte INTEGER NOT NULL,
  folio INTEGER NOT NULL CHECK (folio > 0),
  codigo INTEGER NOT NULL CHECK (codigo BETWEEN 1 AND 3),
  -- JSON of exact decimals by component, below zero what a debit adds.
  partes TEXT NOT NULL CHECK (json_valid(partes)),
  PRIMARY KEY (documento_id, tipo_dte, folio)
) STRICT, WITHOUT ROWID;
CREATE INDEX documento_referencia_ajena_referido ON documento_referencia_ajena(tipo_dte, folio);

-- A note asks the register for what it is about, by type and folio alone.
CREATE INDEX rcv_documento_folio ON rcv_documento(empresa_id, ambiente, lado, tipo_dte, folio);
