// When each error code comes back, as the documentation tells it (http §8). Statuses are `errors.ts`'s.

import type { ErrorCode } from '../domain/errors'

/** One Spanish sentence for each code: one that is missing here does not compile. */
export const CUANDO: Record<ErrorCode, string> = {
  INVALID_JSON:
    'El cuerpo falta, no llega en 60 segundos, no se puede leer como JSON en UTF-8 o anida demasiado.',
  INVALID_PARAMETER: 'Un parámetro de la ruta, de la consulta o un encabezado no es válido.',
  UNAUTHORIZED: 'Falta la credencial, o vienen dos que no concuerdan.',
  INVALID_CREDENTIALS: 'El correo o la contraseña no son correctos, o no lo es el código del segundo factor.',
  SECOND_FACTOR_REQUIRED:
    'Falta el código del segundo factor: `detalles` trae el ticket con que sigue el ingreso.',
  TOKEN_EXPIRED: 'El token venció: renuévelo, pida otro o inicie sesión.',
  TOKEN_INVALID: 'El token no es válido, ya no sirve o su sesión fue cerrada.',
  REFRESH_REUSED: 'El refresh_token ya se había usado; la sesión quedó cerrada.',
  API_KEY_INVALID: 'La llave de API está mal escrita o no existe.',
  API_KEY_EXPIRED: 'La llave de API venció.',
  API_KEY_REVOKED: 'La llave de API fue revocada.',
  FORBIDDEN:
    'El rol o los límites de la persona no lo permiten, la llave no se admite en ese ambiente o desde esa dirección, o la cookie vino de una página ajena.',
  SCOPE_REQUIRED: 'La llave de API no tiene el alcance; `detalles` lo nombra.',
  SESSION_REQUIRED: 'La ruta es sólo para sesiones de usuario, no para llaves.',
  SECOND_FACTOR_STALE: 'Pide de nuevo el segundo factor: `POST /auth/segundo-factor/confirmar`, y se repite.',
  SECOND_FACTOR_MISSING: 'La cuenta exige un segundo factor: `POST /auth/segundo-factor`.',
  NO_ACTIVE_COMPANY: 'La sesión no tiene una empresa activa.',
  PLAN_LIMIT: 'Se agotaron las consultas del mes; cambie de plan.',
  EMISSION_LIMIT: 'El plan no admite más documentos este mes; cambie de plan.',
  PLAN_FEATURE: 'El plan no lo admite, o la cuenta no cabe en él; el mensaje dice qué sobra.',
  NOT_FOUND: 'No existe, o es de otra empresa.',
  ROUTE_NOT_FOUND: 'No existe la ruta.',
  PERIOD_NOT_SYNCED: 'El período del registro aún no se ha importado ni traído del SII.',
  METHOD_NOT_ALLOWED: 'La ruta no admite ese método; `Allow` dice cuáles.',
  CONFLICT: 'Choca con lo que ya hay, o la empresa activa no es la de `X-Empresa`.',
  ALREADY_EXISTS: 'Ya existe.',
  IDEMPOTENCY_IN_PROGRESS: 'La primera solicitud con esa Idempotency-Key aún se procesa.',
  IDEMPOTENCY_MISMATCH: 'La Idempotency-Key ya se usó con otro cuerpo.',
  INVALID_STATE: 'El estado actual no lo permite; el mensaje dice qué falta.',
  ACCOUNT_MOVED: 'La cuenta, o la empresa, se mudó a otro servidor: aquí sólo se lee.',
  ALREADY_REPLACED: 'El documento rechazado ya se emitió de nuevo; `detalles` dice con qué folio.',
  NO_FOLIOS: 'No quedan folios de ese tipo: cargue o pida un CAF y repita.',
  GUIDE_NOT_FOUND: 'La guía no existe.',
  GUIDE_NOT_INVOICEABLE: 'La guía no es de las que se facturan.',
  GUIDE_ALREADY_INVOICED: 'La guía ya está en una factura.',
  GUIDE_VOIDED: 'La guía está anulada.',
  GUIDES_MIXED_RECEIVER: 'Las guías son de receptores distintos.',
  SET_UNREADABLE: 'El texto del set de pruebas no se puede leer: cada línea en `detalles`.',
  SET_UNSUPPORTED: 'El texto trae sólo sets que Timbre no conoce, o de otro alcance: `detalles` los nombra.',
  SET_DOUBTS: 'Faltan respuestas a dudas del set, que están en `detalles`.',
  CERT_ORDER: 'Antes debe quedar conforme otro set.',
  CERT_CLOSED: 'La certificación ya terminó o se abandonó.',
  PAYLOAD_TOO_LARGE: 'El cuerpo pasa de 1 MiB (10 MiB al subir archivos).',
  UNSUPPORTED_MEDIA_TYPE:
    'El Content-Type no es application/json en UTF-8, ni el formulario que la ruta admite.',
  VALIDATION_ERROR: 'Un campo falta, sobra o rompe una regla: todas las faltas a la vez en `detalles`.',
  INVALID_RUT: 'Un RUT no es válido, y es la única falta.',
  DOCUMENT_TYPE_NOT_ALLOWED: 'El tipo de documento no sirve para esto.',
  REFERENCE_NOT_FOUND: 'El documento referido no existe en la empresa.',
  REFERENCE_NOT_VERIFIED:
    'El documento se emitió en otra parte y lo que se sabe de él no basta: `detalles` trae la referencia con que se emite a mano.',
  AMOUNT_MISMATCH: 'Los montos no concuerdan.',
  BALANCE_EXCEEDED: 'La nota pasa del saldo del documento referido.',
  INTL_PURCHASE_BLOCKED:
    'La compra internacional no se puede emitir: `detalles` trae cada motivo. No se creó trabajo ni se tomó folio.',
  EXCHANGE_RATE_MISSING:
    'No hay valor de la moneda para ese día: de una UF, el del mismo día; de una UTM, el de su mes; de otra, el del día o de los siete anteriores. No se tomó folio.',
  ACCOUNT_MISSING:
    'Ninguna regla da cuenta a una parte de los asientos: `detalles` trae todas, la de más monto primero. No se escribió nada.',
  ACCOUNT_DETAIL_MISSING:
    'Una cuenta no está en el plan, o pide auxiliar, centro o documento y su línea no lo trae: `detalles` trae todas. No se escribió nada.',
  VOUCHER_UNBALANCED:
    'Las partes de un documento no suman su total: `detalles` los trae con su diferencia. No se escribió nada.',
  CERTIFICATE_MISSING: 'La empresa no tiene certificado digital.',
  CERTIFICATE_EXPIRED: 'El certificado digital está vencido.',
  CERTIFICATE_INVALID: 'El certificado digital no se puede usar; el mensaje dice por qué.',
  CAF_INVALID: 'El archivo no es un CAF que se pueda usar.',
  CAF_EXPIRED: 'El CAF está vencido.',
  CAF_WRONG_COMPANY: 'El CAF es de otra empresa.',
  INTERNAL_ERROR: 'Error interno: informe el `X-Request-Id`.',
  PORTAL_LOCKED:
    'El SII rehusó un ingreso a su portal y Timbre no lo repite; `detalles` trae motivo, código del SII, hasta cuándo y qué hacer. Con plazo, `Retry-After`.',
  PORTAL_CREDENTIALS_MISSING:
    'La empresa no tiene cargado con qué ingresar al portal del SII para esta operación.',
  PORTAL_FORBIDDEN: 'La persona ingresó al portal del SII, pero ahí no puede hacer esto por la empresa.',
  SII_REFUSED: 'El SII entendió y dijo que no; `detalles` trae su código, su glosa, la causa y qué hacer.',
  CAPTCHA_REQUIRED:
    'El SII muestra una imagen que lee una persona: `detalles` la trae; repita con `captcha_id` y `captcha`. No consume.',
  SII_ERROR: 'El SII respondió con un error.',
  RATE_LIMIT:
    'Demasiadas solicitudes, contadas por cada 64 KiB de cuerpo, diez documentos de un lote o mil de sus líneas que comienzan: repita después de los segundos de `Retry-After`.',
  QUEUE_UNAVAILABLE: 'No se puede guardar lo pedido: nada se creó ni se tomó folio; repita después.',
  SERVER_BUSY:
    'Hay demasiados bytes de cuerpos en subida a la vez, o demasiado trabajo en espera: nada se hizo; repita después de los segundos de `Retry-After`.',
  SII_UNAVAILABLE: 'El SII no responde, o aún no dice qué folios tiene: no se consumió ni se tomó nada.',
  SII_TIMEOUT: 'El SII no respondió a tiempo.',
  PAYMENT_ERROR: 'La pasarela de pagos no responde o no aceptó la orden.',
  MAIL_ERROR: 'El servidor de correo no recibió el mensaje.',
  MAILBOX_ERROR: 'El servidor de correo no dejó leer el buzón, o respondió algo que no se entiende.',
  EXTRACTION_ERROR:
    'Se pidió con `ia=true` que la inteligencia artificial leyera el archivo, y rehusó o respondió algo que no se entiende. La compra queda con lo que leyeron las reglas: `detalles` la nombra.',
}
