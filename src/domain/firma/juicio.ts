// How a facet stands at an instant (areas/firma §2): by what was kept of it and the clock, so that nothing turns red by a schedule.

import { addDays, chileDate, chileInstant, chileMidnight, daysBetween } from '../fecha'
import { periodosHasta } from '../plan/cuota'
import { isObligatorio } from '../rcof'
import { type DiaF29, dueDateF29, dueDateSinPago, primerDiaDespues } from './f29'
import type {
  Datos,
  DatosAcceso,
  DatosAcuses,
  DatosCuadratura,
  DatosDocumentos,
  DatosF29,
  DatosFolios,
  DatosRcof,
  DatosRcv,
  Severidad,
} from './facetas'

const HORA_MS = 3_600_000
const DIA_MS = 24 * HORA_MS

/** How bad it is, and when its time ends: an instant, null where nothing ends. */
export interface Juicio {
  severidad: Severidad
  vence: string | null
}

/** The clock and the calendar by which the facets of a month are judged: made once for all companies of a day of F29. */
export interface Momento {
  now: Date
  /** `now` as the facets have instants. */
  ahora: string
  /** `now` as a Chile date. */
  hoy: string
  periodo: string
  /** The first instant after the month. */
  fin: string
  /** The last days to pay its F29 and to file one without payment, and the last instants. */
  vence: string
  sinPago: string
  venceEn: string
  /** The last instant for those who have the latest day. */
  ultimoEn: string
  /** The month before it, and its last day to pay. */
  anterior: MesVencido & { venceEn: string }
}

/** A month whose F29 had to be paid by a Chile date. */
export interface MesVencido {
  periodo: string
  vence: string
}

/** The same with a person's mark that the month was filed, and the months before it that are overdue without one. */
export interface Contexto extends Momento {
  declaradoEl: string | null
  vencidos: readonly MesVencido[]
}

const juicio = (severidad: Severidad, vence: string | null = null): Juicio => ({ severidad, vence })

/** The last second of a Chile date. */
const endOfDay = (fecha: string): string => chileInstant(`${fecha}T23:59:59`).toISOString()

export function momentoOf(now: Date, periodo: string, dia: DiaF29): Momento {
  const vence = dueDateF29(periodo, dia)
  const [, before] = periodosHasta(periodo, 2) as [string, string]
  const venceAntes = dueDateF29(before, dia)
  return {
    now,
    ahora: now.toISOString(),
    hoy: chileDate(now),
    periodo,
    fin: chileMidnight(primerDiaDespues(periodo)).toISOString(),
    vence,
    sinPago: dueDateSinPago(periodo),
    venceEn: endOfDay(vence),
    ultimoEn: endOfDay(dueDateF29(periodo, '20')),
    anterior: { periodo: before, vence: venceAntes, venceEn: endOfDay(venceAntes) },
  }
}

/** The month before, where its day is over without a mark, for a company that was here on that day. */
export const vencidosOf = (
  { hoy, anterior: { venceEn, ...mes } }: Momento,
  { isMarked, createdAt }: { isMarked: boolean; createdAt: string },
): MesVencido[] => (isMarked || hoy <= mes.vence || createdAt > venceEn ? [] : [mes])

const VIEJO_MS = 3 * DIA_MS

function ofRcv({ estado, compras, ventas }: DatosRcv, { now, ahora, fin, ultimoEn }: Contexto): Juicio {
  const isBad = estado === 'nunca' || estado === 'fallido'
  if (isBad) return juicio(ahora >= fin ? 'mal' : estado === 'nunca' ? 'nada' : 'aviso')
  const oldest = compras === null || ventas === null ? null : compras < ventas ? compras : ventas
  if (oldest === null || estado === 'parcial') return juicio('aviso')
  // Once the month was filed nobody needs it fresher.
  const until = Math.min(now.getTime(), Date.parse(ultimoEn))
  return juicio(until - Date.parse(oldest) > VIEJO_MS ? 'aviso' : 'bien')
}

/** Those whose time is not over: their number, amount, and the first end. */
export function waitingOf({ vencen, resto }: DatosAcuses, { ahora }: Pick<Momento, 'ahora'>) {
  const first = vencen.findIndex(([vence]) => vence >= ahora)
  const left = first < 0 ? [] : vencen.slice(first)
  return {
    pendientes: left.length + resto.pendientes,
    monto: left.reduce((sum, [, monto]) => sum + monto, resto.monto),
    vence: left[0]?.[0] ?? null,
  }
}

function ofAcuses(datos: DatosAcuses, { now, ahora }: Contexto): Juicio {
  const vence = datos.vencen.find(([end]) => end >= ahora)?.[0]
  if (vence === undefined) return juicio('bien')
  const left = Date.parse(vence) - now.getTime()
  return juicio(left <= DIA_MS ? 'mal' : left <= 3 * DIA_MS ? 'aviso' : 'bien', vence)
}

