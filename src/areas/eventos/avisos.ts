// What time alone brings about: certificates and folios about to expire (contract §12). Looked for every hour; each is told
// once for each number of days left.

import type { Ambiente, Clock } from '../../domain/ambiente'
import { chileDate, daysBetween } from '../../domain/fecha'
import type { Store } from '../../store/store'
import type { Eventos } from './eventos'

/** Days before the end at which it is told. */
const PLAZOS = [1, 7, 15, 30]

interface CertificadoRow {
  empresa_id: string
  rut_titular: string
  valido_hasta: string
}

interface CafRow {
  id: string
  empresa_id: string
  ambiente: Ambiente
  tipo_dte: number
  desde: number
  hasta: number
  siguiente: number
  libres: number
  vence_el: string
}

export type Aviso = () => void

/** Looks at every company; in one transaction, with the events. */
export function createAvisos({
  store: { client },
  clock,
  eventos,
}: {
  store: Store
  clock: Clock
  eventos: Pick<Eventos, 'emitOnce'>
}): Aviso {
  const certificados = client.prepare<[string], CertificadoRow>(
    `SELECT c.empresa_id, c.rut_titular, c.valido_hasta FROM certificado c
     JOIN empresa e ON e.id = c.empresa_id WHERE e.deleted_at IS NULL AND c.valido_hasta < ?`,
  )
  const rangos = client.prepare<[string, string], CafRow>(
    `SELECT c.id, c.empresa_id, c.ambiente, c.tipo_dte, c.desde, c.hasta, c.siguiente, c.vence_el,
       (SELECT count(*) FROM folio_libre libre WHERE libre.empresa_id = c.empresa_id AND libre.ambiente = c.ambiente
         AND libre.tipo_dte = c.tipo_dte AND libre.caf_id = c.id) AS libres
     FROM caf c JOIN empresa e ON e.id = c.empresa_id
     WHERE e.deleted_at IS NULL AND c.vence_el BETWEEN ? AND ?`,
  )

  function certificado(row: CertificadoRow, now: Date): void {
    const { empresa_id: empresaId, valido_hasta: hasta } = row
    const origen = { empresaId, ambiente: null }
    const dias = Math.ceil((Date.parse(hasta) - now.getTime()) / 86_400_000)
    const data = () => ({
      empresa_id: empresaId,
      rut_titular: row.rut_titular,
      valido_hasta: hasta,
      dias_restantes: Math.max(dias, 0),
    })
    if (Date.parse(hasta) <= now.getTime()) {
      eventos.emitOnce(origen, `certificado.vencido ${hasta}`, { evento: 'certificado.vencido', data })
      return
    }
    const plazo = PLAZOS.find((days) => dias <= days)
    if (plazo === undefined) return
    eventos.emitOnce(origen, `certificado.por_vencer ${hasta} ${plazo}`, {
      evento: 'certificado.por_vencer',
      data,
    })
  }

  function rango(row: CafRow, hoy: string): void {
    const restantes = row.hasta - row.siguiente + 1 + row.libres
    const dias = daysBetween(hoy, row.vence_el)
    const plazo = PLAZOS.find((days) => dias <= days)
    if (restantes === 0 || plazo === undefined) return
    const { empresa_id: empresaId, ambiente } = row
    eventos.emitOnce({ empresaId, ambiente }, `folios.por_vencer ${row.id} ${plazo}`, {
      evento: 'folios.por_vencer',
      data: () => ({
        empresa_id: empresaId,
        tipo_dte: row.tipo_dte,
        desde: row.desde,
        hasta: row.hasta,
        restantes,
        vence_el: row.vence_el,
        dias_restantes: dias,
      }),
    })
  }

  const look = client.transaction(() => {
    const now = clock()
    const hoy = chileDate(now)
    const horizon = new Date(now.getTime() + 31 * 86_400_000)
    for (const row of certificados.all(horizon.toISOString())) certificado(row, now)
    for (const row of rangos.all(hoy, chileDate(horizon))) rango(row, hoy)
  })
  return () => look.immediate()
}
