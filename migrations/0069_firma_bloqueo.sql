-- A lock of the portal that is lifted, or ended, marks whoever holds the person's credential (areas/firma §1): no event tells of all of them.
-- Its row names the person, not the company; one of before that was kept marks them all.
CREATE TRIGGER empresa_tablero_bloqueo_cambia AFTER UPDATE OF hasta ON portal_bloqueo BEGIN
  UPDATE empresa_tablero SET marca = marca | 1
  WHERE empresa_id IN (SELECT empresa_id FROM certificado WHERE rut_titular = coalesce(NEW.rut, rut_titular)
    UNION ALL SELECT empresa_id FROM portal_clave WHERE rut = coalesce(NEW.rut, rut)) AND marca & 1 = 0;
END;
CREATE TRIGGER empresa_tablero_bloqueo_sale AFTER DELETE ON portal_bloqueo BEGIN
  UPDATE empresa_tablero SET marca = marca | 1
  WHERE empresa_id IN (SELECT empresa_id FROM certificado WHERE rut_titular = coalesce(OLD.rut, rut_titular)
    UNION ALL SELECT empresa_id FROM portal_clave WHERE rut = coalesce(OLD.rut, rut)) AND marca & 1 = 0;
END;
