// Exports: frozen bytes, and the documents that no other living export has (areas/contabilidad §5).

import type { Asiento } from '../../domain/contabilidad/asientos'
import { type Agrupacion, type Libro, NOMBRES_LIBRO } from '../../domain/contabilidad/libros'
import { AppError } from '../../domain/errors'
import { chileTimestamp } from '../../domain/fecha'
import type { Page } from '../../http/paging'
import { digest } from '../../http/sha256'
import type { Tenant } from '../../http/tenant'
import { createTrozos } from '../../store/trozos'
import type { Base } from '../libros'
import type { Contabilidad } from './ajustes'
import { writeArchivo } from './archivo'
import type { Compose } from './compose'
import type { ContabilidadDeps } from './deps'
import { createHeld } from './held'
import type { Opciones, Plantillas } from './plantillas'
import { type ExportacionVista, type FiltroExportacion, prepareExportaciones } from './statements-exportacion'
import { requireFree, requireWhole } from './stops'

export interface Pedida extends Opciones {
  formato: string
  libros: readonly Libro[]
  agrupacion: Partial<Record<Libro, Agrupacion>>
  alcance: 'nuevos' | 'todo'
  base: Base
}

/** A book of an export. */
interface LibroExportado {
  libro: Libro
  asientos: number
  documentos: number
  debe: number
  haber: number
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
  const held = createHeld(store, sql, trozos)
  const archivoPlace = (id: string) => ({ table: 'asiento_exportacion', column: 'archivo_cifrado', id })
  /** Companies whose documents are being taken or let go. */
  const busy = new Set<string>()

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
              confirmada_at: null,
              anulada_at: null,
              motivo: null,
              soltando: 0,
              archivo_cifrado: store.secrets.seal(archivoPlace(id), Buffer.alloc(0)),
            },
          })
          await held.claim(tenant, id, periodo, documentos)
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
          if (client.open) held.drop(id)
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
        await held.letGo(id)
        return row
      }),
  }
}
