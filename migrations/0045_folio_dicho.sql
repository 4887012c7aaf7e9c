-- Who said that a folio set aside is used: the SII, or a person, who may be wrong. What a person said may be annulled, or taken back.
ALTER TABLE folio_apartado ADD COLUMN dicho_por TEXT NOT NULL DEFAULT 'sii' CHECK (dicho_por IN ('sii', 'persona'));
UPDATE folio_apartado SET dicho_por = 'persona'
WHERE estado = 'emitido_fuera' AND motivo NOT IN ('El SII ya tenía un documento con este folio que aquí no está',
    'El SII ya tenía documentos con folios posteriores', 'Folio saltado a mano; el SII no tiene un documento con él')
  -- Refused annulments: there the SII itself said that it received the folio.
  AND NOT EXISTS (SELECT 1 FROM folio_anulacion h WHERE h.caf_id = folio_apartado.caf_id AND h.estado = 'rehusado'
    AND h.desde <= folio_apartado.hasta AND h.hasta >= folio_apartado.desde);
