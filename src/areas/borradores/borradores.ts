// The use cases around a draft: to write it, with its faults, to look at it and to discard it (areas/borradores §1, §2).

import type { Clock } from '../../base/clock'
import type { NewId } from '../../base/id'
import { AppError, type Fault, faultsError } from '../../domain/errors'
import { foldText } from '../../domain/texto'
import type { Titular } from '../../domain/titular'
import { actorName } from '../../http/audit'
import type { Tenant } from '../../http/tenant'
import type { Trim } from '../../jobs/trim'
import type { Store } from '../../store/store'
import type { SolicitudOf } from '../documentos'
import { type Documentos, type EmisionDte, findDocumento } from '../dte'
import type { Eventos } from '../eventos'
import { createdEvent } from './created-event'
import { type Juicio, judge } from './judge'
import { type BorradorRow, type Filtro, prepareBorradores } from './statements'

export type Solicitud = Record<string, unknown>

/** The part of a draft that is encrypted. */
export interface Contenido {
  solicitud: Solicitud
  juicio: Juicio
}

/** Bytes of a request as JSON. */
const SOLICITUD_MAX = 64 * 1024
const ABIERTOS_MAX = 10_000
const DIAS = 400

const isObject = (value: unknown): value is Solicitud =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** The receiver and the reference of a request of any shape, as a search reads them. */
function searchedOf({ receptor, referencia_externa }: Solicitud): string {
  const { rut, razon_social } = isObject(receptor) ? receptor : {}
  const texts = [razon_social, rut, referencia_externa].filter((one) => typeof one === 'string')
  return foldText(texts.join('\n').slice(0, 500))
}

/** Somebody wrote it since it was seen. */
export function conflict({ version }: BorradorRow, que: string): AppError {
  const mensaje = `version: el borrador va en la ${version}, ${que}`
  return new AppError('CONFLICT', `El borrador va en la versión ${version}: ${que}`, {
    detalles: [{ campo: 'version', regla: 'contradiccion', mensaje }],
  })
}

interface Deps {
  store: Store
  clock: Clock
  newId: NewId
  documentos: Documentos
  dte: Pick<EmisionDte, 'emision'>
  solicitudOf: SolicitudOf
  eventos: Pick<Eventos, 'emit'>
}

export type Borradores = ReturnType<typeof createBorradores>

