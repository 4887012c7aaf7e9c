// The daily report of used folios of boletas (areas/rcof §1): what it counts.

import { TIPOS } from './dte/tipos'
import { joinTramos, type Tramo } from './folios/tramos'

/** Documents of consecutive folios, with the sums of their amounts in pesos. */
export interface Contado {
  tipoDte: number
  desde: number
  hasta: number
  neto: number
  exento: number
  iva: number
  total: number
}

/** A report's data about one type. */
export interface ResumenRcof {
  tipoDte: number
  neto: number
  iva: number
  exento: number
  total: number
  emitidos: number
  anulados: number
  /** Issued and annulled. */
  utilizados: number
  /** The ranges of the issued folios, in order, each as long as it can be. */
  rangos: Tramo[]
  rangosAnulados: Tramo[]
}

const filas = TIPOS.filter(({ raiz }) => raiz === 'Boleta')

/** The types of boletas. */
export const BOLETAS: readonly number[] = filas.map(({ codigo }) => codigo)

/** Boletas and what voids them, in the order of the file. */
export const TIPOS_RCOF: readonly number[] = [
  ...new Set([...BOLETAS, ...filas.flatMap(({ anuladoPor }) => anuladoPor ?? [])]),
]

export const ESTADOS_RCOF = {
  preparado: 'aún no llega al SII, o no se sabe',
  enviado: 'el SII lo recibió y lo revisa',
  aceptado: 'el SII lo aceptó',
  aceptado_con_reparos: 'el SII lo aceptó con reparos: difiere de lo que recibió',
  rechazado: 'el SII lo rechazó',
  reemplazado: 'uno posterior del mismo día tomó su lugar',
} as const
export type EstadoRcof = keyof typeof ESTADOS_RCOF

const DEJO_DE_SER_OBLIGATORIO = '2022-08-01'

/** Whether the law asked for the report of that day (areas/rcof §1). */
export const isObligatorio = (fecha: string): boolean => fecha < DEJO_DE_SER_OBLIGATORIO

const length = (tramos: readonly Tramo[]): number =>
  tramos.reduce((sum, [desde, hasta]) => sum + hasta - desde + 1, 0)

/** The report of a day: a type that was used each, and a 39 of nothing where none was. */
export function sumRcof(
  contados: readonly Contado[],
  anulados: readonly Pick<Contado, 'tipoDte' | 'desde' | 'hasta'>[],
): ResumenRcof[] {
  const resumen = TIPOS_RCOF.map((tipoDte): ResumenRcof => {
    const own = contados.filter((one) => one.tipoDte === tipoDte)
    const sum = (key: 'neto' | 'iva' | 'exento' | 'total') => own.reduce((pesos, one) => pesos + one[key], 0)
    const tramosOf = (list: readonly Pick<Contado, 'tipoDte' | 'desde' | 'hasta'>[]) =>
      joinTramos(
        list.filter((one) => one.tipoDte === tipoDte).map(({ desde, hasta }): Tramo => [desde, hasta]),
      )
    const rangos = tramosOf(own)
    const rangosAnulados = tramosOf(anulados)
    const [emitidos, dadosDeBaja] = [length(rangos), length(rangosAnulados)]
    return {
      tipoDte,
      neto: sum('neto'),
      iva: sum('iva'),
      exento: sum('exento'),
      total: sum('total'),
      emitidos,
      anulados: dadosDeBaja,
      utilizados: emitidos + dadosDeBaja,
      rangos,
      rangosAnulados,
    }
  })
  const used = resumen.filter(({ utilizados }) => utilizados > 0)
  return used.length ? used : resumen.slice(0, 1)
}
