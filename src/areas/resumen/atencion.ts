// The matters of a company that wait for a person, each found over an index: the first part of a summary.

import { and, eq, isNotNull, isNull, sql } from 'drizzle-orm'
import type { Clock } from '../../base/clock'
import type { Permiso } from '../../domain/permisos'
import { alcanzado } from '../../domain/plan/cuota'
import type { Titular } from '../../domain/titular'
import type { Estado } from '../../jobs/estados'
import type { Db } from '../../store/store'
import { documento, reenvio } from '../../store/tables/documento'
import { certificado } from '../../store/tables/empresa'
import { envio } from '../../store/tables/envio'
import { webhook } from '../../store/tables/webhook'
import { createUso } from '../cuenta'
import type { Folios } from '../folios'
import type { Cifras, Periodo } from './cifras'
import type { Operaciones } from './operaciones'
import type { Asunto } from './resumen.schema'

/** Days before the end of a certificate at which it is told. */
const DIAS_CERTIFICADO = 30
const DIA_MS = 86_400_000
/** Jobs that are named; the others are there once these are done. */
const NOMBRADOS = 20

export interface View extends Titular {
  cuentaId: string
  permisos: ReadonlySet<Permiso>
  periodo: Periodo
  trabajos: Record<Estado, number>
}

export function createAtencion({
  db,
  clock,
  folios,
  cifras,
  operaciones,
}: {
  db: Db
  clock: Clock
  folios: Pick<Folios, 'attention'>
  cifras: Cifras
  operaciones: Operaciones
}) {
  const uso = createUso(db, clock)
  // Prepared: a summary asks of every company of the account.
  const ofCompany = sql.placeholder('empresaId')
  const inAmbiente = sql.placeholder('ambiente')
  const retenidos = db
    .select({ jobId: documento.jobId })
    .from(reenvio)
    // Crossed: from the few that wait to their documents, else SQLite may read every document of the company.
    .crossJoin(documento)
    .where(
      and(
        isNotNull(reenvio.error),
        eq(documento.id, reenvio.documentoId),
        eq(documento.empresaId, ofCompany),
        eq(documento.ambiente, inAmbiente),
      ),
    )
    .orderBy(sql`${documento}.rowid`)
    .prepare()
  const sinSeguir = db
    .select({ trackId: envio.trackId })
    .from(envio)
    .where(and(eq(envio.empresaId, ofCompany), eq(envio.ambiente, inAmbiente), sql`${envio.seguido} = 0`))
    .orderBy(sql`${envio}.rowid`)
    .prepare()
  const certificados = db
    .select({ validoHasta: certificado.validoHasta })
    .from(certificado)
    .where(eq(certificado.empresaId, ofCompany))
    .prepare()
  const inactivos = db
    .select({ webhook_id: webhook.id, url: webhook.url, motivo: sql<string>`${webhook.motivoInactivo}` })
    .from(webhook)
    .where(
      and(
        eq(webhook.empresaId, ofCompany),
        eq(webhook.ambiente, inAmbiente),
        isNull(webhook.deletedAt),
        eq(webhook.activo, false),
        isNotNull(webhook.motivoInactivo),
      ),
    )
    .orderBy(webhook.id)
    .prepare()

  function ofTrabajos({ empresaId, ambiente, trabajos }: View): Asunto[] {
    const cantidad = trabajos.failed + trabajos.dlq
    const jobs = retenidos.all({ empresaId, ambiente }).flatMap(({ jobId }) => jobId ?? [])
    const lista = '/v1/dte/emision'
    return [
      ...(cantidad
        ? [{ asunto: 'trabajos_detenidos' as const, cantidad, enlace: `${lista}?estado=failed,dlq` }]
        : []),
      ...(jobs.length
        ? [
            {
              asunto: 'envios_detenidos' as const,
              cantidad: jobs.length,
              job_ids: jobs.slice(0, NOMBRADOS),
              enlace: `${lista}/${jobs[0]}`,
            },
          ]
        : []),
    ]
  }

  function ofSeguimiento({ empresaId, ambiente }: View): Asunto[] {
    const [oldest, ...others] = sinSeguir.all({ empresaId, ambiente })
    if (!oldest) return []
    const enlace = oldest.trackId ? `/v1/dte/estado/${oldest.trackId}` : '/v1/documentos?estado_sii=enviado'
    return [{ asunto: 'sin_veredicto', cantidad: 1 + others.length, track_id: oldest.trackId, enlace }]
  }

  function ofVeredicto(
    { empresaId, ambiente, periodo }: View,
    asunto: 'documentos_rechazados' | 'documentos_con_reparos',
    estado: 'rechazado' | 'aceptado_con_reparos',
  ): Asunto[] {
    const tipos = cifras.tipos({ empresaId, ambiente }, periodo, estado)
    if (!tipos.length) return []
    const cantidad = tipos.reduce((sum, tipo) => sum + tipo.cantidad, 0)
    const { desde, hasta } = periodo
    const enlace = `/v1/documentos?estado_sii=${estado}&por_atender=true&fecha_desde=${desde}&fecha_hasta=${hasta}`
    return [{ asunto, cantidad, tipos, enlace }]
  }

  function ofCertificado({ empresaId }: View): Asunto[] {
    const hasta = certificados.get({ empresaId })?.validoHasta ?? null
    const enlace = `/v1/empresa/${empresaId}/certificado`
    const asunto = 'certificado' as const
    if (hasta === null) return [{ asunto, estado: 'falta', valido_hasta: null, dias_restantes: null, enlace }]
    const left = Date.parse(hasta) - clock().getTime()
    const dias = Math.max(0, Math.ceil(left / DIA_MS))
    if (dias > DIAS_CERTIFICADO) return []
    return [
      {
        asunto,
        estado: left <= 0 ? 'vencido' : 'por_vencer',
        valido_hasta: hasta,
        dias_restantes: dias,
        enlace,
      },
    ]
  }

  const ofFolios = ({ empresaId, ambiente }: View): Asunto[] =>
    folios
      .attention({ empresaId, ambiente })
      .map(({ tipoDte, estado, disponibles, umbral, diasEstimados, venceEl }) => ({
        asunto: 'folios' as const,
        estado,
        tipo_dte: tipoDte,
        disponibles,
        dias_estimados: diasEstimados,
        umbral,
        vence_el: venceEl,
        enlace: '/v1/dte/folios',
      }))

  const ofWebhooks = ({ empresaId, ambiente }: View): Asunto[] =>
    inactivos.all({ empresaId, ambiente }).map((row) => ({
      asunto: 'webhook_desactivado' as const,
      ...row,
      enlace: `/v1/webhooks/${row.webhook_id}`,
    }))

  function ofCuotas({ cuentaId }: View): Asunto[] {
    const { periodo, ...cuotas } = uso(cuentaId)
    return (['emisiones', 'consultas'] as const).flatMap((cuota) => {
      const { usadas, limite } = cuotas[cuota]
      const evento = alcanzado({ cuentaId, periodo, usadas, limite })
      if (evento === null || limite === null) return []
      const estado = evento === 'cuota.agotada' ? ('agotada' as const) : ('cerca' as const)
      return [{ asunto: 'cuota' as const, cuota, estado, usadas, limite, enlace: '/v1/cuenta/uso' }]
    })
  }

  return {
    /** The matters of one company, as far as the credential may read. */
    ofEmpresa(view: View): Asunto[] {
      const { permisos } = view
      return [
        ...ofTrabajos(view),
        ...ofSeguimiento(view),
        ...operaciones.stopped(view),
        ...ofVeredicto(view, 'documentos_rechazados', 'rechazado'),
        ...operaciones.porVencer(view),
        ...(permisos.has('empresa:leer') ? ofCertificado(view) : []),
        ...(permisos.has('folios:leer') ? ofFolios(view) : []),
        ...(permisos.has('webhooks:administrar') ? ofWebhooks(view) : []),
        ...ofVeredicto(view, 'documentos_con_reparos', 'aceptado_con_reparos'),
      ]
    },
    /** Adds the account's own matters in their place. */
    withCuotas(view: View, asuntos: Asunto[]): Asunto[] {
      if (!view.permisos.has('empresa:leer')) return asuntos
      const last = asuntos.filter(({ asunto }) => asunto === 'documentos_con_reparos')
      return [...asuntos.filter((one) => !last.includes(one)), ...ofCuotas(view), ...last]
    },
  }
}
