// The outcomes of a message in a company's mailbox.

export const RESULTADOS_MENSAJE = {
  leyendo: 'se está leyendo',
  documentos: 'trajo documentos nuevos',
  respuestas: 'trajo respuestas a documentos emitidos',
  repetido: 'trajo sólo documentos que ya estaban',
  otro_rut: 'trajo sólo documentos de otro receptor',
  ignorado: 'no trajo nada que se pueda tomar; `ignorados` dice por qué',
} as const satisfies Readonly<Record<string, string>>

export type ResultadoMensaje = keyof typeof RESULTADOS_MENSAJE

/** The counts of a letter's documents. */
interface CuentaMensaje {
  documentos: number
  repetidos: number
  respuestas: number
  ajenos: number
}

/** The word for it: the most that it brought. */
export function resultadoDe({ documentos, repetidos, respuestas, ajenos }: CuentaMensaje): ResultadoMensaje {
  if (documentos) return 'documentos'
  if (respuestas) return 'respuestas'
  if (repetidos) return 'repetido'
  return ajenos ? 'otro_rut' : 'ignorado'
}
