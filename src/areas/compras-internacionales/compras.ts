// Purchases from abroad as they are kept: the one place that works out what blocks each and which of them are one
// (areas/compras-internacionales §1, §3).

import type { Clock } from '../../base/clock'
import type { NewId } from '../../base/id'
import {
  bloqueosOf,
  type CampoDudoso,
  type Clasificacion,
  type PropuestaCompra,
} from '../../domain/compra-internacional'
import { AppError } from '../../domain/errors'
import { isDate } from '../../domain/fecha'
import { foldText } from '../../domain/texto'
import type { Titular } from '../../domain/titular'
import { PROPUESTA_VACIA } from '../../extraccion'
import type { Store } from '../../store/store'
import type { Trozos } from '../../store/trozos'
import { type Conversion, enPesosEnteros, exactDecimal, PESO, type TiposCambio } from '../tipos-cambio'
import { clavesOf } from './claves'
import { type CompraGuardada, type CompraRow, type FiltroCompras, prepareCompras } from './statements'

/** A rate that no table gave; the pesos too where a card statement told them. */
export type ConversionFija = Pick<Conversion, 'tipoCambio' | 'fechaTc'> &
  ({ fuente: 'manual' } | { fuente: 'estado_cuenta'; montoClp: number })

/** The changes of a purchase. */
export interface Cambio {
  estado?: CompraGuardada['estado']
  metodo?: string | null
  paginas?: number | null
  motivo?: string | null
  propuesta?: PropuestaCompra
  dudosos?: readonly CampoDudoso[]
  conversion?: ConversionFija | null
  clasificacion?: Clasificacion
}

/** A purchase as it begins. */
interface NuevaCompra extends Cambio {
  id: string
  estado: CompraGuardada['estado']
  /** `ultimo`: its last piece, which `saveFile` returned. */
  archivo?: { nombre: string; ultimo: Uint8Array; sha256: string }
  fila?: { estadoCuentaId: string; fila: number }
}

const SIN_CLASIFICAR: Clasificacion = {
  naturaleza: 'indeterminado',
  prestadorResidente: null,
  ivaChilenoCobrado: null,
  confirmado: false,
  afectoImpuestoAdicional: null,
}

const place = (id: string) => ({ table: 'compra_int_archivo', column: 'archivo_cifrado', id })
const filaOf = (id: string) => ({ tabla: 'compra_int_archivo', id }) as const

type Guardado = Pick<
  CompraGuardada,
  'propuesta' | 'dudosos' | 'conversion' | 'naturaleza' | 'prestador_residente' | 'iva_chileno_cobrado'
> &
  Pick<CompraGuardada, 'afecto_impuesto_adicional' | 'confirmado'>

const bool = (value: 0 | 1 | null): boolean | null => (value === null ? null : value === 1)
const bit = (value: boolean | null): 0 | 1 | null => (value === null ? null : value ? 1 : 0)

export const propuestaOf = (row: Pick<Guardado, 'propuesta'>): PropuestaCompra => JSON.parse(row.propuesta)
export const dudososOf = (row: Pick<Guardado, 'dudosos'>): CampoDudoso[] => JSON.parse(row.dudosos)
export const clasificacionOf = (row: Guardado): Clasificacion => ({
  naturaleza: row.naturaleza,
  prestadorResidente: bool(row.prestador_residente),
  ivaChilenoCobrado: bool(row.iva_chileno_cobrado),
  confirmado: row.confirmado === 1,
  afectoImpuestoAdicional: bool(row.afecto_impuesto_adicional),
})
/** Every reason that keeps it from being issued, that it comes to no peso as well. */
export const bloqueosDe = (row: Guardado, conversion: Pick<Conversion, 'montoClp'> | null) => [
  ...bloqueosOf(propuestaOf(row), dudososOf(row), clasificacionOf(row)),
  ...(conversion && conversion.montoClp < 1 ? [SIN_PESOS] : []),
]

const SIN_PESOS = {
  motivo: 'INFORMACION_INDETERMINADA' as const,
  mensaje: 'El monto no llega a un peso: revise el monto y el tipo de cambio',
}

export type Compras = ReturnType<typeof createCompras>

