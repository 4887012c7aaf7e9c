// The folio pages' knowledge of a company: its ranges, the fate of their folios, and the number it may still
// get (simulator §14.1, §14.2).

import { chileDate } from '../../domain/fecha'
import { maxFolios } from '../cafs'
import { fichaOf } from '../contribuyente/ficha'
import { readAjustes } from '../registro/ajustes'
import type { Sim } from '../sim'
import { fileOf } from './archivo'
import type { Rango, RangoLeido, Tenedor } from './statements'

const MES_MS = 30 * 86_400_000
const MESES = 6
/** The least that a company gets while folios are rationed. */
const MINIMO = 100

/** The ranges that are shown to an owner, of a type or of all, the last ones first. */
export const rangosOf = ({ sql }: Sim, tenedor: Tenedor): RangoLeido[] => sql.folios.rangos.all(tenedor)

/** One of them by its ends; null when it is not shown. */
export const findRango = (sim: Sim, tenedor: Tenedor, desde: number, hasta: number): RangoLeido | null =>
  rangosOf(sim, tenedor).find((rango) => rango.desde === desde && rango.hasta === hasta) ?? null

export const rangoOf = ({ lado, rut }: Tenedor, { tipoDte, desde, hasta }: RangoLeido): Rango => ({
  lado,
  rut,
  tipoDte,
  desde,
  hasta,
})

export const lengthOf = ({ desde, hasta }: { desde: number; hasta: number }): number => hasta - desde + 1

interface Cupo {
  /** The most that may be asked for; 0, nothing is given. */
  maximo: number
  /** Folios granted and unused; null where nobody rations. */
  disponibles: number | null
}

/** How many folios a request may get. What was annulled and not followed by a document counts as unused. */
export function cupoOf(sim: Sim, tenedor: Tenedor, tipoDte: number): Cupo {
  const fixed = maxFolios(tipoDte)
  if (!readAjustes(sim).caf_racionado) return { maximo: fixed, disponibles: null }
  const since = sim.now().getTime() - MESES * MES_MS
  const { recibidos, anulados, anuladosDesde, recibidosDesde } = sim.sql.folios
  let disponibles = 0
  let usados = 0
  for (const one of rangosOf(sim, { ...tenedor, tipoDte })) {
    const rango = rangoOf(tenedor, one)
    disponibles += lengthOf(rango) - recibidos.get(rango)!.cuantos - anulados.get(rango)!.cuantos
    disponibles += anuladosDesde.get({ ...rango, since })!
    usados += recibidosDesde.get({ ...rango, since })!
  }
  // Without history three unused are too many, and two leave one (observed).
  if (!usados && disponibles >= 2) return { maximo: disponibles === 2 ? 1 : 0, disponibles }
  const mean = Math.ceil((3 * usados) / MESES)
  return { maximo: Math.max(0, Math.min(fixed, Math.max(MINIMO, mean)) - disponibles), disponibles }
}

/** The file of a range as the SII hands it out. */
export async function fileResponse(sim: Sim, rango: Rango, fecha: string): Promise<Response> {
  const razonSocial = fichaOf(sim, rango.lado, rango.rut)?.razonSocial ?? 'EMPRESA DE PRUEBA'
  const xml = await fileOf(sim, rango, { fecha, razonSocial })
  const [numero] = rango.rut.split('-')
  return new Response(Buffer.from(xml, 'latin1'), {
    headers: {
      'content-type': 'text/xml; charset=ISO-8859-1',
      'content-disposition': `attachment; filename=FoliosSII${numero}${rango.tipoDte}${rango.desde}${chileDate(sim.now()).replaceAll('-', '')}.xml`,
    },
  })
}
