// The issued documents: searched, listed, and one with its history (contract §10).

import { Type } from '@sinclair/typebox'
import { AppError } from '../../domain/errors'
import { newArea } from '../../http/area'
import type { AreaDeps } from '../../http/deps'
import { AmbienteJson, Datos, Exact, Nullable, OneOf, Paginacion } from '../../http/envelope'
import { nextWith, pageQuery, paginate, readPage } from '../../http/paging'
import { inAmbiente } from '../../http/tenant'
import {
  type Documentos,
  detalleToJson,
  findDocumento,
  type Guias,
  type Referencias,
  referenciasToJson,
  totalesToJson,
} from '../dte'
import type { Publico } from '../ver'
import type { Filtros } from './consulta'
import { csvResponse, cursorOf, readCursor } from './exportar'
import { createLista, type Fila as Row } from './lista'

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

const DocumentoRef = Exact({ tipo_dte: Type.Integer(), folio: Type.Integer() })

const Detallado = Exact({
  ...Fila,
  totales: Type.Object({}),
  detalle: Type.Array(Type.Object({})),
  referencias: Type.Array(Type.Object({})),
  anulado_por: Nullable(DocumentoRef),
  referido_por: Type.Array(
    Exact({
      ...DocumentoRef.properties,
      fecha_emision: Type.String(),
      codigo: Type.Integer({ description: '1 anula, 2 corrige texto, 3 corrige montos.' }),
      monto: Type.Number({ description: 'Lo que quita al saldo; negativo si le suma.' }),
      aplicado: Type.Boolean({ description: 'Si el saldo ya lo cuenta.' }),
      estado_sii: Type.String(),
    }),
    { description: 'Las notas que se refieren al documento.' },
  ),
  facturada_por: Nullable(DocumentoRef),
  guias: Type.Array(Type.Integer(), { description: 'Folios de las guías que la factura cubre.' }),
  historial: Type.Array(
    Exact({
      estado: Type.String({
        description:
          'Del documento ante el SII, o de sus copias por correo: `copia_en_cola`, `copia_en_espera`, `copia_enviada`, `copia_fallida`, `copia_omitida`.',
      }),
      sii_codigo: Nullable(Type.String()),
      detalle: Nullable(Type.String()),
      fecha: Type.String(),
    }),
  ),
  links: Exact({
    xml: Type.String(),
    pdf: Type.String(),
    emision: Type.String(),
    publico: Nullable(
      Type.String({
        description: 'Dónde verlo sin credencial, si la empresa tiene `consulta_publica` y ya está firmado.',
      }),
    ),
  }),
})

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

const Pagina = Exact({
  ...Paginacion.properties,
  pagina: Nullable(Type.Integer({ minimum: 1, description: 'null en una lista pedida con `cursor`.' })),
  cursor: Nullable(
    Type.String({ description: 'Para seguir con `?cursor=`; null al final o con otro `orden`.' }),
  ),
})

const WHOLE = ['pagina', 'page', 'orden'] as const
const WHOLE_CSV = [...WHOLE, 'cursor', 'limite', 'limit', 'per_page'] as const

/** Throws INVALID_PARAMETER for a parameter that another one rules out. */
function refuseBeside(
  query: Record<string, string | undefined>,
  names: readonly string[],
  other: string,
): void {
  const detalles = names
    .filter((campo) => query[campo] !== undefined)
    .map((campo) => ({ campo, regla: 'sobra', mensaje: `No va junto con ${other}` }))
  if (detalles.length)
    throw new AppError('INVALID_PARAMETER', `${detalles[0]!.campo}: ${detalles[0]!.mensaje}`, { detalles })
}

/** As clients see it: the id is ours. */
const toJson = ({ id: _, ...fila }: Row) => fila

export interface DocumentosDeps extends Pick<AreaDeps, 'credential' | 'store'> {
  documentos: Documentos
  dte: { referencias: Referencias; guias: Guias }
  publico: Publico
}