export function createCompras({
  store: { client, secrets },
  trozos,
  clock,
  newId,
  tipos,
}: {
  store: Store
  trozos: Trozos
  clock: Clock
  newId: NewId
  tipos: Pick<TiposCambio, 'find'>
}) {
  const sql = prepareCompras(client)

  /** A row with a change, and all that follows from it. */
  function withCambio(row: CompraGuardada, cambio: Cambio): CompraGuardada {
    const propuesta = cambio.propuesta ?? propuestaOf(row)
    const dudosos = cambio.dudosos ?? dudososOf(row)
    const clasificacion = cambio.clasificacion ?? clasificacionOf(row)
    const { proveedor, numero, fecha } = propuesta
    const { estado, metodo, paginas, motivo, conversion } = cambio
    return {
      ...row,
      ...(estado !== undefined && { estado }),
      ...(metodo !== undefined && { metodo }),
      ...(paginas !== undefined && { paginas }),
      ...(motivo !== undefined && { motivo }),
      ...(conversion !== undefined && { conversion: conversion && JSON.stringify(conversion) }),
      propuesta: JSON.stringify(propuesta),
      dudosos: JSON.stringify(dudosos),
      naturaleza: clasificacion.naturaleza,
      prestador_residente: bit(clasificacion.prestadorResidente),
      iva_chileno_cobrado: bit(clasificacion.ivaChilenoCobrado),
      afecto_impuesto_adicional: bit(clasificacion.afectoImpuestoAdicional),
      confirmado: clasificacion.confirmado ? 1 : 0,
      bloqueos: JSON.stringify(bloqueosOf(propuesta, dudosos, clasificacion).map(({ motivo }) => motivo)),
      busqueda: [proveedor.nombre, proveedor.taxId, numero].map((text) => foldText(text ?? '')).join('\n'),
      fecha: fecha !== null && isDate(fecha) ? fecha : null,
      ...clavesOf(propuesta),
      updated_at: clock().toISOString(),
    }
  }

  /** Throws NOT_FOUND. */
  function get({ empresaId, ambiente }: Titular, id: string): CompraRow {
    const row = sql.get.get(id, empresaId, ambiente)
    if (!row) throw new AppError('NOT_FOUND', 'No existe la compra internacional')
    return row
  }

  /** By the rate of the day, or by the one that was typed or told; null when there is none, no amount, or more pesos than there are. */
  function convert(cuentaId: string, row: CompraRow): Conversion | null {
    const found = conversionOf(cuentaId, row)
    return found && Number.isSafeInteger(found.montoClp) ? found : null
  }

  function conversionOf(cuentaId: string, row: CompraRow): Conversion | null {
    if (row.dte_job_id !== null && row.emision_conversion) return JSON.parse(row.emision_conversion)
    const { moneda, monto, fecha } = propuestaOf(row)
    const amount = monto === null ? null : exactDecimal(monto)
    if (moneda === null || amount === null) return null
    const fija: ConversionFija | null = row.conversion && JSON.parse(row.conversion)
    // Pesos are worth one each, whatever was typed while they were of another currency.
    if (fija && moneda !== PESO) return { moneda, montoClp: enPesosEnteros(amount, fija.tipoCambio), ...fija }
    const tipo = fecha !== null && isDate(fecha) ? tipos.find(cuentaId, moneda, fecha) : null
    return tipo && { ...tipo, montoClp: enPesosEnteros(amount, tipo.tipoCambio) }
  }

  return {
    newId: (): string => newId('ci'),
    get,
    convert,
    list: (filtro: FiltroCompras, limit: number, offset: number): CompraRow[] =>
      sql.list.all({ ...filtro, limit, offset }),
    count: (filtro: FiltroCompras): number => sql.count.get(filtro)!,

    /** Writes a long file but for its last piece, in turns. */
    saveFile: (id: string, bytes: Uint8Array): Promise<Uint8Array> => trozos.save(filaOf(id), bytes),
    /** Forgets what was written of the file of a purchase that came to nothing. */
    letGo(id: string): void {
      if (!sql.file.get(id)) trozos.drop(filaOf(id))
    },

    /** In the caller's transaction. */
    create({ empresaId, ambiente }: Titular, { id, estado, archivo, fila, ...cambio }: NuevaCompra): void {
      const at = clock().toISOString()
      const blank: CompraGuardada = {
        id,
        empresa_id: empresaId,
        ambiente,
        estado,
        metodo: null,
        paginas: null,
        motivo: null,
        archivo_nombre: archivo?.nombre ?? null,
        archivo_sha256: archivo?.sha256 ?? null,
        propuesta: JSON.stringify(PROPUESTA_VACIA),
        dudosos: '[]',
        conversion: null,
        naturaleza: SIN_CLASIFICAR.naturaleza,
        prestador_residente: null,
        iva_chileno_cobrado: null,
        afecto_impuesto_adicional: null,
        confirmado: 0,
        bloqueos: '[]',
        busqueda: '',
        fecha: null,
        clave_nombre: null,
        clave_tax_id: null,
        emision_job_id: null,
        emision_conversion: null,
        estado_cuenta_id: fila?.estadoCuentaId ?? null,
        fila: fila?.fila ?? null,
        created_at: at,
        updated_at: at,
      }
      sql.insert.run(withCambio(blank, cambio))
      if (archivo) sql.insertFile.run(id, secrets.seal(place(id), archivo.ultimo))
    },

    /** In the caller's transaction, which has found that it may be changed. */
    change(id: string, cambio: Cambio): void {
      sql.update.run(withCambio(sql.stored.get(id)!, cambio))
    },

    stored: (id: string): CompraGuardada | undefined => sql.stored.get(id),

    /** The bytes of its file; null when it came without one. */
    async file(id: string): Promise<Buffer | null> {
      const sealed = sql.file.get(id)
      return sealed ? trozos.read(filaOf(id), secrets.open(place(id), sealed)) : null
    },

    /** Another one of the same supplier, number and amount, what is issued or on its way first. */
    repetida: (row: CompraRow): Pick<CompraRow, 'id' | 'estado' | 'dte_folio'> | undefined =>
      sql.repetidas.get(row),

    /** Ties a purchase to the job of its document; in the transaction that accepts that. */
    issue: (id: string, jobId: string, conversion: Conversion): void =>
      void sql.issue.run(jobId, JSON.stringify(conversion), clock().toISOString(), id),

    /** The buying company. */
    empresa: (empresaId: string) => sql.empresa.get(empresaId)!,
    /** The company's permission for the operator's model. */
    modoIa: (empresaId: string) => sql.modoIa.get(empresaId)!,
    deMonto: sql.deMonto,
    ofFila: (estadoCuentaId: string): Map<number, string> =>
      new Map(sql.ofFila.all(estadoCuentaId).map(({ fila, id }) => [fila, id])),
  }
}
