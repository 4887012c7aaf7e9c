// The statements of values by day (areas/tipos-cambio §1).

import type { Database } from 'better-sqlite3'
import { prepareInsert } from '../../store/statements'
import { tipoCambio } from '../../store/tables/compra-int'
import type { Row } from '../../store/tables/row'

export type TipoCambioRow = Row<typeof tipoCambio>

/** Which rates a list shows; null is all. */
export interface FiltroTipos {
  cuentaId: string
  moneda: string | null
  desde: string | null
  hasta: string | null
}

const OF_ACCOUNT = `(cuenta_id = @cuentaId OR cuenta_id IS NULL)`
const SEEN = `${OF_ACCOUNT} AND (@moneda IS NULL OR moneda = @moneda) AND (@desde IS NULL OR fecha >= @desde) AND (@hasta IS NULL OR fecha <= @hasta)`
/** The account's before the server's, what its operator loaded before what the bank said. */
export const ORDEN_FUENTES: readonly TipoCambioRow['fuente'][] = ['tabla', 'servidor', 'bcentral']
const FIRST = `CASE fuente ${ORDEN_FUENTES.map((fuente, i) => `WHEN '${fuente}' THEN ${i}`).join(' ')} END`

export const prepareTipos = (client: Database) => ({
  find: client.prepare<
    [{ cuentaId: string; moneda: string; desde: string; hasta: string }],
    Pick<TipoCambioRow, 'valor' | 'fecha' | 'fuente'>
  >(
    `SELECT valor, fecha, fuente FROM tipo_cambio WHERE ${OF_ACCOUNT} AND moneda = @moneda AND fecha BETWEEN @desde AND @hasta
     ORDER BY fecha DESC, ${FIRST} LIMIT 1`,
  ),
  list: client.prepare<
    [FiltroTipos & { tras: string; trasMoneda: string; trasFuente: number; limit: number; offset: number }],
    TipoCambioRow
  >(
    `SELECT * FROM tipo_cambio WHERE ${SEEN} AND fecha <= @tras
       AND (fecha < @tras OR (moneda, ${FIRST}) > (@trasMoneda, @trasFuente)) ORDER BY fecha DESC, moneda, ${FIRST} LIMIT @limit OFFSET @offset`,
  ),
  count: client.prepare<[FiltroTipos], number>(`SELECT count(*) FROM tipo_cambio WHERE ${SEEN}`).pluck(),
  valueOf: client
    .prepare<[Pick<TipoCambioRow, 'cuenta_id' | 'moneda' | 'fecha' | 'fuente'>], string>(
      `SELECT valor FROM tipo_cambio WHERE cuenta_id IS @cuenta_id AND moneda = @moneda AND fecha = @fecha AND fuente = @fuente`,
    )
    .pluck(),
  insert: prepareInsert(client, tipoCambio),
  change: client.prepare<[TipoCambioRow]>(
    `UPDATE tipo_cambio SET valor = @valor, created_at = @created_at
     WHERE cuenta_id IS @cuenta_id AND moneda = @moneda AND fecha = @fecha AND fuente = @fuente`,
  ),
  /** The last day that the bank told of a currency. */
  last: client
    .prepare<[moneda: string], string | null>(
      "SELECT max(fecha) FROM tipo_cambio WHERE cuenta_id IS NULL AND fuente = 'bcentral' AND moneda = ?",
    )
    .pluck(),
})