export function createBorradores({ store, clock, newId, documentos, dte, solicitudOf, eventos }: Deps) {
  const { client, secrets, db } = store
  const sql = prepareBorradores(client)
  const place = (id: string) => ({ table: 'borrador', column: 'contenido_cifrado', id })
  const open = ({ id }: BorradorRow): Contenido =>
    JSON.parse(secrets.open(place(id), sql.contenido.get(id)!).toString())

  /** Throws NOT_FOUND. */
  function get({ empresaId, ambiente }: Titular, id: string): BorradorRow {
    const found = sql.find.get({ empresa_id: empresaId, ambiente, id })
    if (!found) throw new AppError('NOT_FOUND', 'No existe el borrador')
    return found
  }

  /** Throws INVALID_STATE. */
  function requireOpen({ estado }: BorradorRow): void {
    if (estado === 'abierto') return
    throw new AppError('INVALID_STATE', `El borrador ya está ${estado}`)
  }

  /** The columns of a request. Throws VALIDATION_ERROR for what no draft may be; its faults as a document are kept. */
  function columnsOf(tenant: Titular, id: string, sent: Solicitud, at: Date, autor: string) {
    // Its own row names the environment.
    const { ambiente = tenant.ambiente, ...solicitud } = sent
    const faults: Fault[] = []
    const fault = (campo: string, regla: Fault['regla'], mensaje: string) =>
      void faults.push({ campo, regla, mensaje: `${campo}: ${mensaje}` })
    if (ambiente !== tenant.ambiente)
      fault('solicitud.ambiente', 'contradiccion', `el borrador es de ${tenant.ambiente}`)
    if (Buffer.byteLength(JSON.stringify(solicitud)) > SOLICITUD_MAX)
      fault('solicitud', 'largo_max', `pasa de ${SOLICITUD_MAX / 1024} KiB`)
    if (faults.length) throw faultsError(faults)
    const juicio = judge(dte.emision, tenant, solicitud)
    const contenido: Contenido = { solicitud, juicio }
    const columns = {
      ...{ contenido_cifrado: secrets.seal(place(id), JSON.stringify(contenido)) },
      ...{ busqueda: searchedOf(solicitud), autor, updated_at: at.toISOString() },
    }
    return { columns, ok: juicio.ok }
  }

  function insert(
    titular: Titular,
    solicitud: Solicitud,
    origen: BorradorRow['origen'],
    serieId: string | null,
    autor: string,
  ): { id: string; ok: boolean } {
    const { empresaId, ambiente } = titular
    if (sql.countOpen.get(empresaId, ambiente)! >= ABIERTOS_MAX)
      throw new AppError('INVALID_STATE', `Hay ${ABIERTOS_MAX} borradores abiertos: emita o descarte alguno`)
    const id = newId('bor')
    const at = clock()
    const { columns, ok } = columnsOf(titular, id, solicitud, at, autor)
    sql.insert.run({
      ...{ id, empresa_id: empresaId, ambiente, origen, serie_id: serieId, estado: 'abierto', version: 1 },
      ...{ ...columns, job_id: null, created_at: at.toISOString() },
    })
    return { id, ok }
  }

  return {
    get,
    requireOpen,
    open,
    close: sql.close,

    /** A person's or a system's own. Throws VALIDATION_ERROR, and INVALID_STATE where there are too many. */
    create(tenant: Tenant, solicitud: Solicitud, origen: 'manual' | 'duplicado'): BorradorRow {
      const { id, ok } = insert(tenant, solicitud, origen, null, actorName(db, tenant))
      const { empresaId, ambiente } = tenant
      eventos.emit({ empresaId, ambiente }, [createdEvent(tenant, [{ id, ok, serie: null }], origen)])
      return get(tenant, id)
    },

    /** One of a series, in the caller's transaction, which tells of it. Throws as `create`. */
    createOfSerie: (titular: Titular, solicitud: Solicitud, serieId: string, autor: string) =>
      insert(titular, solicitud, 'serie', serieId, autor),

    /** The request that would issue a document again. Throws NOT_FOUND, and INVALID_STATE for one without content. */
    copyOf(tenant: Tenant, { tipo_dte, folio }: { tipo_dte: number; folio: number }): Solicitud {
      if (!tenant.permisos.has('dte:leer'))
        throw new AppError('FORBIDDEN', 'Duplicar un documento necesita también el permiso dte:leer')
      return solicitudOf(findDocumento(documentos, tenant, { tipo: `${tipo_dte}`, folio: `${folio}` }))
    },

    /** Throws CONFLICT where somebody wrote it since, INVALID_STATE where it is closed. */
    change(tenant: Tenant, id: string, solicitud: Solicitud, version: number): BorradorRow {
      const row = get(tenant, id)
      requireOpen(row)
      if (row.version !== version) throw conflict(row, 'véalo antes de cambiarlo')
      const { columns } = columnsOf(tenant, id, solicitud, clock(), actorName(db, tenant))
      sql.write.run({ id, version: version + 1, ...columns })
      return get(tenant, id)
    },

    /** Throws INVALID_STATE for a closed one. */
    discard(row: BorradorRow): void {
      requireOpen(row)
      sql.close.run('descartado', null, clock().toISOString(), row.id)
    },

    /** A draft as it would be issued now; a closed one as it was judged last. */
    judged(tenant: Tenant, row: BorradorRow): Contenido {
      const contenido = open(row)
      if (row.estado !== 'abierto') return contenido
      return { ...contenido, juicio: judge(dte.emision, tenant, contenido.solicitud) }
    },

    list: (filtro: Filtro, limit: number, offset: number, last: BorradorRow | null) =>
      sql.list.all({
        ...{ ...filtro, limit, offset },
        ...{ updated_at: last?.updated_at ?? '9', id: last?.id ?? '' },
      }),
    count: (filtro: Filtro): number => sql.count.get(filtro)!,
    trims: [
      {
        ...{ name: 'borrador', days: DIAS },
        forget: (before: Date, limit: number) => sql.forget.run(before.toISOString(), limit).changes,
      },
    ] satisfies Trim[],
  }
}
