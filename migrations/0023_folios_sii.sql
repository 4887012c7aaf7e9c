-- Folios at the SII (areas/folios): each step is written before the page that it stands for.
CREATE TABLE folio_solicitud (
  job_id TEXT PRIMARY KEY REFERENCES job(id) ON DELETE CASCADE,
  empresa_id TEXT NOT NULL REFERENCES empresa(id),
  ambiente TEXT NOT NULL CHECK (ambiente IN ('simulacion', 'certificacion', 'produccion')),
  tipo_dte INTEGER NOT NULL,
  paso TEXT NOT NULL DEFAULT 'pedida' CHECK (paso IN ('pedida', 'confirmada', 'otorgada', 'descargada', 'cargada')),
  cantidad INTEGER CHECK (cantidad > 0),
  max_autorizado INTEGER,
  sin_usar INTEGER,
  desde INTEGER CHECK (desde > 0),
  hasta INTEGER CHECK (hasta >= desde),
  -- When its granting page was sent; null again once the SII answered it.
  enviada_at TEXT,
  caf_id TEXT REFERENCES caf(id),
  CHECK (paso IN ('pedida', 'confirmada') OR desde IS NOT NULL AND hasta IS NOT NULL),
  CHECK ((paso = 'cargada') = (caf_id IS NOT NULL))
) STRICT;
-- What the SII may have granted and nobody has: a second request would be a second range.
CREATE INDEX folio_solicitud_otorgada ON folio_solicitud(empresa_id, ambiente, tipo_dte)
  WHERE paso IN ('otorgada', 'descargada');

CREATE TABLE folio_anulacion (
  job_id TEXT NOT NULL REFERENCES job(id) ON DELETE CASCADE,
  desde INTEGER NOT NULL CHECK (desde > 0),
  hasta INTEGER NOT NULL CHECK (hasta >= desde),
  caf_id TEXT NOT NULL REFERENCES caf(id),
  estado TEXT NOT NULL DEFAULT 'pendiente' CHECK (estado IN ('pendiente', 'pedido', 'anulado', 'rehusado')),
  glosa TEXT,
  anulado_en TEXT CHECK ((anulado_en IS NOT NULL) = (estado = 'anulado')),
  PRIMARY KEY (job_id, desde)
) STRICT;
CREATE INDEX folio_anulacion_hecha ON folio_anulacion(caf_id, desde) WHERE estado = 'anulado';

ALTER TABLE folio_apartado ADD COLUMN anulado_en TEXT CHECK (anulado_en IS NULL OR estado = 'anulado');
UPDATE folio_apartado SET anulado_en = created_at WHERE estado = 'anulado';

-- When the SII refused folios of the type: what asks by itself waits a day then, or for a person.
ALTER TABLE folio_alerta ADD COLUMN rehusado_en TEXT;

-- Requests by themselves are jobs of the same kind as those of people by now; the hour's review asks anew.
DELETE FROM job WHERE kind = 'folios.reponer';
