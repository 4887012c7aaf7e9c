// Which kept answers an event makes old. Of the stream's script alone: the first view does not wait for it.

import type { TipoEvento } from '../../domain/eventos'
import type { ApiRoute } from './client'

/** Counts what every other one tells of. */
const RESUMEN: ApiRoute = 'GET /v1/resumen'
const DOCUMENTOS: readonly ApiRoute[] = [
  RESUMEN,
  'GET /v1/documentos',
  'GET /v1/documentos/:tipo/:folio',
  'GET /v1/dte/emision',
  'GET /v1/dte/emision/:jobId',
  'GET /v1/dte/guias',
  'GET /v1/cuenta/uso',
]
const FOLIOS: readonly ApiRoute[] = [
  RESUMEN,
  'GET /v1/dte/folios',
  'GET /v1/dte/folios/huecos',
  'GET /v1/dte/folios/por-anular',
  'GET /v1/dte/folios/pronostico',
]
const CERTIFICADO: readonly ApiRoute[] = [RESUMEN, 'GET /v1/empresa/:id/certificado']
const USO: readonly ApiRoute[] = [RESUMEN, 'GET /v1/cuenta/uso']
const ACUSE: readonly ApiRoute[] = ['GET /v1/dte/acuse', 'GET /v1/dte/acuse/pendientes']
const TRABAJOS: readonly ApiRoute[] = [
  'GET /v1/rcv/trabajos',
  'GET /v1/rcv/trabajos/:jobId',
  'GET /v1/dte/acuse/trabajos',
  'GET /v1/dte/acuse/trabajos/:jobId',
  'GET /v1/dte/rcof/trabajos',
  'GET /v1/dte/rcof/trabajos/:jobId',
  'GET /v1/dte/folios/trabajos',
  'GET /v1/dte/folios/trabajos/:jobId',
  'GET /v1/bte/trabajos',
  'GET /v1/bte/trabajos/:jobId',
  'GET /v1/recibidos/trabajos',
  'GET /v1/recibidos/trabajos/:jobId',
  'GET /v1/clientes/trabajos',
  'GET /v1/clientes/trabajos/:jobId',
  'GET /v1/compras-internacionales/trabajos',
  'GET /v1/compras-internacionales/trabajos/:jobId',
]
const WEBHOOKS: readonly ApiRoute[] = [
  RESUMEN,
  'GET /v1/webhooks',
  'GET /v1/webhooks/:id',
  'GET /v1/webhooks/:id/entregas',
]

const RCOF: readonly ApiRoute[] = [
  'GET /v1/dte/rcof',
  'GET /v1/dte/rcof/:fecha',
  'GET /v1/dte/rcof/:fecha/previa',
  'GET /v1/dte/rcof/:fecha/xml',
]

const CERTIFICACION: readonly ApiRoute[] = [
  'GET /v1/certificacion',
  'GET /v1/certificacion/:id',
  'GET /v1/certificacion/:id/revision',
  'GET /v1/certificacion/:id/sets/:clase',
]

const BTE: readonly ApiRoute[] = [
  RESUMEN,
  'GET /v1/bte',
  'GET /v1/bte/:folio',
  'GET /v1/bte/resumen/:periodo',
  'GET /v1/bte/tasa',
]

const REGISTRO: readonly ApiRoute[] = [
  'GET /v1/rcv',
  'GET /v1/rcv/:periodo',
  'GET /v1/rcv/:periodo/cambios',
  'GET /v1/rcv/:periodo/cuadratura',
  'GET /v1/rcv/:periodo/f29',
  'GET /v1/rcv/:periodo/vinculaciones',
  'GET /v1/rcv/:periodo/nc-pendientes',
]

const COMPRAS_INT: readonly ApiRoute[] = [
  'GET /v1/compras-internacionales',
  'GET /v1/compras-internacionales/:id',
  'GET /v1/compras-internacionales/estados-cuenta',
  'GET /v1/compras-internacionales/estados-cuenta/:id',
]

const SERIES: readonly ApiRoute[] = [
  'GET /v1/recurrentes',
  'GET /v1/recurrentes/:id',
  'GET /v1/recurrentes/:id/ocurrencias',
  'GET /v1/recurrentes/:id/proximas',
]

