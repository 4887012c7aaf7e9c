// The use cases around a series: to write it, to look at it, to change it and to remove it (areas/recurrentes §1).

import { AppError, type Fault, faultsError } from '../../domain/errors'
import { addDays, chileDate } from '../../domain/fecha'
import { checkRegla, fechasOf, type Regla } from '../../domain/recurrencia/regla'
import { foldText } from '../../domain/texto'
import type { Titular } from '../../domain/titular'
import { actorName } from '../../http/audit'
import { requireTipo, type Tenant } from '../../http/tenant'
import { type Avance, dueAt, reglaOf } from './avance'
import type { SeriesDeps } from './deps'
import type { CambiosSerie, NuevaSerie, ReglaBody } from './serie.schema'
import { solicitudFaults } from './solicitud-faults'
import { type Filtro, prepareSeries, type SerieRow } from './statements'
import { type OcurrenciaRow, prepareOcurrencias } from './statements-ocurrencia'
import type { Ocasion, Solicitud, Writing } from './writing'

const ACTIVAS_MAX = 5000
const OTRA_REGLA = 'La serie tiene otra regla, sin esta fecha'

/** The rule of a body, whole. */
const wholeRegla = (body: ReglaBody): Regla => ({
  cada: body.cada,
  n: body.n ?? 1,
  dias: body.dias ?? null,
  mes: body.mes ?? null,
  habil: body.habil ?? 'no',
  desde: body.desde,
  hasta: body.hasta ?? null,
  veces: body.veces ?? null,
  hora: body.hora ?? '09:00',
})

/** Throws FORBIDDEN: what issues by itself is for who may issue. */
export function requireRight({ permisos, tiposDte }: Tenant, modo: SerieRow['modo'], tipo?: number): void {
  if (modo === 'automatico' && tipo !== undefined) requireTipo({ tiposDte }, tipo)
  if (modo === 'automatico' && !permisos.has('dte:emitir'))
    throw new AppError('FORBIDDEN', 'Una serie que emite sola necesita también el permiso dte:emitir', {
      detalles: [{ permiso: 'dte:emitir' }],
    })
}

interface Deps extends Pick<SeriesDeps, 'store' | 'clock' | 'newId' | 'calendario'> {
  avance: Avance
  writing: Writing
}

export type Series = ReturnType<typeof createSeries>

