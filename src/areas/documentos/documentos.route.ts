// The issued documents: searched, listed, and one with its history (contract §10).

import { Type } from '@sinclair/typebox'
import { count, eq } from 'drizzle-orm'
import { newArea } from '../../http/area'
import type { AreaDeps } from '../../http/deps'
import { Datos, Exact, Lista, Nullable } from '../../http/envelope'
import { pageQuery, paginate, readPage } from '../../http/paging'
import { documento, envio, job } from '../../store/tables/documento'
import { type Documentos, detalleToJson, findDocumento, referenciasToJson, totalesToJson } from '../dte'
import { type Filtros, orderOf, whereOf } from './consulta'

const Fila = {
  tipo_dte: Type.Integer(),
  folio: Type.Integer(),
  fecha_emision: Type.String(),
  rut_receptor: Type.String(),
  razon_social_receptor: Nullable(Type.String()),
  monto_neto: Type.Number(),
  monto_exento: Type.Number(),
  monto_iva: Type.Number(),
  monto_total: Type.Number(),
  saldo: Type.Number(),
  track_id: Nullable(Type.String()),
  estado: Type.String({ description: 'Del trabajo que lo emite.' }),
  estado_sii: Type.String({ description: 'Veredicto del SII.' }),
  codigo_sii: Nullable(Type.String()),
  glosa_sii: Nullable(Type.String()),
  job_id: Type.String(),
  referencia_externa: Nullable(Type.String()),
  created_at: Type.String(),
}

const Detallado = Exact({
  ...Fila,
  totales: Type.Object({}),
  detalle: Type.Array(Type.Object({})),
  referencias: Type.Array(Type.Object({})),
  historial: Type.Array(
    Exact({
      estado: Type.String(),
      sii_codigo: Nullable(Type.String()),
      detalle: Nullable(Type.String()),
      fecha: Type.String(),
    }),
  ),
  links: Exact({ xml: Type.String(), pdf: Type.String(), emision: Type.String() }),
})

const columns = {
  tipo_dte: documento.tipoDte,
  folio: documento.folio,
  fecha_emision: documento.fechaEmision,
  rut_receptor: documento.rutReceptor,
  razon_social_receptor: documento.razonSocialReceptor,
  monto_neto: documento.montoNeto,
  monto_exento: documento.montoExento,
  monto_iva: documento.montoIva,
  monto_total: documento.montoTotal,
  saldo: documento.saldo,
  track_id: envio.trackId,
  estado: job.estado,
  estado_sii: documento.estadoSii,
  codigo_sii: documento.codigoSii,
  glosa_sii: documento.glosaSii,
  job_id: documento.jobId,
  referencia_externa: documento.referenciaExterna,
  created_at: documento.createdAt,
}

const FILTERS: Record<keyof Filtros, string> = {
  q: 'RUT, razón social, folio o referencia externa.',
  tipo_dte: 'Uno o varios, separados por coma.',
  folio: '',
  folio_desde: '',
  folio_hasta: '',
  rut_receptor: '',
  fecha_desde: 'AAAA-MM-DD.',
  fecha_hasta: 'AAAA-MM-DD.',
  periodo: 'AAAAMM.',
  monto_min: '',
  monto_max: '',
  estado: 'Estado del trabajo, uno o varios.',
  estado_sii: 'Veredicto del SII, uno o varios.',
  con_saldo: '`true`: con saldo; `false`: sin saldo.',
  orden: 'Por ejemplo `-fecha_emision,folio`.',
}

const filters = Object.fromEntries(
  Object.entries(FILTERS).map(([name, description]) => [name, Type.Optional(Type.String({ description }))]),
)

export interface DocumentosDeps extends Pick<AreaDeps, 'credential' | 'store'> {
  documentos: Documentos
}

/** GET /v1/documentos and /v1/documentos/:tipo/:folio. */
export const documentosRoute = ({ credential, store, documentos }: DocumentosDeps) => {
  const { db, client } = store
  const history = client.prepare(
    'SELECT fecha, estado, sii_codigo, detalle FROM documento_historial WHERE documento_id = ? ORDER BY id',
  )
  const from = () =>
    db
      .select(columns)
      .from(documento)
      .innerJoin(job, eq(job.id, documento.jobId))
      .leftJoin(envio, eq(envio.id, documento.envioId))
  return newArea(credential)
    .get(
      '/v1/documentos',
      ({ tenant, query, request }) => {
        const page = readPage(query)
        const where = whereOf(tenant, query as Filtros)
        const order = orderOf((query as Filtros).orden)
        // The join costs ten times the count, and one filter alone looks at the job.
        const counted = db.select({ n: count() }).from(documento)
        const joined = (query as Filtros).estado
          ? counted.innerJoin(job, eq(job.id, documento.jobId))
          : counted
        const [total] = joined.where(where).all()
        const data = from()
          .where(where)
          .orderBy(...order)
          .limit(page.limite)
          .offset(page.offset)
          .all()
        return { ok: true as const, data, paginacion: paginate(page, total!.n, request.url) }
      },
      {
        permission: 'dte:leer',
        query: Exact({ ...pageQuery, ...filters }),
        response: Lista(Exact(Fila)),
        detail: { tags: ['Documentos'], summary: 'Buscar documentos emitidos' },
      },
    )
    .get(
      '/v1/documentos/:tipo/:folio',
      ({ tenant, params }) => {
        const row = findDocumento(documentos, tenant, params)
        const [fila] = from().where(eq(documento.id, row.id)).all()
        const { dte } = documentos.contenido(row)
        const path = `${row.tipo_dte}/${row.folio}`
        return {
          ok: true as const,
          data: {
            ...fila!,
            totales: totalesToJson(dte.totales, dte.otraMoneda),
            detalle: detalleToJson(dte.detalle),
            referencias: referenciasToJson(dte.referencias),
            historial: history.all(row.id) as {
              fecha: string
              estado: string
              sii_codigo: string | null
              detalle: string | null
            }[],
            links: {
              xml: `/v1/dte/xml/${path}`,
              pdf: `/v1/dte/pdf/${path}`,
              emision: `/v1/dte/emision/${row.job_id}`,
            },
          },
        }
      },
      {
        permission: 'dte:leer',
        params: Exact({ tipo: Type.String(), folio: Type.String() }),
        response: Datos(Detallado),
        detail: { tags: ['Documentos'], summary: 'Ver un documento con su historial' },
      },
    )
}
