// Exports: frozen bytes, and the documents that no other living export has (areas/contabilidad §5).

import { pauses } from '../../base/turn'
import type { Asiento } from '../../domain/contabilidad/asientos'
import { type Agrupacion, type Libro, NOMBRES_LIBRO } from '../../domain/contabilidad/libros'
import { AppError } from '../../domain/errors'
import { chileTimestamp } from '../../domain/fecha'
import type { Page } from '../../http/paging'
import { digest } from '../../http/sha256'
import type { Tenant } from '../../http/tenant'
import { createTrozos } from '../../store/trozos'
import { unsynced } from '../../store/unsynced'
import type { Base } from '../libros'
import type { Contabilidad } from './ajustes'
import { writeArchivo } from './archivo'
import type { Compose, Compuesto } from './compose'
import type { ContabilidadDeps } from './deps'
import type { Opciones, Plantillas } from './plantillas'
import { type ExportacionVista, type FiltroExportacion, prepareExportaciones } from './statements-exportacion'

export interface Pedida extends Opciones {
  formato: string
  libros: readonly Libro[]
  agrupacion: Partial<Record<Libro, Agrupacion>>
  alcance: 'nuevos' | 'todo'
  base: Base
}

/** A book of an export. */
export interface LibroExportado {
  libro: Libro
  asientos: number
  documentos: number
  debe: number
  haber: number
}

/** Documents written, or let go, in one turn. */
const STEP = 200

const detalles = (list: readonly object[]) => ({ detalles: list as object[] })

/** Throws what keeps the vouchers from being written, the first of its kinds with all of it. */
function requireWhole({ faltas: { sin_cuenta, sin_detalle, descuadrados } }: Compuesto): void {
  const count = (n: number, one: string, more: string): string => (n === 1 ? `${one}` : `${n} ${more}`)
  if (descuadrados.length)
    throw new AppError(
      'VOUCHER_UNBALANCED',
      `Las partes de ${count(descuadrados.length, 'un documento', 'documentos')} no suman su total: revise el registro; no se escribió nada`,
      detalles(descuadrados),
    )
  if (sin_cuenta.length)
    throw new AppError(
      'ACCOUNT_MISSING',
      `Ninguna regla da cuenta a ${count(sin_cuenta.length, 'una parte', 'partes')} de los asientos: agregue reglas en /v1/contabilidad/reglas; no se escribió nada`,
      detalles(sin_cuenta),
    )
  if (sin_detalle.length)
    throw new AppError(
      'ACCOUNT_DETAIL_MISSING',
      `A las líneas de ${count(sin_detalle.length, 'una cuenta', 'cuentas')} les falta lo que el plan de cuentas pide; no se escribió nada`,
      detalles(sin_detalle),
    )
}

export function sumLibros(asientos: readonly Asiento[]): LibroExportado[] {
  const sums = new Map<Libro, LibroExportado>()
  for (const { libro, documentos, debe, haber } of asientos) {
    const sum = sums.get(libro) ?? { libro, asientos: 0, documentos: 0, debe: 0, haber: 0 }
    sum.asientos++
    sum.documentos += documentos
    sum.debe += debe
    sum.haber += haber
    sums.set(libro, sum)
  }
  return NOMBRES_LIBRO.flatMap((libro) => sums.get(libro) ?? [])
}

export type Exportaciones = ReturnType<typeof createExportaciones>

interface Deps extends Pick<ContabilidadDeps, 'store' | 'clock' | 'newId' | 'eventos' | 'writeXlsx'> {
  contabilidad: Contabilidad
  plantillas: Plantillas
  compose: Compose
}

