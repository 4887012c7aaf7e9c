// The kinds of events a company may be told of (specification, Events; contract §12). Some come with areas still to be built:
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
  'folios.bajos',
  'folios.agotados',
  'folios.por_vencer',
  'folios.recibidos',
  'certificado.por_vencer',
  'certificado.vencido',
  'rcv.sincronizado',
  'rcof.enviado',
  'rcof.rechazado',
  'bte.emitida',
  'bte.anulada',
  'sii.incidente',
  'sii.recuperado',
  'cuota.80',
  'cuota.agotada',
  'webhook.prueba',
  'webhook.desactivado',
] as const
export type TipoEvento = (typeof EVENTOS)[number]
