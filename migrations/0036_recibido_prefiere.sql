-- Which of several files under one folio agrees with the register is seen when it is asked (areas/recibidos §3): what was written down
-- of it was wrong as soon as the register no longer had the purchase.
DROP TRIGGER recibido_prefiere_entra;
DROP TRIGGER recibido_prefiere_cambia;
DROP INDEX recibido_orden;
ALTER TABLE recibido DROP COLUMN prefiere;
CREATE INDEX recibido_orden ON recibido(empresa_id, ambiente, primero_en, primero_id, conflicto, id);
