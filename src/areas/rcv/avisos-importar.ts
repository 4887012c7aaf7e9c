// The notices of an import beside its counts: each kind once, with its lines.

import { Type } from '@sinclair/typebox'
import type { CodigoAdvertencia } from '../../domain/advertencias'
import { montoEscrito } from '../../domain/cifras'
import { writeLineas } from '../../domain/rcv/lineas'
import { Exact } from '../../http/envelope'
import type { Usados } from './used-elsewhere'

const FRASES = {
  UNKNOWN_TYPE: 'Un tipo que esta versión no conoce',
  NEGATIVE_AMOUNT: 'Una liquidación con total negativo',
  DATE_OUTSIDE_PERIOD: 'La fecha no es del período; revise que el archivo sea de ese mes',
  DATE_ORDER_DOUBTFUL:
    'Con el día primero la fecha es de otro mes, y con el mes primero es del período: si una planilla la escribió al modo de Estados Unidos, baje el archivo otra vez y no lo guarde desde ella',
  TOTAL_MISMATCH: 'El total no sale de los montos',
  COLUMNS_DISAGREE:
    'Hay columnas que se contradicen: una dice más que su documento (activo fijo, IVA Terceros, IVA fuera de plazo, lo retenido), «IVA propio» e «IVA Terceros» no suman el IVA, o el IVA no es el que la tasa da del neto',
  ZERO_COPY: 'Repite en cero, sin recepción, un documento que está entero en otra línea; se pasó por alto',
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
  monto: Type.Optional(
    Type.Integer({ description: 'De `DOCUMENTS_ABSENT`: lo que suman; las notas de crédito restan.' }),
  ),
  iva: Type.Optional(Type.Integer({ description: 'Lo que de `monto` es IVA.' })),
  lineas: Type.Optional(Type.String({ description: 'Las del archivo.', examples: ['2, 5-9'] })),
})

/** The notices of an import, in the order of its answer. */
export interface AvisoArchivo {
  code: CodigoAdvertencia
  campo: string
  mensaje: string
  documentos: number
  monto?: number
  iva?: number
  lineas?: string
}

/** The losses of a replaced slice: nothing is deleted, and all of it left the sums. */
export function avisoAusentes(
  { documentos, monto, iva }: { documentos: number; monto: number; iva: number },
  vacio: boolean,
): AvisoArchivo {
  const cuantos = `Lo que el registro tenía y el archivo no trae, ${documentos === 1 ? '1 documento' : `${documentos} documentos`},`
  const suma = `suma ${montoEscrito(monto)}, con IVA de ${montoEscrito(iva)}, y deja de contar`
  const mensaje = vacio
    ? `El archivo trae sólo la cabecera. ${cuantos} ${suma}. Si el tramo quedó de verdad vacío, importe con vaciar=true`
    : `${cuantos} ${suma}`
  return { code: 'DOCUMENTS_ABSENT', campo: 'archivo', mensaje, documentos, monto, iva }
}

/** Documents of the file whose folios are free here: nobody gets another of their ranges before the SII said which it has. */
export function avisoUsados({ tipoDte, folios }: Usados): AvisoArchivo {
  const cuales = folios.length === 1 ? `el folio ${folios[0]}, que` : `los folios ${writeLineas(folios)}, que`
  const mensaje = `Tipo ${tipoDte}: el archivo trae ${cuales} aquí no se ha usado. Si lo emitió otro programa, está tomado: antes de emitir otro de su rango se pregunta al SII cuáles tiene`
  return { code: 'FOLIOS_USED_ELSEWHERE', campo: 'archivo', mensaje, documentos: folios.length }
}

/** The sums of a summary whose total is another: each boleta may have rounded by a peso. */
export function avisoTotales(
  sumas: readonly { linea: number; documentos: number; diferencia: number }[],
): AvisoArchivo[] {
  const off = sumas.filter(({ diferencia }) => diferencia > 0)
  if (!off.length) return []
  const where = off.map(({ linea, diferencia }) => `línea ${linea} por ${montoEscrito(diferencia)}`)
  const rounded = off.every(({ diferencia, documentos }) => diferencia <= documentos)
  const mensaje = `${FRASES.TOTAL_MISMATCH}: ${where.join(', ')}${rounded ? '; puede ser que cada documento redondee un peso' : ''}`
  const lineas = writeLineas(off.map(({ linea }) => linea))
  return [{ code: 'TOTAL_MISMATCH', campo: 'archivo', mensaje, documentos: off.length, lineas }]
}

/** One sentence of what a file's name says otherwise. */
export const avisoNombre = (duda: string): AvisoArchivo => ({
  code: 'FILE_NAME_DIFFERS',
  campo: 'nombre',
  mensaje: `${duda[0]!.toUpperCase()}${duda.slice(1)}: revise que sea el archivo`,
  documentos: 0,
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
    list: (): AvisoArchivo[] =>
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
