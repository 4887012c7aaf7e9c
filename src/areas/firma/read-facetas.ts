// Reads what each area answers of a company now, as a board keeps it (areas/firma §1): every facet of the months that are kept.

import type { Clock } from '../../base/clock'
import { ownTurn } from '../../base/turn'
import { addDays, chileDate, chileMidnight } from '../../domain/fecha'
import { dueMonth } from '../../domain/firma/f29'
import type { Datos, DatosAcuses, Faceta } from '../../domain/firma/facetas'
import type { Permiso } from '../../domain/permisos'
import { periodosHasta } from '../../domain/plan/cuota'
import { isObligatorio } from '../../domain/rcof'
import { diasOf } from '../../domain/rcv/periodo'
import type { TitularDeCuenta } from '../../domain/titular'
import { createJobLists } from '../../jobs/list'
import type { Store } from '../../store/store'
import type { Acuse } from '../acuse'
import { EMITIR } from '../dte'
import type { Folios } from '../folios'
import type { PortalDeEmpresa } from '../portal'
import type { Rcof } from '../rcof'
import { type Rcv, sumCausas } from '../rcv'
import { createAtencion, createCifras, createOperaciones } from '../resumen'
import { prepareTablero } from './statements'

export interface Leidas {
  /** By month, or by the empty text those of no month. */
  facetas: { periodo: string; faceta: Faceta; datos: object }[]
  /** Until when time changes nothing that the instants in them do not tell. */
  valeHasta: string
}

export interface ReadDeps {
  store: Pick<Store, 'client' | 'db'>
  clock: Clock
  rcv: Pick<Rcv, 'periodos' | 'cuadratura' | 'f29'>
  acuse: Pick<Acuse, 'listas'>
  folios: Pick<Folios, 'attention' | 'forecasts'>
  rcof: Pick<Rcof, 'rcofs'>
  portalDe: PortalDeEmpresa
}

/** Months that are kept: that of the F29 that is due next, and the one before. */
export const periodosGuardados = (now: Date): string[] => periodosHasta(dueMonth(now), 2)

/** Pending documents whose end is kept by itself. */
const CON_HORA = 200
/** A reading of the register that is under way is looked at again soon. */
const LEYENDO_MS = 30_000
/** Enough for the matters of what is issued: folios are judged by themselves, and what is known is not looked for twice. */
const NINGUNO: ReadonlySet<Permiso> = new Set()
const ASUNTOS = ['documentos_rechazados', 'trabajos_detenidos', 'envios_detenidos', 'sin_veredicto'] as const
/** Differences that leave a month's figures as they are: of these papers alone are missing. */
const DE_PAPELES = new Set(['registro_sin_xml', 'xml_sin_validez'])

export type ReadFacetas = ReturnType<typeof createReadFacetas>

