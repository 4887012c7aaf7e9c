// A customer as an answer shows it, with what was billed to it (areas/clientes §3).

import type { Clock } from '../../base/clock'
import type { Ambiente } from '../../domain/ambiente'
import { createPlanes } from '../../http/plan'
import type { Tenant } from '../../http/tenant'
import type { Db } from '../../store/store'
import type { ClienteJson } from './cliente.schema'
import { datosOf } from './cliente-store'
import type { Lista } from './lista'
import type { Fila } from './walk'

const SIN_METRICAS = { total_facturado: null, num_documentos: null, ultimo_dte: null, metricas_al: null }

/** A customer in an answer; `al` is when the sums were read, null where the plan has none. */
export function clienteToJson(
  { cliente, total, documentos, tipo, folio, fecha }: Fila,
  al: Date | null,
): ClienteJson {
  const { rut: _, extranjero, notas, ...datos } = datosOf(cliente)
  const { id, rut, origen, createdAt, eliminadoEn } = cliente
  return {
    id,
    rut,
    ...datos,
    extranjero,
    notas,
    origen,
    created_at: createdAt,
    eliminado_en: eliminadoEn,
    ...(al
      ? {
          total_facturado: total ?? 0,
          num_documentos: documentos ?? 0,
          ultimo_dte:
            tipo !== null && folio !== null && fecha !== null ? { tipo_dte: tipo, folio, fecha } : null,
          metricas_al: al.toISOString(),
        }
      : SIN_METRICAS),
  }
}

export type Vista = ReturnType<typeof createVista>

/** How the customers of a request look: with their sums, where the account's plan has them. */
export function createVista({ db, clock, lista }: { db: Db; clock: Clock; lista: Pick<Lista, 'rows'> }) {
  const planes = createPlanes(db)
  const at = ({ cuentaId }: Pick<Tenant, 'cuentaId'>): Date | null =>
    planes.get(cuentaId).plan.metricasClientes ? clock() : null
  return {
    at,
    /** One customer, which there is. */
    one: (tenant: { cuentaId: string; ambiente: Ambiente }, id: string): ClienteJson =>
      clienteToJson(lista.rows([id], tenant.ambiente)[0]!, at(tenant)),
  }
}
