// Reasons why the SII objects to a document, `SECCION-NIVEL-CODIGO` (sii §4.4). From logs and
// not from a list of the SII: to show and to group, never to decide (counters and states do that).

import { definitivo, type Tabla } from './codigo'

const FOLIO_NUEVO = 'Corrija la causa y emita otra vez con un folio nuevo'
const SOPORTE = 'Informe el caso a soporte con el XML del documento'
const NOTA = 'Si el dato quedó mal, corríjalo con una nota de crédito o débito'

/** By section and code: the level in the middle (3 rejects, 2 objects, 1 objects lightly) varies by source. */
export const DETALLE: Tabla = {
  'ENV-0': definitivo(
    'Dato o carácter no permitido en el envío',
    'Revise textos y números del documento y emita otra vez',
  ),
  'ENV-6': definitivo(
    'Quien envía no tiene permiso sobre la empresa',
    'Otorgue el permiso «Enviar documentos» al titular del certificado en el sitio del SII',
  ),
  'CRT-19': definitivo(
    'La fecha o el número de resolución no son los de la empresa en este ambiente',
    'Corrija la resolución en los datos de la empresa y emita otra vez',
  ),
  'CRT-11': definitivo(
    'El RUT que firma el envío no es el que lo envió',
    'Use un solo certificado para firmar y enviar; revise su RUT',
  ),
  'CAF-517': definitivo(
    'El CAF está vencido: pasaron más de seis meses desde su autorización',
    'Pida folios nuevos y anule los vencidos',
  ),
  'DTE-100': definitivo('El documento está repetido', 'Consulte el estado del folio: ya estaba en el SII'),
  'DTE-101': definitivo(
    'El folio ya fue recibido con otros datos',
    'Emita otra vez con un folio nuevo. Si otro programa emite con el mismo archivo de folios, deje de usarlo en uno de los dos: pida un rango propio, o salte en éste lo que el otro usará (POST /v1/dte/folios/:tipo/saltar)',
  ),
  'DTE-505': definitivo('La firma del documento no es correcta', SOPORTE),
  'DTE-601': definitivo('El folio fue anulado antes', 'Emita otra vez con otro folio'),
  'DTE-650': definitivo(
    'El documento se envió después del plazo desde su fecha',
    'Envíe los documentos dentro del plazo',
  ),
  'TED-510': definitivo('La firma del timbre no es correcta', SOPORTE),
  'TED-640': definitivo('El monto del timbre difiere del total del documento', SOPORTE),
  'TED-646': definitivo('El timbre es anterior a la fecha del CAF', 'Revise la fecha y la hora del servidor'),
  'HED-211': definitivo('Los campos de referencia no corresponden al documento', FOLIO_NUEVO),
  'HED-260': definitivo('Los totales de la liquidación no cuadran', FOLIO_NUEVO),
  'HED-265': definitivo('Los totales de la liquidación no cuadran', FOLIO_NUEVO),
  'HED-300': definitivo('El SII objetó el encabezado del documento', NOTA),
  'HED-302': definitivo('El SII objetó el encabezado del documento', NOTA),
  'HED-305': definitivo(
    'La fecha de emisión es anterior a la autorización de la empresa',
    'Emita con una fecha igual o posterior a la autorización',
  ),
  'HED-803': definitivo('El SII objetó el encabezado del documento', NOTA),
  'HED-804': definitivo(
    'Exportación: faltan las marcas de los bultos',
    'Indique las marcas en cada tipo de bulto',
  ),
  'HED-834': definitivo('El SII objetó el encabezado del documento', FOLIO_NUEVO),
  'HED-861': definitivo(
    'La actividad económica no está registrada para el emisor',
    'Corrija el código de actividad en los datos de la empresa',
  ),
  'REF-415': definitivo(
    'Falta una referencia válida',
    'Indique el documento que la nota corrige y emita otra vez',
  ),
  'REF-750': definitivo(
    'El SII no tiene el documento referenciado: fue rechazado o aún no se procesa',
    'Espere a que el documento referenciado esté aceptado y emita otra vez',
  ),
  'REF-758': definitivo(
    'Falta el código de referencia',
    'Indique si la nota anula, corrige texto o corrige montos',
  ),
  'REF-780': definitivo(
    'El monto de la anulación difiere del documento anulado',
    'Anule por el mismo monto o corrija montos',
  ),
  'REF-781': definitivo('El SII puso reparos a la referencia', NOTA),
}
