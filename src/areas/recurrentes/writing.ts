// The request of a date of a series, written out with the values of a day and judged (areas/recurrentes §3).

import { chileDate } from '../../domain/fecha'
import type { Calendario } from '../../domain/feriados'
import { type Regla, totalOf } from '../../domain/recurrencia/regla'
import { type MonedaTexto, writeOut } from '../../domain/recurrencia/textos'
import type { Titular } from '../../domain/titular'
import { type Juicio, judgeBy } from '../borradores'
import type { Reviewed } from '../dte'
import { isUnidad, type TiposCambio } from '../tipos-cambio'
import { dueAt } from './avance'
import type { SeriesDeps } from './deps'

export type Solicitud = Record<string, unknown>

/** One date of a series, and the day on which it is done. */
export interface Ocasion {
  regla: Regla
  fecha: string
  n: number
  emision: string
}

/** The one to whom it belongs. */
interface Duena extends Titular {
  cuentaId: string
}

/** Whether the value of a day is another day's, because its own is not known yet. */
function isEstimated({ moneda, fecha }: { moneda: string; fecha: string }, emision: string, hoy: string) {
  if (moneda === 'UTM') return fecha.slice(0, 7) !== emision.slice(0, 7)
  return isUnidad(moneda) ? fecha !== emision : emision > hoy && fecha < emision
}

export type Writing = ReturnType<typeof createWriting>

export function createWriting({
  calendario,
  tipos,
  dte: { emision: emitir },
  clock,
}: Pick<SeriesDeps, 'tipos' | 'dte' | 'clock'> & { calendario: Calendario }) {
  /** The request of a date. `estimando`: a value that nobody knows yet is the last one known. */
  function write(cuentaId: string, solicitud: Solicitud, ocasion: Ocasion, estimando = false) {
    const { regla, fecha, n, emision } = ocasion
    let estimado = false
    const valor = (moneda: MonedaTexto) => {
      const known: ReturnType<TiposCambio['find']> =
        tipos.find(cuentaId, moneda, emision) ??
        (estimando ? tipos.lastBefore(cuentaId, moneda, emision) : null)
      if (known && isEstimated({ moneda, fecha: known.fechaTc }, emision, chileDate(clock()))) estimado = true
      return known?.tipoCambio ?? null
    }
    const escrita = writeOut(solicitud, { fecha, n, emision, total: () => totalOf(regla, calendario), valor })
    return { ...escrita, estimado }
  }

  /** As it will be issued on its day, and what would be said of it then. */
  function foresee(
    { cuentaId, empresaId, ambiente }: Duena,
    solicitud: Solicitud,
    ocasion: Ocasion,
    tiposDte: readonly number[] | null = null,
  ) {
    const escrita = write(cuentaId, solicitud, ocasion, true)
    const { emision, regla } = ocasion
    const now = clock()
    const due = dueAt(emision, regla)
    const at = due > now ? due : now
    const cuerpo = { ...escrita.solicitud, fecha_emision: emision }
    const read = (): Reviewed => emitir.foresee(cuerpo, { empresaId, ambiente, tiposDte }, at)
    const hoy = chileDate(now)
    const estimated = ({ valores = [] }: Reviewed): boolean =>
      escrita.estimado || valores.some((one) => isEstimated(one, emision, hoy))
    return { cuerpo, faults: escrita.faults, read, estimated }
  }

  return {
    write,
    foresee,
    /** A date to come: its request, its judgement, and whether a value in it is a guess. */
    judge(duena: Duena, solicitud: Solicitud, ocasion: Ocasion) {
      const { cuerpo, faults, read, estimated } = foresee(duena, solicitud, ocasion)
      let estimado = false
      const juicio: Juicio = judgeBy(emitir, () => {
        const reviewed = read()
        estimado = estimated(reviewed)
        return reviewed
      })
      // Months of a series are alike: that is no mistake.
      const advertencias = juicio.advertencias.filter(({ code }) => code !== 'POSSIBLE_DUPLICATE')
      const faltas = [
        ...faults.map(({ campo, ...fault }) => ({ ...fault, campo: campo.replace(/^solicitud\./, '') })),
        ...juicio.faltas,
      ].map(({ campo, regla, mensaje }) => ({ campo, regla, mensaje }))
      const ok = juicio.ok && !faltas.length
      return { solicitud: cuerpo, juicio: { ...juicio, ok, faltas, advertencias }, estimado }
    },
  }
}
