-- A company that was deleted and made anew goes on with its own folios: the range moves to its new row. What `siguiente` had
-- passed by then was the former row's: `heredado_hasta` is the last of those folios, null for a range that never moved.
ALTER TABLE caf ADD COLUMN heredado_hasta INTEGER CHECK (heredado_hasta BETWEEN desde - 1 AND siguiente - 1);
