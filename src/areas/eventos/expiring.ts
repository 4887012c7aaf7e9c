// The events of time alone: certificates and folios about to expire (http §12.5). Looked for every hour;
// each is told once for each number of days left.

import { and, between, count, eq, isNull, lt, sql } from 'drizzle-orm'
import type { Clock } from '../../base/clock'
import { chileDate, daysBetween } from '../../domain/fecha'
import type { Store } from '../../store/store'
import { certificado, empresa } from '../../store/tables/empresa'
import { caf, folioLibre } from '../../store/tables/folios'
import type { Eventos } from './eventos'

/** Days before the end at which it is told. */
const PLAZOS = [1, 7, 15, 30]

/** Looks at every company; in one transaction, with the events. */
export function createNotifyExpiring({
  store: { client, db },
  clock,
  eventos,
}: {
  store: Store
  clock: Clock
  eventos: Pick<Eventos, 'emitOnce'>
}): () => void {
  /** Those of living companies that end before an instant. */
  const certificados = (before: string) =>
    db
      .select({
        empresaId: certificado.empresaId,
        rutTitular: certificado.rutTitular,
        validoHasta: certificado.validoHasta,
      })
      .from(certificado)
      .innerJoin(empresa, eq(empresa.id, certificado.empresaId))
      .where(and(isNull(empresa.deletedAt), eq(empresa.mudada, false), lt(certificado.validoHasta, before)))
      .all()
  const givenBack = db
    .select({ n: count() })
    .from(folioLibre)
    .where(
      and(
        eq(folioLibre.empresaId, caf.empresaId),
        eq(folioLibre.ambiente, caf.ambiente),
        eq(folioLibre.tipoDte, caf.tipoDte),
        eq(folioLibre.cafId, caf.id),
      ),
    )
  /** Those of living companies that expire between two Chile dates, both included. */
  const rangos = (from: string, to: string) =>
    db
      .select({
        id: caf.id,
        empresaId: caf.empresaId,
        ambiente: caf.ambiente,
        tipoDte: caf.tipoDte,
        desde: caf.desde,
        hasta: caf.hasta,
        siguiente: caf.siguiente,
        // The condition leaves out those that never expire.
        venceEl: sql<string>`${caf.venceEl}`,
        libres: sql<number>`${givenBack}`,
      })
      .from(caf)
      .innerJoin(empresa, eq(empresa.id, caf.empresaId))
      .where(and(isNull(empresa.deletedAt), eq(empresa.mudada, false), between(caf.venceEl, from, to)))
      .all()

  function notifyCertificado(row: ReturnType<typeof certificados>[number], now: Date): void {
    const { empresaId, validoHasta: hasta } = row
    const origen = { empresaId, ambiente: null }
    const dias = Math.ceil((Date.parse(hasta) - now.getTime()) / 86_400_000)
    const data = () => ({
      empresa_id: empresaId,
      rut_titular: row.rutTitular,
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

  function notifyRango(row: ReturnType<typeof rangos>[number], hoy: string): void {
    const restantes = row.hasta - row.siguiente + 1 + row.libres
    const dias = daysBetween(hoy, row.venceEl)
    const plazo = PLAZOS.find((days) => dias <= days)
    if (restantes === 0 || plazo === undefined) return
    const { empresaId, ambiente } = row
    eventos.emitOnce({ empresaId, ambiente }, `folios.por_vencer ${row.id} ${plazo}`, {
      evento: 'folios.por_vencer',
      data: () => ({
        empresa_id: empresaId,
        tipo_dte: row.tipoDte,
        desde: row.desde,
        hasta: row.hasta,
        restantes,
        vence_el: row.venceEl,
        dias_restantes: dias,
      }),
    })
  }

  const look = client.transaction(() => {
    const now = clock()
    const hoy = chileDate(now)
    const horizon = new Date(now.getTime() + 31 * 86_400_000)
    for (const row of certificados(horizon.toISOString())) notifyCertificado(row, now)
    for (const row of rangos(hoy, chileDate(horizon))) notifyRango(row, hoy)
  })
  return () => look.immediate()
}
