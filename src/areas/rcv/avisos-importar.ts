// What an import tells beside its counts: each kind of notice once, with its lines.

import { Type } from '@sinclair/typebox'
import type { CodigoAdvertencia } from '../../domain/advertencias'
import { writeLineas } from '../../domain/rcv/lineas'
import { Exact } from '../../http/envelope'

const FRASES = {
  UNKNOWN_TYPE: 'Un tipo que esta versión no conoce',
  NEGATIVE_AMOUNT: 'Una liquidación con total negativo',
  DATE_OUTSIDE_PERIOD: 'La fecha no es del período; revise que el archivo sea de ese mes',
  DATE_ORDER_DOUBTFUL:
    'Con el día primero la fecha es de otro mes, y con el mes primero es del período: si una planilla la escribió al modo de Estados Unidos, baje el archivo otra vez y no lo guarde desde ella',
  TOTAL_MISMATCH: 'El total no sale de los montos',
  REPEATED_NUMBER: 'El Nro ya está en otra línea',
  MOVED_FROM_PERIOD: 'Estaba en otro período y pasa a éste',
  SUMMARY_DIFFERS: 'El resumen no dice lo mismo que los documentos de aquí; importe el detalle del mismo mes',
  ALREADY_KNOWN: 'Ya estaba y dice otra cosa; modo=agregar no lo cambia',
  LINK_EXCEEDS_BALANCE: 'Vale menos que lo vinculado a mano; revise sus vinculaciones',
} as const satisfies Partial<Record<CodigoAdvertencia, string>>

type Codigo = keyof typeof FRASES

export const AvisoJson = Exact({
  code: Type.String({ examples: ['MOVED_FROM_PERIOD'] }),
  campo: Type.String({ examples: ['archivo'] }),
  mensaje: Type.String({
    examples: ['Estaba en otro período y pasa a éste (202610): 2 documentos, líneas 2, 5'],
  }),
  documentos: Type.Integer({ examples: [2] }),
  lineas: Type.String({ description: 'Las del archivo.', examples: ['2, 5-9'] }),
})

export type Avisos = ReturnType<typeof createAvisos>

export function createAvisos() {
  const found = new Map<Codigo, number[]>()
  const from = new Set<string>()
  const add = (code: Codigo, linea: number): void => {
    const lines = found.get(code)
    if (lines) lines.push(linea)
    else found.set(code, [linea])
  }
  return {
    add,
    /** A document that was in another month. */
    addMoved(periodo: string, linea: number): void {
      from.add(periodo)
      add('MOVED_FROM_PERIOD', linea)
    },
    list: () =>
      (Object.keys(FRASES) as Codigo[]).flatMap((code) => {
        const lines = found.get(code)
        if (!lines) return []
        const months = code === 'MOVED_FROM_PERIOD' ? ` (${[...from].sort().join(', ')})` : ''
        const lineas = writeLineas(lines)
        const where = lines.length === 1 ? `línea ${lineas}` : `${lines.length} documentos, líneas ${lineas}`
        const mensaje = `${FRASES[code]}${months}: ${where}`
        return [{ code, campo: 'archivo', mensaje, documentos: lines.length, lineas }]
      }),
  }
}
