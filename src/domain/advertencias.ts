// What each warning means (contract §0): nothing of it refuses a document. One that is missing here does not compile.

export const ADVERTENCIAS = {
  OLD_DATE: 'la fecha es de más de tres días atrás y el SII puede ponerle un reparo',
  POSSIBLE_DUPLICATE: 'hace menos de diez minutos se emitió uno igual; `job_id` dice cuál',
  TRANSLITERATED: 'un carácter se cambió por otro que el SII admite',
  NO_EFFECT: 'el campo no tiene efecto en ese documento',
  REFERENCE_NOT_VERIFIED: 'el documento referido se emitió en otra parte y no se pudo revisar',
  RECEIVER_DIFFERS: 'el documento referido es de otro receptor',
  TEXT_CORRECTION_WITH_AMOUNTS: 'una corrección de texto lleva montos',
  TEXT_CORRECTION_UNSAID: 'una corrección de texto no dice qué corrige',
  COMPONENT_NOT_IN_DOCUMENT: 'la nota cobra algo que su documento no lleva',
  UNPAID_EXPORT: 'la exportación es sin pago y su nota no lo dice',
  CURRENCY_NOT_CONFIRMED: 'la moneda se escribe con el nombre más cercano del SII',
  CUSTOMS_INCOMPLETE: 'Aduana espera más datos',
  TRANSPORT_INCOMPLETE: 'faltan datos del transporte',
  TRANSPORT_NOT_HELD: 'falta un dato del transporte, y el documento lo declara',
  GUIDE_CARRIES_GOODS: 'si la guía mueve mercaderías le faltan datos',
  INTERNAL_TRANSFER_RECEIVER: 'en un traslado interno el receptor es la propia empresa',
  GUIDE_WITHOUT_AMOUNTS: 'la guía constituye venta y ninguna línea lleva precio',
  GUIDE_ALREADY_INVOICED: 'otra factura ya cubre la guía',
  GUIDE_LATER: 'la guía es posterior a la factura',
  GUIDE_PERIOD_CLOSED: 'la guía es de un mes que ya se cerró',
  CERTIFICATE_EXPIRES: 'el certificado vence antes de la hora programada',
  EVENT_NAME: 'el nombre de la línea debería decir qué es del espectáculo',
  PRODUCT_CODE_MISSING: 'falta el código del producto retenido',
  FOLIOS_EXPIRING: 'los folios están por vencer',
  OLD_CAF: 'los folios se autorizaron hace tiempo',
  INHERITED_FOLIOS: 'los folios siguen donde los dejó la empresa eliminada',
} as const

export type CodigoAdvertencia = keyof typeof ADVERTENCIAS
