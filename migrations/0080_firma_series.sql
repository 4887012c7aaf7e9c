-- The board of a firm tells of series that stopped and of drafts that wait (areas/firma §2): their tables mark the rows, and every row is
-- read anew once.
CREATE TRIGGER empresa_tablero_borrador_entra AFTER INSERT ON borrador BEGIN
  UPDATE empresa_tablero SET marca = marca | 1 WHERE empresa_id = NEW.empresa_id AND ambiente = NEW.ambiente AND marca & 1 = 0;
END;
CREATE TRIGGER empresa_tablero_borrador_cambia AFTER UPDATE OF estado ON borrador BEGIN
  UPDATE empresa_tablero SET marca = marca | 1 WHERE empresa_id = NEW.empresa_id AND ambiente = NEW.ambiente AND marca & 1 = 0;
END;
CREATE TRIGGER empresa_tablero_borrador_sale AFTER DELETE ON borrador BEGIN
  UPDATE empresa_tablero SET marca = marca | 1 WHERE empresa_id = OLD.empresa_id AND ambiente = OLD.ambiente AND marca & 1 = 0;
END;
CREATE TRIGGER empresa_tablero_serie_entra AFTER INSERT ON serie BEGIN
  UPDATE empresa_tablero SET marca = marca | 1 WHERE empresa_id = NEW.empresa_id AND ambiente = NEW.ambiente AND marca & 1 = 0;
END;
CREATE TRIGGER empresa_tablero_serie_cambia AFTER UPDATE OF estado, proxima, eliminada_en ON serie BEGIN
  UPDATE empresa_tablero SET marca = marca | 1 WHERE empresa_id = NEW.empresa_id AND ambiente = NEW.ambiente AND marca & 1 = 0;
END;
CREATE TRIGGER empresa_tablero_fecha_entra AFTER INSERT ON ocurrencia WHEN NEW.estado = 'detenida' BEGIN
  UPDATE empresa_tablero SET marca = marca | 1
  WHERE (empresa_id, ambiente) = (SELECT empresa_id, ambiente FROM serie WHERE id = NEW.serie_id) AND marca & 1 = 0;
END;
CREATE TRIGGER empresa_tablero_fecha_cambia AFTER UPDATE OF estado ON ocurrencia WHEN (NEW.estado = 'detenida') <> (OLD.estado = 'detenida') BEGIN
  UPDATE empresa_tablero SET marca = marca | 1
  WHERE (empresa_id, ambiente) = (SELECT empresa_id, ambiente FROM serie WHERE id = NEW.serie_id) AND marca & 1 = 0;
END;
UPDATE empresa_tablero SET marca = marca | 1 WHERE marca & 1 = 0;
