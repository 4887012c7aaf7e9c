-- Who said that a folio set aside is used: the SII, or a person, who may be wrong. What a person said may be annulled, or taken back.
ALTER TABLE folio_apartado ADD COLUMN dicho_por TEXT NOT NULL DEFAULT 'sii' CHECK (dicho_por IN ('sii', 'persona'));
UPDATE folio_apartado SET dicho_por = 'persona'
WHERE estado = 'emitido_fuera' AND motivo <> 'El SII ya tenía un documento con este folio que aquí no está';
