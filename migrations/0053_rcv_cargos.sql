-- Debit notes of the register add to what credit notes may take of an invoice.
DROP TRIGGER rcv_vinculacion_entra;
CREATE TRIGGER rcv_vinculacion_entra AFTER INSERT ON rcv_vinculacion BEGIN
  UPDATE rcv_documento SET vinculado = vinculado + NEW.monto WHERE id IN (NEW.nc_id, NEW.factura_id);
  SELECT RAISE(ABORT, 'a link passes the balance of its document') FROM rcv_documento
  WHERE NEW.monto > 0 AND id = NEW.nc_id AND vinculado > monto_total;
  SELECT RAISE(ABORT, 'a link passes the balance of its document') FROM rcv_documento f
  WHERE NEW.monto > 0 AND f.id = NEW.factura_id AND f.vinculado > f.monto_total + (SELECT coalesce(sum(c.monto_total), 0)
    FROM rcv_documento c WHERE c.empresa_id = f.empresa_id AND c.ambiente = f.ambiente AND c.lado = f.lado AND c.rut = f.rut
      AND c.tipo_dte IN (55, 56, 104, 111) AND c.ausente_desde IS NULL
      AND CAST(c.datos ->> 'referenciaTipo' AS INTEGER) = f.tipo_dte AND CAST(c.datos ->> 'referenciaFolio' AS INTEGER) = f.folio);
END;
