-- Whose login was refused: a lock that is kept by its secret alone would else name nobody.
ALTER TABLE portal_bloqueo ADD COLUMN rut TEXT;
