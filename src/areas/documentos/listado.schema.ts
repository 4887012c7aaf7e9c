// The parameters of the list of issued documents, of all receivers or one, and its answer (http §10.2).

import { type Static, Type } from '@sinclair/typebox'
import { RESULTADOS_ACUSE } from '../../domain/acuse'
import { rutQuery } from '../../http/alias'
import { cursorQuery, filterQuery } from '../../http/cursor'
import { AmbienteJson, Exact, OneOf, PaginacionCursor } from '../../http/envelope'
import { TABLA } from '../../http/openapi-responses'
import { pageQuery } from '../../http/paging'
import { readCursor } from './csv-documentos'
import { Fila } from './fila-json'
import { type Filtros, orderOf } from './filtros'
import { LECTORES } from './lectores'
import { hojasQuery } from './pdf-documentos'

const FILTERS: Record<Exclude<keyof Filtros, 'rut' | 'num_id_receptor'>, string> = {
  q: 'RUT o cómo empieza, folio, o parte de la razón social o de la referencia externa; sin distinguir mayúsculas ni tildes.',
  tipo_dte: 'Uno o varios, separados por coma.',
  folio: '',
  folio_desde: '',
  folio_hasta: '',
  fecha_desde: 'Emitidos desde un día de Chile o un instante ISO 8601.',
  fecha_hasta: 'Emitidos hasta un día de Chile, incluido, o el de un instante ISO 8601.',
  periodo: 'AAAAMM.',
  monto_min: '',
  monto_max: '',
  estado: 'Estado del trabajo, uno o varios.',
  estado_sii: 'Veredicto del SII, uno o varios.',
  origen: 'Dónde se emitió: `emitido` aquí o `importado`.',
  estado_acuse: `Qué hizo el receptor, uno o varios: ${Object.keys(RESULTADOS_ACUSE).join(', ')}.`,
  con_saldo: '`true`: con saldo; `false`: sin saldo.',
  por_atender:
    '`true`: lo rechazado o con reparos que espera a una persona, como lo cuenta `GET /v1/resumen`; `false`: lo demás.',
  orden: 'Por ejemplo `-fecha_emision,folio`.',
}

/** The filters as a query has them. */
const filters = filterQuery(FILTERS, { ...LECTORES, orden: (orden: string) => orderOf({ orden }) })

/** The whole query. */
export const listadoQuery = {
  ...pageQuery,
  ...filters,
  ...rutQuery('De quien recibe.', 'rut_receptor'),
  ambiente: Type.Optional(
    AmbienteJson({ description: 'Como `X-Ambiente`: una sesión puede mirar otro ambiente.' }),
  ),
  cursor: cursorQuery(readCursor, ', y lo que se emite entretanto no la corre'),
  formato: Type.Optional(
    OneOf(
      {
        json: 'una página',
        csv: 'todos los hallados, separados por punto y coma, en UTF-8',
        zip: 'el XML firmado de todos los hallados, y su PDF con `pdf=true`, en un archivo; `no-incluidos.txt` dice en él qué falta y por qué, si algo falta',
        pdf: 'todos los hallados, hasta 500, en un solo PDF, en el orden de la lista; su última página dice qué falta y por qué, si algo falta',
      },
      { description: '`json` si se omite.' },
    ),
  ),
  pdf: Type.Optional(
    OneOf(
      { true: 'también el PDF, en carta', false: 'sólo el XML' },
      { description: 'Sólo con `formato=zip`; `false` si se omite.' },
    ),
  ),
  ...hojasQuery,
}

const ListadoQuery = Exact(listadoQuery)
export type ListadoQuery = Static<typeof ListadoQuery>

export const Listado = Exact({
  ok: Type.Literal(true),
  data: Type.Array(Exact(Fila)),
  paginacion: PaginacionCursor,
})

/** Further documentation of its route. */
export const listadoDetail = {
  'x-contenido': ['text/csv', 'application/zip', 'application/pdf'],
  responses: TABLA,
}
