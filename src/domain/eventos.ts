// The kinds of events a company may be told of (http §12). Some come with areas still to be built:
// a webhook may ask for them already.

export const EVENTOS = [
  'dte.emitido',
  'dte.fallido',
  'dte.descartado',
  'dte.aceptado',
  'dte.con_reparos',
  'dte.rechazado',
  'dte.acuse',
  'dte.recibido',
  'intercambio.respuesta',
  'acuse.registrado',
  'acuse.por_vencer',
  'folios.bajos',
  'folios.agotados',
  'folios.por_vencer',
  'folios.recibidos',
  'folios.anulados',
  'folios.rehusados',
  'certificado.por_vencer',
  'certificado.vencido',
  'rcv.sincronizado',
  'rcof.enviado',
  'rcof.aceptado',
  'rcof.rechazado',
  'bte.emitida',
  'bte.anulada',
  'bte.fallida',
  'compra_int.extraida',
  'trabajo.terminado',
  'portal.bloqueado',
  'portal.disponible',
  'buzon.error',
  'programacion.fallida',
  'sii.incidente',
  'sii.recuperado',
  'cuota.80',
  'cuota.agotada',
  'webhook.prueba',
  'webhook.desactivado',
] as const
export type TipoEvento = (typeof EVENTOS)[number]

/** Those of areas still to be built. */
export const NOT_EMITTED = [] as const satisfies readonly TipoEvento[]

/** Those that happen: each has its body described. */
export type EventoEmitido = Exclude<TipoEvento, (typeof NOT_EMITTED)[number]>

/** When each is told, for who asks for it. */
export const SIGNIFICADO_EVENTO: Readonly<Record<TipoEvento, string>> = {
  'dte.emitido': 'el SII recibió el documento',
  'dte.fallido': 'la emisión falló o se detuvo, y espera a una persona',
  'dte.descartado': 'una persona descartó la emisión',
  'dte.aceptado': 'el SII aceptó el documento',
  'dte.con_reparos': 'el SII aceptó el documento con reparos',
  'dte.rechazado': 'el SII rechazó el documento',
  'dte.acuse':
    'el receptor aceptó, recibió o reclamó el documento en el SII, o una nota lo anuló en su plazo',
  'intercambio.respuesta': 'el receptor de un documento respondió por correo',
  'acuse.registrado': 'se aceptó o reclamó desde aquí un documento recibido',
  'acuse.por_vencer':
    'vence el plazo para aceptar o reclamar documentos recibidos, a las 72 y a las 24 horas',
  'dte.recibido': 'se supo de un documento de otro: por correo, por su archivo o por el registro',
  'folios.bajos': 'quedan pocos folios de un tipo',
  'folios.agotados': 'no quedan folios de un tipo',
  'folios.por_vencer': 'un rango de folios vence pronto',
  'folios.recibidos': 'entró un rango de folios',
  'folios.anulados': 'el SII anuló folios, todos los pedidos o algunos',
  'folios.rehusados': 'el SII rehusó los folios que se le pidieron',
  'certificado.por_vencer': 'el certificado vence en 30, 15, 7 o 1 días',
  'certificado.vencido': 'el certificado venció',
  'rcv.sincronizado': 'se trajo el registro de compras y ventas de un mes',
  'rcof.enviado': 'el SII recibió el consumo de folios de un día',
  'rcof.aceptado': 'el SII aceptó el consumo de folios, con reparos o sin ellos',
  'rcof.rechazado': 'el SII rechazó el consumo de folios',
  'bte.emitida': 'el SII emitió una boleta de terceros',
  'bte.anulada': 'una boleta de terceros quedó anulada, o pedida su anulación',
  'bte.fallida': 'una boleta de terceros no se emitió',
  'compra_int.extraida': 'se leyó el archivo de una compra internacional',
  'trabajo.terminado': 'una operación en el SII que corre como trabajo terminó o se detuvo',
  'portal.bloqueado': 'el SII rehusó el ingreso a su portal, y Timbre no lo repite',
  'portal.disponible': 'se puede ingresar otra vez al portal del SII',
  'buzon.error': 'el servidor de correo rehusó la clave del buzón, y Timbre no la repite',
  'programacion.fallida': 'una tarea programada falló tres veces seguidas',
  'sii.incidente': 'el SII dejó de responder',
  'sii.recuperado': 'el SII responde otra vez',
  'cuota.80': 'se usó el 80 % de una cuota del plan',
  'cuota.agotada': 'se agotó una cuota del plan',
  'webhook.prueba': 'alguien pidió probar el webhook',
  'webhook.desactivado': 'el servidor desactivó un webhook que no respondía',
}
