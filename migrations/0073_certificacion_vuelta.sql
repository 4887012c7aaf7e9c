-- The stage at which a road stood when a good verdict was taken back: where that was a slip, the corrected one leads there again
-- (areas/certificacion §4). Null once the road moved on by itself.
ALTER TABLE certificacion ADD COLUMN vuelta TEXT CHECK (vuelta IN ('simulacion', 'intercambio', 'muestras', 'declaracion'));
