// The lines that each column of the register feeds in the monthly return, by class of document: which line
// with which sign, what must not be declared, and what cannot be placed, which is then warned of with its
// amount. The one table: `f29.ts` walks it and the room's README shows it (domain/rcv §6).

import type { Lado } from './columnas'
import { CLASES, type Clase } from './f29-clases'
import { COMPRAS } from './f29-compras'
import { CONTRADICCIONES } from './f29-contradicciones'
import type { Destino } from './f29-destino'
import { VENTAS } from './f29-ventas'

export const DESTINOS: Readonly<Record<Lado, readonly Destino[]>> = {
  venta: [...VENTAS, ...CONTRADICCIONES.venta],
  compra: [...COMPRAS, ...CONTRADICCIONES.compra],
}

/** The effect of columns without amounts: they choose the class, or nothing. */
export const DECIDEN: Readonly<Record<string, string>> = {
  tipoDte: 'la clase del documento',
  tipoTransaccion:
    'activo fijo, bienes raíces y supermercados; la que el SII no nombra, del giro, con aviso `F29_NOT_PLACED`',
  notaSobreFacturaCompra: 'que una nota es a una factura de compra',
  referenciaTipo: 'que una nota es a una liquidación',
  liquidacionRut: 'en papel, que la liquidación es de otro y la anota el mandante',
  codigoIvaNoRec: 'nada: toda causa va a la misma línea',
  'las demás': 'nada',
}

/** Rows by class and column, in the order in which they are walked. */
function index(lado: Lado): ReadonlyMap<Clase, readonly (readonly [string, readonly Destino[]])[]> {
  const columns = Map.groupBy(DESTINOS[lado], ({ columna }) => columna)
  const rows = (clase: Clase) =>
    [...columns].map(([columna, all]) => {
      const own = all.filter(({ clases }) => clases?.includes(clase))
      return [columna, own.length ? own : all.filter(({ clases }) => clases === null)] as const
    })
  return new Map((Object.keys(CLASES[lado]) as Clase[]).map((clase) => [clase, rows(clase)]))
}
export const DESTINOS_DE = { venta: index('venta'), compra: index('compra') } as const
