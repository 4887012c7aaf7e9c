-- The notes that name a document by type and folio: a balance asks for them. `-` joins several folios.
CREATE INDEX rcv_documento_nota ON rcv_documento(empresa_id, ambiente, lado, rut, CAST(datos ->> 'referenciaFolio' AS INTEGER))
  WHERE tipo_dte IN (55, 56, 60, 61, 104, 106, 111, 112);
CREATE INDEX rcv_documento_nota_varios ON rcv_documento(empresa_id, ambiente, lado, rut)
  WHERE tipo_dte IN (55, 56, 60, 61, 104, 106, 111, 112) AND datos ->> 'referenciaFolio' GLOB '*-*';
