// Keeps the boards' rows right (areas/firma §1): what triggers marked, or time did, is read anew, a company a turn. A row costs no
// more than a twentieth of the time, however often it changes.

import type { Clock } from '../../base/clock'
import type { Log } from '../../base/log'
import { ownTurn } from '../../base/turn'
import type { DatosAcceso, DatosAcuses, DatosFolios, Faceta } from '../../domain/firma/facetas'
import type { TitularDeCuenta } from '../../domain/titular'
import type { Store } from '../../store/store'
import type { Leidas, ReadFacetas } from './read-facetas'
import { prepareTablero } from './statements'

const POR_VEZ = 1000
/** A reading that took so long is not begun again before so many times that. */
const REPOSO = 20
/** After each row, whosever, so many times what it took: a thousand companies that are due at once take a fifth of the processor. */
const PAUSA = 4
const PAUSA_MAX_MS = 1000
/** One that failed is tried again after so long. */
const FALLA_MS = 60_000

/** Facets as a text, without what time alone changes in them: what is over, and a forecast by the last days' use. */
function comparable(facetas: Leidas['facetas'], now: Date): string {
  const open = (hasta: string | null): boolean => hasta === null || Date.parse(hasta) >= now.getTime()
  const timeless = (faceta: Faceta, datos: object): object => {
    if (faceta === 'acuses') {
      const { vencen, resto } = datos as DatosAcuses
      const left = vencen.filter(([vence]) => open(vence))
      return {
        pendientes: left.length + resto.pendientes,
        monto: left.reduce((sum, [, monto]) => sum + monto, resto.monto),
      }
    }
    if (faceta === 'folios')
      return (datos as DatosFolios).tipos.map(({ tipo_dte, disponibles, vence_el }) => [
        tipo_dte,
        disponibles,
        vence_el,
      ])
    if (faceta !== 'acceso') return datos
    const { bloqueos, ...rest } = datos as DatosAcceso
    return { ...rest, bloqueos: bloqueos.filter(({ hasta }) => open(hasta)) }
  }
  return JSON.stringify(
    facetas
      .map(({ periodo, faceta, datos }) => [`${periodo} ${faceta}`, timeless(faceta, datos)] as const)
      .sort(([a], [b]) => (a < b ? -1 : 1)),
  )
}

export function createKeep({
  store: { client },
  clock,
  milliseconds = () => performance.now(),
  log,
  read,
  rest = (ms) => new Promise((resolve) => void setTimeout(resolve, ms)),
}: {
  store: Pick<Store, 'client'>
  clock: Clock
  milliseconds?: (() => number) | undefined
  log: Pick<Log, 'error' | 'warn'>
  read: ReadFacetas
  rest?: (ms: number) => Promise<unknown>
}) {
  const sql = prepareTablero(client)
  /** Companies that rest, until when. */
  const resting = new Map<string, number>()
  let isRunning = false
  let desvios = 0

  const write = client.transaction((titular: TitularDeCuenta, { facetas, valeHasta }: Leidas): void => {
    sql.forget.run(titular)
    for (const { datos, ...one } of facetas)
      sql.insert.run({ ...titular, ...one, datos: JSON.stringify(datos) })
    sql.end.run({ ...titular, valeHasta })
  })

  /** `byTime`: nothing marked it, so what is kept had to be right but for the clock. */
  async function renew(titular: TitularDeCuenta, byTime: boolean): Promise<void> {
    const name = `${titular.empresaId} ${titular.ambiente}`
    const began = milliseconds()
    try {
      // Marked since it was listed: it had not to be right.
      const kept = byTime && sql.marca.get(titular) === 0 ? keptOf(titular) : []
      sql.begin.run(titular)
      const leidas = await read(titular)
      if (!client.open) return
      if (kept.length && sql.marca.get(titular) === 2 && isOther(kept, leidas.facetas)) report(titular)
      write.immediate(titular, leidas)
      const now = milliseconds()
      resting.set(name, now + REPOSO * (now - began))
    } catch (error) {
      if (!client.open) return
      log.error('firma.faceta', { empresa_id: titular.empresaId, error })
      resting.set(name, milliseconds() + FALLA_MS)
    }
    if (resting.size > 1000)
      for (const [one, until] of resting) if (until < milliseconds()) resting.delete(one)
  }

  const keptOf = (titular: TitularDeCuenta): Leidas['facetas'] =>
    sql.kept.all(titular).map((one) => ({ ...one, datos: JSON.parse(one.datos) }))

  /** Compares the months in both, and what is issued where both begin on the same day. */
  function isOther(kept: Leidas['facetas'], found: Leidas['facetas']): boolean {
    const now = clock()
    const both = (one: Leidas['facetas'], other: Leidas['facetas']) => {
      const names = new Map(other.map(({ periodo, faceta, datos }) => [`${periodo} ${faceta}`, datos]))
      return one.filter(({ periodo, faceta, datos }) => {
        const twin = names.get(`${periodo} ${faceta}`)
        return twin && (datos as { desde?: string }).desde === (twin as { desde?: string }).desde
      })
    }
    return comparable(both(kept, found), now) !== comparable(both(found, kept), now)
  }

  function report({ empresaId, ambiente }: TitularDeCuenta): void {
    desvios++
    log.warn('firma.desvio', { empresa_id: empresaId, ambiente })
  }

  return {
    /** Reads anew what is marked. To be run by the clock every few seconds. */
    async look(): Promise<void> {
      if (isRunning) return
      isRunning = true
      try {
        const names = [...resting].flatMap(([name, until]) => (until > milliseconds() ? [name] : []))
        const asked = { now: clock().toISOString(), limit: POR_VEZ, resting: JSON.stringify(names) }
        for (const { marca, ...titular } of sql.next.all(asked)) {
          await ownTurn()
          if (!client.open) return
          const began = milliseconds()
          await renew(titular, marca === 0)
          await rest(Math.min(PAUSA_MAX_MS, PAUSA * (milliseconds() - began)))
        }
      } finally {
        isRunning = false
      }
    },
    /** Reads everything anew, and counts what had to be right and was not. To be run by the clock, nightly. */
    async checkAll(): Promise<void> {
      for (const titular of sql.fresh.all(clock().toISOString())) {
        await ownTurn()
        if (!client.open) return
        const began = milliseconds()
        await renew(titular, true)
        await rest(Math.min(PAUSA_MAX_MS, PAUSA * (milliseconds() - began)))
      }
    },
    /** How many rows were found wrong since the server began. */
    desvios: (): number => desvios,
  }
}