/** The routes whose answers an event makes old. An area that lands its events lands its rows here: one missing does not compile. */
export const INVALIDA: Readonly<Record<TipoEvento, readonly ApiRoute[]>> = {
  'dte.emitido': [...DOCUMENTOS, ...FOLIOS, ...SERIES],
  'dte.fallido': [...DOCUMENTOS, ...FOLIOS],
  'dte.descartado': [...DOCUMENTOS, ...FOLIOS, ...COMPRAS_INT],
  'dte.aceptado': [...DOCUMENTOS, ...COMPRAS_INT],
  'dte.con_reparos': [...DOCUMENTOS, ...COMPRAS_INT],
  'dte.rechazado': [...DOCUMENTOS, ...COMPRAS_INT],
  'folios.bajos': FOLIOS,
  'folios.agotados': FOLIOS,
  'folios.por_vencer': FOLIOS,
  'folios.recibidos': FOLIOS,
  'folios.anulados': FOLIOS,
  'folios.rehusados': [...USO, 'GET /v1/dte/folios'],
  'certificado.por_vencer': CERTIFICADO,
  'certificado.vencido': CERTIFICADO,
  'rcv.sincronizado': REGISTRO,
  'rcof.enviado': RCOF,
  'rcof.aceptado': RCOF,
  'rcof.rechazado': RCOF,
  'certificacion.veredicto': CERTIFICACION,
  'certificacion.avance': CERTIFICACION,
  'certificacion.plazo': CERTIFICACION,
  'bte.emitida': BTE,
  'bte.anulada': BTE,
  'bte.fallida': BTE,
  'portal.bloqueado': ['GET /v1/empresa/:id/portal'],
  'portal.disponible': ['GET /v1/empresa/:id/portal'],
  'compra_int.extraida': COMPRAS_INT,
  'dte.acuse': DOCUMENTOS,
  'dte.recibido': [
    RESUMEN,
    ...ACUSE,
    'GET /v1/recibidos',
    'GET /v1/recibidos/:id',
    'GET /v1/recibidos/mensajes',
  ],
  'intercambio.respuesta': [...DOCUMENTOS, 'GET /v1/recibidos/respuestas/recibidas'],
  'historia.terminada': [...DOCUMENTOS, ...FOLIOS],
  'borrador.creado': ['GET /v1/borradores', ...SERIES],
  'recurrente.detenida': SERIES,
  'recurrente.terminada': SERIES,
  'asientos.generados': ['GET /v1/libros/asientos/exportaciones', 'GET /v1/libros/asientos/:periodo'],
  'acuse.registrado': ACUSE,
  'acuse.por_vencer': [RESUMEN, ...ACUSE],
  'trabajo.terminado': [
    ...USO,
    ...ACUSE,
    ...TRABAJOS,
    'GET /v1/empresa/:id/programacion',
    'GET /v1/recibidos',
    'GET /v1/recibidos/:id',
    'GET /v1/recibidos/respuestas',
    'GET /v1/recibidos/mensajes',
  ],
  'buzon.error': [RESUMEN, 'GET /v1/empresa/:id/buzon', 'GET /v1/empresa/:id/programacion'],
  'programacion.fallida': ['GET /v1/empresa/:id/programacion'],
  'respaldo.fallido': ['GET /v1/respaldos', 'GET /v1/resumen'],
  'sii.incidente': ['GET /listo'],
  'sii.recuperado': ['GET /listo'],
  'cuota.80': USO,
  'cuota.agotada': USO,
  'webhook.prueba': WEBHOOKS,
  'webhook.desactivado': WEBHOOKS,
}

/** Whether an answer kept under `key` is old after the event. */
export const isOldAfter = (evento: TipoEvento, key: readonly unknown[]): boolean =>
  INVALIDA[evento].includes(key[2] as ApiRoute)

/** Whether any event could have made it old: of what may have happened while nobody listened. */
export const isOldAfterAny = (key: readonly unknown[]): boolean =>
  Object.values(INVALIDA).some((rutas) => rutas.includes(key[2] as ApiRoute))
