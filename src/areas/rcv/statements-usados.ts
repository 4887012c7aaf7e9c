// The statements that find free folios on documents of the register (areas/folios §2); each reading and each file asks.

import type { Database } from 'better-sqlite3'
import { TIPOS } from '../../domain/dte/tipos'
import { isFacturaCompra } from '../../domain/rcv/tipos'
import type { rcvDocumento } from '../../store/tables/rcv'
import type { Row } from '../../store/tables/row'
import type { Dueno } from './statements'
import type { Partes } from './statements-vinculos'

/** In the sales these are always the company's own; a 43, a 46 and the notes over it bear the folios of who bought or sold for it. */
const PROPIOS = '33, 34, 110, 111, 112'
/** And these are where nothing says that they are over a factura de compra; of purchases a 46 is. */
const NOTAS = '56, 61'
const COMPRAS = TIPOS.flatMap(({ codigo }) => (isFacturaCompra(codigo) ? codigo : [])).join(', ')
const TODOS = `${PROPIOS}, ${NOTAS}, ${COMPRAS}`

/** `dicho` 1: the SII itself says so, of a type that leaves no doubt. */
type UsadoRow = Pick<Row<typeof rcvDocumento>, 'tipo_dte' | 'folio'> & { dicho: 0 | 1 }

const DUENO = 'empresa_id = @empresa_id AND ambiente = @ambiente'
const SAME = (other: string): string =>
  `${other}.empresa_id = r.empresa_id AND ${other}.ambiente = r.ambiente AND ${other}.tipo_dte = r.tipo_dte`

export const prepareUsados = (client: Database) => ({
  hasFree: client
    .prepare<[Dueno], 0 | 1>(
      `SELECT EXISTS (SELECT 1 FROM caf WHERE ${DUENO} AND tipo_dte IN (${TODOS}) AND siguiente <= hasta)
         OR EXISTS (SELECT 1 FROM folio_libre WHERE ${DUENO} AND tipo_dte IN (${TODOS}))`,
    )
    .pluck(),
  used: client.prepare<[Partes], UsadoRow>(
    `SELECT tipo_dte, folio, origen = 'sii' AND tipo_dte IN (${PROPIOS}) AS dicho FROM rcv_documento r
     WHERE ${DUENO} AND lado = @lado AND rut = @rut AND ausente_desde IS NULL
       AND CASE lado WHEN 'compra' THEN tipo_dte IN (${COMPRAS}) ELSE tipo_dte IN (${PROPIOS}, ${NOTAS})
         AND coalesce(datos ->> 'notaSobreFacturaCompra', '') IN ('', '0') END
       AND (EXISTS (SELECT 1 FROM caf c WHERE ${SAME('c')} AND c.siguiente <= r.folio AND c.hasta >= r.folio)
         OR EXISTS (SELECT 1 FROM folio_libre l WHERE ${SAME('l')} AND l.folio = r.folio))`,
  ),
})
