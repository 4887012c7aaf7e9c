-- An answer whose code is none of its class is set aside (areas/recibidos/intercambio §4): another `motivo`.
CREATE TABLE respuesta_recibida_nueva (
  id TEXT PRIMARY KEY,
  empresa_id TEXT NOT NULL REFERENCES empresa(id),
  ambiente TEXT NOT NULL CHECK (ambiente IN ('simulacion', 'certificacion', 'produccion')),
  archivo_id TEXT NOT NULL REFERENCES respuesta_archivo(id),
  clase TEXT NOT NULL CHECK (clase IN ('recepcion', 'resultado', 'recibo', 'sii')),
  documento_id TEXT REFERENCES documento(id),
  tipo_dte INTEGER,
  folio INTEGER,
  rut_responde TEXT NOT NULL,
  codigo INTEGER,
  glosa TEXT NOT NULL,
  recinto TEXT NOT NULL,
  firma TEXT NOT NULL CHECK (firma IN ('valida', 'invalida', 'ausente', 'certificado_vencido')),
  rut_firmante TEXT,
  -- Why it is held against no document.
  motivo TEXT CHECK (motivo IN ('documento_desconocido', 'otro_emisor', 'otro_receptor', 'otros_datos', 'codigo_desconocido',
    'ningun_documento', 'track_id_desconocido', 'contradice_al_sii')),
  recibida_en TEXT NOT NULL,
  firmada_en TEXT,
  CHECK (documento_id IS NOT NULL OR motivo IS NOT NULL OR clase = 'sii')
) STRICT;
INSERT INTO respuesta_recibida_nueva (id, empresa_id, ambiente, archivo_id, clase, documento_id, tipo_dte, folio, rut_responde, codigo,
  glosa, recinto, firma, rut_firmante, motivo, recibida_en, firmada_en)
SELECT id, empresa_id, ambiente, archivo_id, clase, documento_id, tipo_dte, folio, rut_responde, codigo, glosa, recinto, firma,
  rut_firmante, motivo, recibida_en, firmada_en
FROM respuesta_recibida;
DROP TABLE respuesta_recibida;
ALTER TABLE respuesta_recibida_nueva RENAME TO respuesta_recibida;
CREATE INDEX respuesta_recibida_documento ON respuesta_recibida(documento_id, id) WHERE documento_id IS NOT NULL;
CREATE INDEX respuesta_recibida_orden ON respuesta_recibida(empresa_id, ambiente, recibida_en, id);
CREATE INDEX respuesta_recibida_archivo ON respuesta_recibida(archivo_id);
