// Card statements: their movements, sealed, and which purchase each may be (areas/compras-internacionales §4).

import type { Clock } from '../../base/clock'
import type { NewId } from '../../base/id'
import { decimal, micro, ONE } from '../../domain/decimal'
import { AppError } from '../../domain/errors'
import { addDays } from '../../domain/fecha'
import type { Titular } from '../../domain/titular'
import { type EstadoCuenta, type FilaEstado, PROPUESTA_VACIA } from '../../extraccion'
import type { Store } from '../../store/store'
import type { Trozos } from '../../store/trozos'
import { exactDecimal, PESO } from '../tipos-cambio'
import { type Compras, type ConversionFija, propuestaOf } from './compras'
import { type EstadoCuentaRow, prepareEstados } from './statements'
import { type Candidata, DIAS, type Sugerencia, suggest, words } from './sugerencia'

/** Purchases of one amount that are looked at; more are a subscription's, whose nearest days come first. */
const PARECIDAS_MAX = 50

/** A movement, its number from 1, and what it became or may be. */
interface Movimiento extends FilaEstado {
  n: number
  compraId: string | null
  sugerencia: Sugerencia | null
}

/** The reading of a file; `formato` null when nobody read it. */
type Leido = Omit<EstadoCuenta, 'formato' | 'paginas'> & { formato: string | null; paginas?: number | null }

export type Estados = ReturnType<typeof createEstados>

const place = (column: 'archivo_cifrado' | 'filas_cifradas', id: string) => ({
  table: 'estado_cuenta',
  column,
  id,
})

const filaOf = (id: string) => ({ tabla: 'estado_cuenta', id }) as const