export function createSeries({ store, clock, newId, calendario, avance, writing }: Deps) {
  const { client, db, secrets } = store
  const sql = prepareSeries(client)
  const ocurrencias = prepareOcurrencias(client)
  const place = (id: string) => ({ table: 'serie', column: 'contenido_cifrado', id })
  const open = ({ id }: Pick<SerieRow, 'id'>): Solicitud =>
    JSON.parse(secrets.open(place(id), sql.contenido.get(id)!).toString())

  /** Throws NOT_FOUND. */
  function get({ empresaId, ambiente }: Titular, id: string): SerieRow {
    const found = sql.find.get(id)
    if (found?.empresa_id === empresaId && found.ambiente === ambiente) return found
    throw new AppError('NOT_FOUND', 'No existe la serie')
  }

  function checkRoom({ empresaId, ambiente }: Titular): void {
    if (sql.countActive.get(empresaId, ambiente)! >= ACTIVAS_MAX)
      throw new AppError('INVALID_STATE', `Hay ${ACTIVAS_MAX} series activas: termine o pause alguna`)
  }

  /** The request of a date, faultless on its day, of a type that its author may issue. Throws every fault at its path in `solicitud`. */
  function checkSolicitud(tenant: Tenant, solicitud: Solicitud, ocasion: Ocasion) {
    const before = solicitudFaults(solicitud)
    if (before.length) throw faultsError(before)
    const { faults, read } = writing.foresee(tenant, solicitud, ocasion, tenant.tiposDte)
    if (faults.length) throw faultsError(faults)
    try {
      return read()
    } catch (fault) {
      if (!(fault instanceof AppError) || !fault.detalles?.some((one) => 'campo' in one)) throw fault
      const { code, message, omitidos } = fault
      const detalles = fault.detalles.map((one) =>
        'campo' in one ? { ...one, campo: one.campo ? `solicitud.${one.campo}` : 'solicitud' } : one,
      )
      throw new AppError(code, message, { detalles, omitidos })
    }
  }

  /** The columns of what a person wrote, the next date judged. */
  function written(
    tenant: Tenant,
    id: string,
    body: Required<Pick<NuevaSerie, 'nombre' | 'modo' | 'envio' | 'atraso_dias'>>,
    regla: Regla,
    solicitud: Solicitud,
    at: Pick<SerieRow, 'hecho_hasta' | 'ranura'>,
    waits: OcurrenciaRow | null = null,
  ) {
    const faults: Fault[] = checkRegla(regla)
    if (faults.length) throw faultsError([...faults, ...solicitudFaults(solicitud)])
    requireRight(tenant, body.modo)
    const next = avance.nextOf(id, regla, at)?.fecha ?? waits
    if (!next) {
      const mensaje = 'regla: no da ninguna fecha de hoy en adelante'
      throw faultsError([{ campo: 'regla', regla: 'pasado', mensaje }])
    }
    const emision = next.fecha < chileDate(clock()) ? chileDate(clock()) : next.fecha
    const reviewed = checkSolicitud(tenant, solicitud, { regla, fecha: next.fecha, n: next.n, emision })
    const { rut, razonSocial } = reviewed.documento.dte.receptor
    return {
      nombre: body.nombre,
      modo: body.modo,
      envio: body.envio,
      atraso_dias: body.atraso_dias,
      regla: JSON.stringify(regla),
      tipo_dte: reviewed.documento.dte.idDoc.tipoDte,
      rut_receptor: rut,
      busqueda: foldText([body.nombre, razonSocial ?? '', rut].join('\n')),
      contenido_cifrado: secrets.seal(place(id), JSON.stringify(solicitud)),
      autor: actorName(db, tenant),
      updated_at: clock().toISOString(),
    }
  }

  /** A person spoke of dates to come that another rule does not have: that is over, for their month has the new rule's. */
  function dropStale(id: string, regla: Regla, hecho_hasta: string): void {
    const said = ocurrencias.ahead
      .all(id, hecho_hasta)
      .filter(({ fecha, estado }) => fecha > hecho_hasta && estado === 'cambiada')
    const last = said.at(-1)?.fecha
    if (last === undefined) return
    const kept = new Set<string>()
    for (const { fecha, ranura } of fechasOf(regla, calendario)) {
      if (fecha.slice(0, 7) > last.slice(0, 7)) break
      kept.add(fecha).add(ranura)
    }
    const at = clock().toISOString()
    for (const { fecha, ranura } of said)
      if (!kept.has(fecha) && !kept.has(ranura))
        ocurrencias.drop.run({ mensaje: OTRA_REGLA, at, serie_id: id, fecha })
  }

  return {
    get,
    open,
    checkRoom,
    checkSolicitud,

    /** Throws VALIDATION_ERROR and what emission throws of its next date, FORBIDDEN, and INVALID_STATE where there are too many. */
    create(tenant: Tenant, body: NuevaSerie): SerieRow {
      checkRoom(tenant)
      const id = newId('ser')
      const regla = wholeRegla(body.regla)
      // Dates before today are not done.
      const at = { hecho_hasta: addDays(chileDate(clock()), -1), ranura: '' }
      const { modo = 'borrador', envio = 'empresa', atraso_dias = 3, nombre } = body
      const columns = written(tenant, id, { nombre, modo, envio, atraso_dias }, regla, body.solicitud, at)
      sql.insert.run({
        ...{ id, empresa_id: tenant.empresaId, ambiente: tenant.ambiente, estado: 'activa' },
        ...{ ...columns, ...avance.columnsOf(id, regla, at), pausada_hasta: null },
        ...{ created_at: columns.updated_at, eliminada_en: null },
      })
      return get(tenant, id)
    },

    /** Another rule counts from today: what an older one did is done, and what it left is left. Throws as `create`. */
    change(tenant: Tenant, id: string, body: CambiosSerie): SerieRow {
      const row = get(tenant, id)
      if (row.estado === 'terminada') throw new AppError('INVALID_STATE', 'La serie ya terminó: cree otra')
      requireRight(tenant, row.modo)
      const before = reglaOf(row)
      const regla = body.regla ? wholeRegla(body.regla) : before
      // Another hour gives the same dates: none that waits for the moment is left behind.
      const other = JSON.stringify({ ...regla, hora: before.hora }) !== row.regla
      const yesterday = addDays(chileDate(clock()), -1)
      const hecho_hasta = other && row.hecho_hasta < yesterday ? yesterday : row.hecho_hasta
      const at = { hecho_hasta, ranura: row.ranura }
      const { nombre, modo, envio, atraso_dias } = { ...row, ...body }
      const solicitud = body.solicitud ?? open(row)
      const whole = { nombre, modo, envio, atraso_dias }
      if (other) dropStale(id, regla, hecho_hasta)
      // The last date may wait, with none behind it.
      const waits = other ? null : (ocurrencias.pending.get(id) ?? null)
      sql.write.run({ id, ...written(tenant, id, whole, regla, solicitud, at, waits) })
      if (regla.hora !== before.hora)
        for (const { fecha, mover_a, pendiente_at, estado } of ocurrencias.ahead.all(id, hecho_hasta))
          if (estado === 'cambiada' && pendiente_at !== null)
            ocurrencias.setDue.run(dueAt(mover_a!, regla).getTime(), id, fecha)
      avance.move({ id, regla: JSON.stringify(regla) }, at)
      return get(tenant, id)
    },

    /** Its dates keep their keys, and its documents and drafts what they are. */
    remove(row: SerieRow): void {
      const at = clock().toISOString()
      sql.setEstado.run({ id: row.id, estado: 'terminada', pausada_hasta: null, updated_at: at })
      sql.remove.run(at, row.id)
    },

    /** The oldest of its dates that stopped. */
    stoppedOf: ({ id, detenida }: SerieRow) =>
      detenida === null ? null : ocurrencias.find.get(id, detenida)!,

    list: (filtro: Filtro, limit: number, offset: number, last: SerieRow | null) =>
      sql.list.all({
        ...{ ...filtro, limit, offset },
        ...{ created_at: last?.created_at ?? '9', id: last?.id ?? '' },
      }),
    count: (filtro: Filtro): number => sql.count.get(filtro)!,
  }
}