/** GET /v1/documentos and /v1/documentos/:tipo/:folio. */
export const documentosRoute = ({
  credential,
  store,
  documentos,
  dte: { referencias, guias },
  publico,
}: DocumentosDeps) => {
  const lista = createLista(store)
  const history = store.client.prepare(
    'SELECT fecha, estado, sii_codigo, detalle FROM documento_historial WHERE documento_id = ? ORDER BY id',
  )
  return newArea(credential)
    .get(
      '/v1/documentos',
      ({ tenant: asking, query, request }) => {
        const {
          formato,
          ambiente,
          cursor,
          pagina,
          limite,
          page: _p,
          limit: _l,
          per_page: _pp,
          ...rest
        } = query
        const tenant = inAmbiente(asking, ambiente ?? null, 'ambiente')
        const filtros = rest as Filtros
        if (formato === 'csv') {
          refuseBeside(query, WHOLE_CSV, 'formato=csv')
          return csvResponse(lista, tenant, filtros)
        }
        const page = readPage(query)
        const total = lista.total(tenant, filtros)
        const paginacion = paginate(page, total, request.url)
        if (cursor === undefined) {
          const rows = lista.page(tenant, filtros, page.limite, page.offset)
          const more = paginacion.siguiente !== null && rows.length > 0 && !filtros.orden
          const next = more ? cursorOf(rows.at(-1)!) : null
          return { ok: true as const, data: rows.map(toJson), paginacion: { ...paginacion, cursor: next } }
        }
        refuseBeside(query, WHOLE, 'cursor')
        // One more than asked for tells whether there is a next page.
        const found = lista.after(tenant, filtros, readCursor(cursor), page.limite + 1)
        const rows = found.slice(0, page.limite)
        const next = found.length > page.limite ? cursorOf(rows.at(-1)!) : null
        const siguiente = next && nextWith(request.url, { cursor: next, limite: String(page.limite) })
        return {
          ok: true as const,
          data: rows.map(toJson),
          paginacion: { ...paginacion, pagina: null, siguiente, cursor: next },
        }
      },
      {
        permission: 'dte:leer',
        query: Exact({
          ...pageQuery,
          ...filters,
          ambiente: Type.Optional(
            AmbienteJson({ description: 'Como `X-Ambiente`: una sesión puede mirar otro ambiente.' }),
          ),
          cursor: Type.Optional(
            Type.String({
              description:
                'Vacío para empezar, luego el `cursor` de la página anterior: una lista larga cuesta lo mismo hasta el final, y lo que se emite entretanto no la corre.',
            }),
          ),
          formato: Type.Optional(
            OneOf(['json', 'csv'], {
              description:
                '`csv`: todos los documentos hallados, sin páginas, separados por punto y coma, en UTF-8.',
            }),
          ),
        }),
        response: Exact({ ok: Type.Literal(true), data: Type.Array(Exact(Fila)), paginacion: Pagina }),
        detail: { tags: ['Documentos'], summary: 'Buscar documentos emitidos' },
      },
    )
    .get(
      '/v1/documentos/:tipo/:folio',
      ({ tenant, params }) => {
        const row = findDocumento(documentos, tenant, params)
        const fila = toJson(lista.one(row.id)!)
        const { dte } = documentos.contenido(row)
        const anulado = row.anulado_por === null ? undefined : documentos.byId(row.anulado_por)
        const path = `${row.tipo_dte}/${row.folio}`
        return {
          ok: true as const,
          data: {
            ...fila,
            totales: totalesToJson(dte.totales, dte.otraMoneda),
            detalle: detalleToJson(dte.detalle),
            referencias: referenciasToJson(dte.referencias),
            anulado_por: anulado ? { tipo_dte: anulado.tipo_dte, folio: anulado.folio } : null,
            referido_por: referencias.actingOn(row.id),
            facturada_por: guias.coveredBy(row.id),
            guias: guias.covered(row.id).map(({ folio }) => folio),
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
              publico: publico.linkOf(row),
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