export function createExportaciones(deps: Deps) {
  const { store, clock, newId, eventos, writeXlsx, contabilidad, plantillas, compose } = deps
  const { client } = store
  const sql = prepareExportaciones(client)
  const trozos = createTrozos(store)
  const archivoPlace = (id: string) => ({ table: 'asiento_exportacion', column: 'archivo_cifrado', id })
  /** Companies whose documents are being taken or let go. */
  const busy = new Set<string>()

  // A process that died midway left documents that nothing has, or did not let go of all.
  for (const { id, estado } of sql.unfinished.all()) {
    if (estado === 'preparando') drop(id)
    else
      client
        .transaction(() => {
          sql.letHeldGo.run(id)
          sql.letAllGo.run(id)
        })
        .immediate()
  }

  function drop(id: string): void {
    client
      .transaction(() => {
        sql.dropDocumentos.run(id)
        sql.drop.run(id)
      })
      .immediate()
    trozos.drop({ tabla: 'asiento_exportacion', id })
  }

  function get({ empresaId, ambiente }: Tenant, id: string): ExportacionVista {
    const found = sql.find.get({ empresa_id: empresaId, ambiente, id })
    if (!found) throw new AppError('NOT_FOUND', 'No existe la exportación')
    return found
  }

  async function alone<T>({ empresaId, ambiente }: Tenant, work: () => Promise<T>): Promise<T> {
    const key = `${empresaId}/${ambiente}`
    if (busy.has(key))
      throw new AppError('CONFLICT', 'Hay otra exportación de asientos en curso; repita cuando termine')
    busy.add(key)
    try {
      return await work()
    } finally {
      busy.delete(key)
    }
  }

  /** All of them are taken, a piece a turn; the unique index holds against whatever else. */
  async function take(tenant: Tenant, id: string, periodo: string, documentos: Compuesto['documentos']) {
    const pause = pauses()
    for (let i = 0; i < documentos.length; i += STEP) {
      const own = documentos.slice(i, i + STEP)
      unsynced(client, () => {
        for (const one of own)
          sql.addDocumento.run({
            ...{ exportacion_id: id, ...one, empresa_id: tenant.empresaId, ambiente: tenant.ambiente },
            ...{ periodo, vivo: 1 },
          })
      })
      await pause()
    }
  }

  /** Throws INVALID_STATE where a living export has any of them. */
  function requireFree({ exportados, cambiados, documentos }: Compuesto, alcance: Pedida['alcance']): void {
    if (alcance === 'todo' && exportados)
      throw new AppError(
        'INVALID_STATE',
        `${exportados === 1 ? 'Un documento ya está' : `${exportados} documentos ya están`} en exportaciones que valen: anúlelas antes, o pida alcance nuevos`,
      )
    if (documentos.length) return
    const changed = cambiados.length
      ? `; ${cambiados.length} ${cambiados.length === 1 ? 'cambió' : 'cambiaron'} desde entonces: anule su exportación para que vuelvan`
      : ''
    throw new AppError('INVALID_STATE', `No hay documentos por exportar en el período${changed}`)
  }

  return {
    get,
    list: (filtro: FiltroExportacion, { limite: limit, offset }: Pick<Page, 'limite' | 'offset'>) =>
      sql.list.all({ ...filtro, limit, offset }),
    after: (filtro: FiltroExportacion, { created_at, id }: ExportacionVista, limit: number) =>
      sql.after.all({ ...filtro, created_at, id, limit }),
    count: (filtro: FiltroExportacion): number => sql.count.get(filtro)!,

    /**
     * Composes, writes and freezes. `keep` writes it down in the last transaction. Throws VOUCHER_UNBALANCED, ACCOUNT_MISSING,
     * ACCOUNT_DETAIL_MISSING and INVALID_STATE: nothing is written.
     */
    create: (
      tenant: Tenant,
      periodo: string,
      pedida: Pedida,
      autor: string,
      keep: (write: () => ExportacionVista) => ExportacionVista,
    ) =>
      alone(tenant, async () => {
        const { formato, alcance, base, libros, agrupacion, ...opciones } = pedida
        const plantilla = plantillas.resolve(tenant.empresaId, formato, opciones)
        const found = await compose(tenant, { periodo, libros, base, alcance, agrupacion })
        requireWhole(found)
        requireFree(found, alcance)
        const { asientos, documentos } = found
        const at = clock()
        const archivo = await writeArchivo(
          tenant.empresaId,
          asientos,
          {
            ...{ plantilla, ajustes: contabilidad.get(tenant.empresaId), periodo },
            ...{ nombre: `asientos-${periodo}`, fecha: chileTimestamp(at) },
          },
          writeXlsx,
        )
        const id = newId('asi')
        const sums = sumLibros(asientos)
        const total = (name: 'asientos' | 'documentos' | 'debe' | 'haber') =>
          sums.reduce((sum, one) => sum + one[name], 0)
        const sha256 = await digest(archivo.bytes)
        try {
          sql.insert.run({
            ...{
              id,
              empresa_id: tenant.empresaId,
              ambiente: tenant.ambiente,
              periodo,
              formato,
              base,
              alcance,
            },
            ...{ libros: JSON.stringify(sums), estado: 'preparando', nombre: archivo.nombre },
            ...{ tipo_contenido: archivo.tipo, bytes: archivo.bytes.length, sha256 },
            ...{ documentos: total('documentos'), asientos: total('asientos') },
            ...{ debe: total('debe'), haber: total('haber'), autor, created_at: at.toISOString() },
            ...{
              confirmada_en: null,
              anulada_en: null,
              motivo: null,
              soltando: 0,
              archivo_cifrado: Buffer.alloc(0),
            },
          })
          await take(tenant, id, periodo, documentos)
          const last = await trozos.save({ tabla: 'asiento_exportacion', id }, archivo.bytes)
          return keep(() => {
            sql.finish.run(store.secrets.seal(archivoPlace(id), last), id)
            const row = get(tenant, id)
            eventos.emit(tenant, [
              {
                evento: 'asientos.generados',
                data: () => ({
                  ...{ empresa_id: tenant.empresaId, ambiente: tenant.ambiente, id, periodo, formato },
                  ...{ libros: sums.map(({ libro }) => libro), documentos: row.documentos },
                  ...{ asientos: row.asientos, debe: row.debe, sha256 },
                }),
              },
            ])
            return row
          })
        } catch (fault) {
          if (client.open) drop(id)
          throw fault
        }
      }),

    async archivo(tenant: Tenant, id: string): Promise<{ row: ExportacionVista; bytes: Buffer }> {
      const row = get(tenant, id)
      const last = store.secrets.open(archivoPlace(id), sql.archivo.get(id)!)
      const bytes = await trozos.read({ tabla: 'asiento_exportacion', id }, last)
      if (!bytes) throw new AppError('NOT_FOUND', 'No existe la exportación')
      return { row, bytes }
    },

    /** It was loaded into the other program. */
    confirm(tenant: Tenant, id: string): ExportacionVista {
      const row = get(tenant, id)
      if (row.estado !== 'generada') throw new AppError('INVALID_STATE', `La exportación está ${row.estado}`)
      sql.confirm.run(clock().toISOString(), id)
      return get(tenant, id)
    },

    /** Its documents may come again. */
    annul: (
      tenant: Tenant,
      id: string,
      motivo: string,
      keep: (write: () => ExportacionVista) => ExportacionVista,
    ) =>
      alone(tenant, async () => {
        const before = get(tenant, id)
        if (before.estado === 'anulada') throw new AppError('INVALID_STATE', 'La exportación ya está anulada')
        const row = keep(() => {
          sql.annul.run(clock().toISOString(), motivo, id)
          return get(tenant, id)
        })
        await letGo(id)
        return row
      }),
  }

  /** Piece by piece; what a death leaves is let go by the next start. */
  async function letGo(id: string): Promise<void> {
    const pause = pauses()
    for (let last = { libro: '', documento: '' }; ; ) {
      const rows = sql.documentos.all({ id, ...last, limit: STEP })
      unsynced(client, () => {
        for (const { libro, documento } of rows) sql.letGo.run(id, libro, documento)
      })
      if (rows.length < STEP) break
      last = rows.at(-1)!
      await pause()
    }
    sql.letAllGo.run(id)
  }
}