export function createReadFacetas(deps: ReadDeps) {
  const { store, clock, rcv, acuse, folios, rcof, portalDe } = deps
  const { client, db } = store
  const sql = prepareTablero(client)
  const { byEstado } = createJobLists(db)
  const cifras = createCifras(db)
  const operaciones = createOperaciones({ db, clock, listas: acuse.listas })
  const atencion = createAtencion({ db, clock, folios, cifras, operaciones })

  /** Those of a month, and whether its register is being read this very moment. */
  async function ofMonth(titular: TitularDeCuenta, periodo: string) {
    const sync = rcv.periodos.find(titular, periodo)
    const oldest = (lado: 'compra' | 'venta', books: number): string | null => {
      const read = (sync?.tramos ?? []).filter(({ tipo }) => tipo === lado)
      const times = read.map(({ sincronizado_en }) => sincronizado_en)
      return times.length < books || times.includes(null) ? null : (times.toSorted()[0] ?? null)
    }
    const [compras, ventas] = [oldest('compra', 4), oldest('venta', 1)]
    const isRead = sync !== null && sync.tramos.length > 0
    const causas = isRead
      ? sumCausas((await rcv.cuadratura.compute(titular, sync)).diferencias).map(
          ({ lado, clase, documentos }) => ({ lado, clase, documentos }),
        )
      : []
    const f29 = isRead ? await rcv.f29(titular, sync) : null
    const { desde, hasta } = diasOf(periodo)
    const dias = isObligatorio(desde)
      ? sql.diasConBoletas.all({ ...titular, desde, hasta }).filter((dia) => !rcof.rcofs.taken(titular, dia))
      : []
    return {
      isReading: sync?.estado === 'sincronizando',
      facetas: {
        rcv: { estado: sync?.estado ?? 'nunca', compras, ventas },
        cuadratura: { leido: isRead, causas },
        f29: {
          // One book that was read before the month's end keeps the others back.
          leido: compras === null || ventas === null ? null : compras < ventas ? compras : ventas,
          falta: [
            ...(isRead ? [] : ['PERIOD_NOT_SYNCED']),
            ...(f29?.advertencias ?? []).flatMap(({ code }) =>
              code === 'PENDING_DOCUMENTS' || code === 'PARTIAL_PERIOD' ? [code] : [],
            ),
            ...(causas.some(({ clase }) => !DE_PAPELES.has(clase)) ? ['DIFFERENCES'] : []),
          ],
          totales: f29?.totales ?? null,
        },
        rcof: { dias },
      } satisfies Partial<Datos>,
    }
  }

  /** A page a turn: thousands may wait. */
  async function acuses(titular: TitularDeCuenta, now: Date): Promise<DatosAcuses> {
    const waiting = acuse.listas.pendientes(titular, { now, until: null, rut: null, back: false })
    const datos: DatosAcuses = { vencen: [], resto: { pendientes: 0, monto: 0 } }
    const fechas = new Map<string, number>()
    for (
      let rows = waiting.after(null, CON_HORA);
      rows.length;
      rows = waiting.after(rows.at(-1)!, CON_HORA)
    ) {
      for (const { vence, monto_total } of rows) {
        if (datos.vencen.length < CON_HORA) datos.vencen.push([vence.toISOString(), monto_total])
        else {
          datos.resto.pendientes++
          datos.resto.monto += monto_total
          const fecha = chileDate(vence)
          fechas.set(fecha, (fechas.get(fecha) ?? 0) + 1)
        }
      }
      if (rows.length < CON_HORA) break
      await ownTurn()
    }
    datos.resto.fechas = [...fechas]
    return datos
  }

  /** Dates of series that stopped, and drafts that wait for a person. */
  function ofSeries(titular: TitularDeCuenta) {
    const detenidas = sql.seriesDetenidas.get(titular)!
    const abiertos = sql.borradoresAbiertos.get(titular)!
    return [
      { asunto: 'series_detenidas', cantidad: detenidas, enlace: '/v1/recurrentes?estado=detenida' },
      { asunto: 'borradores', cantidad: abiertos, enlace: '/v1/borradores?estado=abierto' },
    ].filter(({ cantidad }) => cantidad > 0)
  }

  function documentos(titular: TitularDeCuenta, now: Date) {
    const desde = diasOf(periodosGuardados(now)[1]!).desde
    const view = { ...titular, permisos: NINGUNO, periodo: { desde, hasta: '9999-12-31' } }
    const trabajos = byEstado({ empresaId: titular.empresaId, ambiente: titular.ambiente, kind: EMITIR })
    const found = atencion.ofEmpresa({ ...view, trabajos })
    const count = (...asuntos: string[]): number =>
      found.reduce(
        (sum, one) => sum + (asuntos.includes(one.asunto) && 'cantidad' in one ? one.cantidad : 0),
        0,
      )
    const asuntos = found.flatMap((one) =>
      ASUNTOS.some((asunto) => asunto === one.asunto) && 'cantidad' in one
        ? [
            {
              asunto: one.asunto,
              cantidad: one.cantidad,
              enlace: one.enlace.replace('&fecha_hasta=9999-12-31', ''),
            },
          ]
        : [],
    )
    return {
      desde,
      rechazados: count('documentos_rechazados'),
      detenidos: count('trabajos_detenidos', 'envios_detenidos'),
      sin_veredicto: count('sin_veredicto'),
      asuntos: [...asuntos, ...ofSeries(titular)],
      series: sql.seriesPorFecha.all(titular).map(({ fecha, series }): [string, number] => [fecha, series]),
    } satisfies Datos['documentos']
  }

  function foliosDe(titular: TitularDeCuenta): Datos['folios'] {
    const judged = new Map(folios.attention(titular).map((one) => [one.tipoDte, one.estado]))
    return {
      tipos: folios.forecasts(titular).map(({ tipoDte, disponibles, seAgotaEl, venceEl, sePerderan }) => ({
        tipo_dte: tipoDte,
        disponibles,
        estado: judged.get(tipoDte) ?? null,
        se_agota_el: seAgotaEl,
        vence_el: venceEl,
        se_perderan: sePerderan,
      })),
    }
  }

  const acceso = (titular: TitularDeCuenta): Datos['acceso'] => ({
    ...portalDe(titular),
    buzon_apagado: sql.buzonApagado.get(titular) ?? null,
    fallidas: sql.tareasFallidas.all(titular),
  })

  return async (titular: TitularDeCuenta): Promise<Leidas> => {
    const now = clock()
    const own = { acuses: await acuses(titular, now), documentos: documentos(titular, now) }
    const ofNone = { ...own, folios: foliosDe(titular), acceso: acceso(titular) }
    const facetas = Object.entries(ofNone).map(([faceta, datos]) => ({
      periodo: '',
      faceta: faceta as Faceta,
      datos: datos as object,
    }))
    let isReading = false
    for (const periodo of periodosGuardados(now)) {
      const found = await ofMonth(titular, periodo)
      isReading ||= found.isReading
      for (const [faceta, datos] of Object.entries(found.facetas))
        facetas.push({ periodo, faceta: faceta as Faceta, datos })
    }
    const { vencen, resto } = own.acuses
    const ends = [
      chileMidnight(addDays(chileDate(now), 1)).toISOString(),
      ...(resto.pendientes ? [vencen.at(-1)![0]] : []),
      ...(isReading ? [new Date(now.getTime() + LEYENDO_MS).toISOString()] : []),
    ]
    return { facetas, valeHasta: ends.sort()[0]! }
  }
}