export function createEstados({
  store: { client, secrets },
  trozos,
  clock,
  newId,
  compras,
}: {
  store: Store
  trozos: Trozos
  clock: Clock
  newId: NewId
  compras: Compras
}) {
  const sql = prepareEstados(client)

  const filasOf = (row: EstadoCuentaRow): Pick<EstadoCuenta, 'filas' | 'ilegibles'> =>
    row.filas_cifradas
      ? JSON.parse(secrets.open(place('filas_cifradas', row.id), row.filas_cifradas).toString())
      : { filas: [], ilegibles: [] }

  /** Throws NOT_FOUND. */
  function get({ empresaId, ambiente }: Titular, id: string): EstadoCuentaRow {
    const row = sql.get.get(id, empresaId, ambiente)
    if (!row) throw new AppError('NOT_FOUND', 'No existe el estado de cuenta')
    return row
  }

  /** The purchases that movements may be, by currency and amount: read once for all of a statement, not for each. */
  function candidatesOf(
    { empresaId, ambiente }: Titular,
    filas: readonly FilaEstado[],
    taken: ReadonlySet<string>,
  ) {
    const byMonto = new Map<string, Candidata[]>()
    const days = filas.map(({ fecha }) => fecha).sort()
    const near = { desde: addDays(days[0]!, -DIAS), hasta: addDays(days.at(-1)!, DIAS) }
    for (const moneda of new Set(filas.map((fila) => fila.moneda))) {
      for (const row of compras.deMonto.all({ empresaId, ambiente, moneda, ...near })) {
        const { monto, proveedor, fecha } = propuestaOf(row)
        const amount = monto === null ? null : exactDecimal(monto)
        if (amount === null || taken.has(row.id)) continue
        const key = `${moneda} ${amount}`
        const same = byMonto.get(key) ?? []
        if (same.length < PARECIDAS_MAX)
          same.push({ id: row.id, fecha: fecha!, names: words(proveedor.nombre ?? '') })
        byMonto.set(key, same)
      }
    }
    return byMonto
  }

  /** Keeps the movements and lets the file go, which holds the number of the card. In the caller's transaction. */
  function finish(id: string, { formato, tarjeta, filas, ilegibles, motivo }: Leido): void {
    sql.finish.run({
      ...{ id, formato, tarjeta, motivo },
      estado: filas.length ? 'extraido' : 'sin_extraer',
      filas: filas.length,
      filas_cifradas: secrets.seal(place('filas_cifradas', id), JSON.stringify({ filas, ilegibles })),
    })
    trozos.drop(filaOf(id))
  }

  return {
    newId: (): string => newId('ec'),
    get,
    list: (
      { empresaId, ambiente }: Titular,
      limit: number,
      offset: number,
      last: EstadoCuentaRow | null,
    ): EstadoCuentaRow[] =>
      sql.list.all(empresaId, ambiente, last?.created_at ?? '9999', last?.id ?? '', limit, offset),
    count: ({ empresaId, ambiente }: Titular): number => sql.count.get(empresaId, ambiente)!,

    /** Writes a long file but for its last piece, in turns. */
    saveFile: (id: string, bytes: Uint8Array): Promise<Uint8Array> => trozos.save(filaOf(id), bytes),
    /** Forgets what was written of the file of a statement that came to nothing, or was read. */
    letGo(id: string): void {
      if (!sql.stored.get(id)?.archivo_cifrado) trozos.drop(filaOf(id))
    },

    /** In the caller's transaction; `ultimo` is the last piece of its file, which `saveFile` returned. */
    create(
      { empresaId, ambiente }: Titular,
      id: string,
      { nombre, ultimo, sha256 }: { nombre: string; ultimo: Uint8Array; sha256: string },
    ): void {
      sql.insert.run({
        id,
        empresa_id: empresaId,
        ambiente,
        estado: 'extrayendo',
        archivo_nombre: nombre,
        archivo_sha256: sha256,
        filas: 0,
        archivo_cifrado: secrets.seal(place('archivo_cifrado', id), ultimo),
        created_at: clock().toISOString(),
      })
    },

    /** The file while it is still to be read. */
    async file(id: string): Promise<{ bytes: Buffer; nombre: string } | null> {
      const row = sql.stored.get(id)
      if (!row?.archivo_cifrado) return null
      const last = secrets.open(place('archivo_cifrado', id), row.archivo_cifrado)
      const bytes = await trozos.read(filaOf(id), last)
      return bytes && { bytes, nombre: row.archivo_nombre }
    },

    finish,

    giveUp: (id: string, motivo: string): void =>
      finish(id, { formato: null, tarjeta: null, filas: [], ilegibles: [], motivo }),

    ilegibles: (row: EstadoCuentaRow) => filasOf(row).ilegibles,

    movimientos(row: EstadoCuentaRow): Movimiento[] {
      const made = compras.ofFila(row.id)
      const taken = new Set(made.values())
      const titular = { empresaId: row.empresa_id, ambiente: row.ambiente }
      const { filas } = filasOf(row)
      const candidates = filas.length ? candidatesOf(titular, filas, taken) : new Map<string, Candidata[]>()
      return filas.map((fila, i) => {
        const compraId = made.get(i + 1) ?? null
        return { n: i + 1, ...fila, compraId, sugerencia: compraId ? null : suggest(fila, candidates) }
      })
    },

    /** Makes a purchase of a movement, in the caller's transaction; its id. Throws NOT_FOUND, INVALID_STATE, ALREADY_EXISTS. */
    toCompra(titular: Titular, row: EstadoCuentaRow, n: number): string {
      const fila = filasOf(row).filas[n - 1]
      if (!fila) throw new AppError('NOT_FOUND', `El estado de cuenta no tiene una fila ${n}`)
      const known = compras.ofFila(row.id).get(n)
      if (known) throw new AppError('ALREADY_EXISTS', `La fila ${n} ya es la compra ${known}`)
      const monto = exactDecimal(fila.monto)
      if (monto === null || monto[0] === '-' || !/[1-9]/.test(monto))
        throw new AppError('INVALID_STATE', `La fila ${n} devuelve dinero: no es una compra`)
      const id = compras.newId()
      const conversion = conversionOf(fila, monto)
      const dudoso = (campo: string, motivo: string) => ({ campo, motivo, alternativas: [] })
      compras.create(titular, {
        id,
        estado: 'extraida',
        metodo: 'estado_cuenta',
        propuesta: {
          ...PROPUESTA_VACIA,
          proveedor: { ...PROPUESTA_VACIA.proveedor, nombre: fila.comercio.slice(0, 100), pais: fila.pais },
          fecha: fila.fecha,
          moneda: fila.moneda,
          monto: fila.monto,
          descripcion: fila.comercio,
        },
        dudosos: [
          dudoso('proveedor.nombre', 'Es el nombre del comercio en la tarjeta; en la factura puede ser otro'),
          dudoso('fecha', [DEL_CARGO, fila.dudaFecha].filter(Boolean).join('. ')),
          ...(fila.duda ? [dudoso('monto', fila.duda)] : []),
          ...(conversion
            ? [
                dudoso(
                  'tipo_cambio',
                  'Es la conversión del estado de cuenta, no el tipo de cambio observado de ese día',
                ),
              ]
            : []),
        ],
        conversion,
        fila: { estadoCuentaId: row.id, fila: n },
      })
      return id
    },
  }
}

const DEL_CARGO = 'Es el día del cargo en la tarjeta; el de la factura puede ser otro'

/** The rate that the bank charged by, to six places; null where the statement tells no pesos beside another currency. */
function conversionOf({ fecha, moneda, montoClp }: FilaEstado, monto: string): ConversionFija | null {
  if (moneda === PESO || montoClp === null || montoClp <= 0) return null
  const tipoCambio = decimal((BigInt(montoClp) * ONE * ONE) / micro(monto))
  return { tipoCambio, fechaTc: fecha, fuente: 'estado_cuenta', montoClp }
}
