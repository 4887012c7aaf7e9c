// The vouchers of a month as they would be now, and what changed since it was exported (areas/contabilidad §4, §5).

import { pauses } from '../../base/turn'
import type { Apunte } from '../../domain/contabilidad/apunte'
import { type Asiento, createAsientos } from '../../domain/contabilidad/asientos'
import type { Faltas } from '../../domain/contabilidad/faltas'
import type { Agrupacion, Libro } from '../../domain/contabilidad/libros'
import { createFindRegla } from '../../domain/contabilidad/regla'
import type { Tenant } from '../../http/tenant'
import type { Contabilidad } from './ajustes'
import type { Pedido, ReadApuntes } from './apuntes'
import type { ContabilidadDeps } from './deps'
import { prepareExportaciones } from './statements-exportacion'

/** A document of a living export that is not what it was. */
export interface Cambiado {
  libro: Libro
  documento: string
  exportacion_id: string
  cambio: 'modificado' | 'ausente'
}

export interface Compuesto {
  asientos: Asiento[]
  faltas: Faltas
  documentos: { libro: Libro; documento: string; huella: string }[]
  /** Those that a living export holds, unchanged or not. */
  exportados: number
  cambiados: Cambiado[]
}

interface Que extends Pedido {
  alcance: 'nuevos' | 'todo'
  agrupacion: Partial<Record<Libro, Agrupacion>>
}

const RETENIDOS = 500

/** A digest of what a document comes to. */
const huellaOf = ({ fecha, rut, tipoDte, partes }: Apunte): string =>
  new Bun.CryptoHasher('sha256')
    .update(JSON.stringify([fecha, rut, tipoDte, partes]))
    .digest('hex')
    .slice(0, 32)

export type Compose = ReturnType<typeof createCompose>

export function createCompose({
  store,
  contabilidad,
  apuntes,
}: Pick<ContabilidadDeps, 'store'> & { contabilidad: Contabilidad; apuntes: ReadApuntes }) {
  const sql = prepareExportaciones(store.client)

  /** The documents of the month that living exports hold. */
  async function heldOf({ empresaId, ambiente }: Tenant, periodo: string, pause: ReturnType<typeof pauses>) {
    const held = new Map<
      string,
      { exportacion_id: string; huella: string; libro: Libro; documento: string }
    >()
    for (let last = { libro: '', documento: '' }; ; ) {
      const place = { empresa_id: empresaId, ambiente, periodo, ...last, limit: RETENIDOS }
      const rows = sql.held.all(place)
      for (const row of rows) held.set(`${row.libro}/${row.documento}`, { ...row, libro: row.libro as Libro })
      if (rows.length < RETENIDOS) return held
      last = rows.at(-1)!
      await pause()
    }
  }

  /** Throws as the register does where it was not read. */
  return async (tenant: Tenant, que: Que): Promise<Compuesto> => {
    const { empresaId, ambiente } = tenant
    const { periodo } = que
    apuntes.check(tenant, que)
    const ajustes = contabilidad.get(empresaId)
    const all = createAsientos({
      periodo,
      find: createFindRegla(contabilidad.inOrder(empresaId)),
      cuentas: contabilidad.chart(empresaId),
      agrupacion: { ...ajustes.agrupacion, ...que.agrupacion },
      redondeoMax: ajustes.redondeo_max,
      glosas: ajustes.glosas,
    })
    const pause = pauses()
    const held = await heldOf(tenant, periodo, pause)
    const documentos: Compuesto['documentos'] = []
    const cambiados: Cambiado[] = []
    let exportados = 0
    for (const rows of apuntes.steps(tenant, que)) {
      for (const apunte of rows) {
        if (!apunte.partes.length) continue
        const { libro, clave: documento } = apunte
        const huella = huellaOf(apunte)
        const key = `${libro}/${documento}`
        const own = held.get(key)
        held.delete(key)
        // A document that another month's export holds stays there.
        const holder =
          own?.exportacion_id ?? sql.holder.get({ empresa_id: empresaId, ambiente, libro, documento })
        if (holder) {
          exportados += 1
          if (own && own.huella !== huella)
            cambiados.push({ libro, documento, exportacion_id: holder, cambio: 'modificado' })
          if (que.alcance === 'nuevos') continue
        }
        documentos.push({ libro, documento, huella })
        all.add(apunte)
        await pause()
      }
      await pause()
    }
    for (const { libro, documento, exportacion_id } of held.values())
      if (que.libros.includes(libro)) cambiados.push({ libro, documento, exportacion_id, cambio: 'ausente' })
    return { asientos: all.asientos(), faltas: all.faltas(), documentos, exportados, cambiados }
  }
}
