// The states of an issued document and of its folio (http §6, §7), each with its meaning.

export const ESTADOS_SII = {
  no_enviado: 'aún no va al SII',
  no_consultado: 'se emitió en otro sistema y aún no se preguntó al SII por él: vale',
  enviado: 'el SII lo recibió',
  en_proceso: 'el SII lo revisa',
  aceptado: 'aceptado',
  aceptado_con_reparos: 'aceptado con reparos, y vale',
  rechazado: 'rechazado, y no vale',
} as const
export type EstadoSii = keyof typeof ESTADOS_SII

const FINAL: readonly EstadoSii[] = ['aceptado', 'aceptado_con_reparos', 'rechazado']

/** The states of a document that the SII does not have, or rejected: it counts for nothing. */
export const SIN_VALOR: readonly EstadoSii[] = ['no_enviado', 'rechazado']

/** The same as a list of SQL. */
export const SIN_VALOR_SQL = `(${SIN_VALOR.map((estado) => `'${estado}'`)})`

/** Verdicts that wait for a person until somebody has seen to them (http §21). */
export const OBSERVADOS: readonly EstadoSii[] = ['rechazado', 'aceptado_con_reparos']

/** Whether the SII has said its last word on the document. */
export const isFinal = ({ estado_sii }: { estado_sii: EstadoSii }): boolean => FINAL.includes(estado_sii)

/** Where a document was issued. */
export const ORIGENES = {
  emitido: 'se emitió aquí',
  importado: 'se emitió en otro sistema y se trajo: no se firma, envía ni sigue',
} as const

/** How much is known of a document. */
export const CONTENIDOS = {
  xml: 'su XML',
  registro: 'sólo lo que dice el registro de ventas: sin XML, PDF ni solicitud',
} as const

export const ESTADOS_FOLIO = {
  tomado: 'de un documento que va en camino',
  usado: 'de un documento que el SII recibió',
  retenido: 'de una emisión que falló y espera a una persona',
  libre: 'vuelve a servir para otro documento',
  por_anular: 'no se usará: hay que anularlo en el SII',
} as const
export type FolioEstado = keyof typeof ESTADOS_FOLIO