const GRAVES = new Set(['rechazados_registrados', 'distinto_monto'])

function ofCuadratura({ leido, causas }: DatosCuadratura): Juicio {
  if (!leido) return juicio('nada')
  if (causas.some(({ clase }) => GRAVES.has(clase))) return juicio('mal')
  return juicio(causas.length ? 'aviso' : 'bien')
}

/** The codes of what the month lacks before it may be filed; `NOT_READ_AFTER_END` until it was read after its end. */
export const faltaOf = ({ leido, falta }: DatosF29, { fin }: Pick<Momento, 'fin'>): string[] =>
  leido !== null && leido >= fin ? falta : ['NOT_READ_AFTER_END', ...falta]

const DIAS_F29_AVISO = 5

function ofF29(datos: DatosF29, momento: Contexto): Juicio {
  const [overdue] = momento.vencidos
  if (overdue) return juicio('mal', endOfDay(overdue.vence))
  if (momento.declaradoEl !== null) return juicio('bien')
  const { vence, venceEn, hoy } = momento
  const left = daysBetween(hoy, vence)
  if (left < 0) return juicio('mal', venceEn)
  return juicio(left <= DIAS_F29_AVISO && faltaOf(datos, momento).length ? 'aviso' : 'bien', venceEn)
}

function ofRcof({ dias }: DatosRcof, { periodo }: Contexto): Juicio {
  if (!isObligatorio(`${periodo.slice(0, 4)}-${periodo.slice(4)}-01`)) return juicio('nada')
  return juicio(dias.length ? 'mal' : 'bien')
}

function ofDocumentos({ rechazados, detenidos, sin_veredicto, asuntos }: DatosDocumentos): Juicio {
  if (rechazados || detenidos) return juicio('mal')
  return juicio(sin_veredicto || asuntos?.length ? 'aviso' : 'bien')
}

const DIAS_SE_AGOTA = 7
const DIAS_VENCE = 15

/** How a type's folios stand on a day: as they were judged, or by what time has brought near since. */
export function estadoFolios(tipo: DatosFolios['tipos'][number], hoy: string) {
  const { estado, disponibles, se_agota_el, vence_el, se_perderan } = tipo
  if (estado !== null || disponibles === 0) return estado
  if (se_agota_el !== null && daysBetween(hoy, se_agota_el) < DIAS_SE_AGOTA) return 'por_agotarse' as const
  const isNear = vence_el !== null && se_perderan > 0 && vence_el <= addDays(hoy, DIAS_VENCE)
  return isNear ? ('por_vencer' as const) : null
}

function ofFolios({ tipos }: DatosFolios, { hoy }: Contexto): Juicio {
  const found = tipos.flatMap((tipo) => {
    const estado = estadoFolios(tipo, hoy)
    return estado ? [{ estado, vence: estado === 'por_vencer' ? tipo.vence_el : null }] : []
  })
  const [vence] = found.flatMap(({ vence }) => vence ?? []).sort()
  const severidad = found.some(({ estado }) => estado === 'agotados')
    ? 'mal'
    : found.length
      ? 'aviso'
      : 'bien'
  return juicio(tipos.length ? severidad : 'nada', vence === undefined ? null : endOfDay(vence))
}

const DIAS_CERTIFICADO = 30

function ofAcceso(datos: DatosAcceso, { now }: Contexto): Juicio {
  const { certificado, clave, bloqueos, buzon_apagado, fallidas } = datos
  const at = now.getTime()
  const locked = bloqueos.filter(({ hasta }) => hasta === null || Date.parse(hasta) > at)
  const ways = (certificado ? 1 : 0) + (clave ? 1 : 0)
  const ends = certificado && Date.parse(certificado.valido_hasta)
  const isOff = ways === 0 || (locked.length > 0 && locked.length === ways) || buzon_apagado !== null
  const isNear = ends !== null && ends - at <= DIAS_CERTIFICADO * DIA_MS
  const vence = isNear ? certificado!.valido_hasta : null
  if (isOff || (ends !== null && ends <= at)) return juicio('mal', vence)
  return juicio(isNear || ends === null || locked.length || fallidas.length ? 'aviso' : 'bien', vence)
}

const POR_FACETA: { [F in keyof Datos]: (datos: Datos[F], contexto: Contexto) => Juicio } = {
  rcv: ofRcv,
  acuses: ofAcuses,
  cuadratura: ofCuadratura,
  f29: ofF29,
  rcof: ofRcof,
  documentos: ofDocumentos,
  folios: ofFolios,
  acceso: ofAcceso,
}

export const judge = <F extends keyof Datos>(faceta: F, datos: Datos[F], contexto: Contexto): Juicio =>
  POR_FACETA[faceta](datos, contexto)
