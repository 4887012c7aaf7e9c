// The books that a certification asks for, as they are counted: documents, and the sums of each type.
// Whole pesos, positive of notes too (domain/certificacion §3.2).

import { micro, multiply, ONE } from '../decimal'

/** A document of a book. */
export interface DetalleLibro {
  tipoDoc: number
  folio: number
  /** `YYYY-MM-DD` */
  fecha: string
  rut: string
  razonSocial: string
  /** Rate of the IVA, per cent; null where there is no net. */
  tasa: string | null
  exento: number
  neto: number
  /** The IVA of a sale, or what a purchase gives as credit. */
  iva: number
  /** The whole document is of fixed assets. */
  activoFijo: boolean
  /** IVA that gives no credit; 1 exempt operations, 2 late, 3 refused expense, 4 free delivery, 9 other. */
  ivaNoRec: { codigo: number; monto: number } | null
  usoComun: number | null
  /** IVA that the buyer withholds, all of it. */
  retenido: number | null
  /** A note of the book's own company, over a purchase invoice of its own. */
  propio: boolean
  total: number
}

interface Operaciones {
  operaciones: number
  monto: number
}

/** The sums of a type. */
export interface TotalesLibro {
  tipoDoc: number
  documentos: number
  exento: number
  neto: number
  iva: number
  activoFijo: { operaciones: number; neto: number; iva: number } | null
  ivaNoRec: (Operaciones & { codigo: number })[]
  /** `factor` is that part of the IVA which gives credit, `0.6`. */
  usoComun: (Operaciones & { factor: string; credito: number }) | null
  retenido: number | null
  total: number
}

export interface LibroCompraVenta {
  operacion: 'COMPRA' | 'VENTA'
  totales: TotalesLibro[]
  detalle: DetalleLibro[]
}

/**
 * The number by which the SII knows a special book within its period: that of the set, and for a
 * repetition the same with the repetition's number appended (unsure, domain/certificacion §8). `intento` counts from 1.
 */
export const folioNotificacion = (atencion: string, intento: number): number =>
  Number(intento > 1 ? `${atencion}${intento - 1}` : atencion)

/** The SII's code of the IVA that the buyer withholds whole. */
export const RETENCION_TOTAL = 15

/** The `TipoLibro`, `TipoEnvio` and `NroResol`: of every book; in certification no other is taken. */
export const CARATULA_ESPECIAL = { tipoLibro: 'ESPECIAL', tipoEnvio: 'TOTAL', nroResol: 0 } as const

/** The sums of each type, in the order in which the types appear. `factor`: of common use; null in a book without any. */
export function sumTotales(detalle: readonly DetalleLibro[], factor: string | null): TotalesLibro[] {
  const groups = new Map<number, DetalleLibro[]>()
  for (const one of detalle) groups.set(one.tipoDoc, [...(groups.get(one.tipoDoc) ?? []), one])
  return [...groups].map(([tipoDoc, own]) => {
    const sum = (of: (one: DetalleLibro) => number | null) =>
      own.reduce((pesos, one) => pesos + (of(one) ?? 0), 0)
    const activos = own.filter(({ activoFijo }) => activoFijo)
    const comunes = own.filter(({ usoComun }) => usoComun !== null).length
    const comun = sum(({ usoComun }) => usoComun)
    const codigos = [...new Set(own.flatMap(({ ivaNoRec }) => ivaNoRec?.codigo ?? []))].sort()
    return {
      tipoDoc,
      documentos: own.length,
      exento: sum(({ exento }) => exento),
      neto: sum(({ neto }) => neto),
      iva: sum(({ iva }) => iva),
      activoFijo: activos.length
        ? {
            operaciones: activos.length,
            neto: sum(({ activoFijo, neto }) => (activoFijo ? neto : 0)),
            iva: sum(({ activoFijo, iva }) => (activoFijo ? iva : 0)),
          }
        : null,
      ivaNoRec: codigos.map((codigo) => ({
        codigo,
        operaciones: own.filter(({ ivaNoRec }) => ivaNoRec?.codigo === codigo).length,
        monto: sum(({ ivaNoRec }) => (ivaNoRec?.codigo === codigo ? ivaNoRec.monto : 0)),
      })),
      usoComun:
        comunes && factor !== null
          ? {
              operaciones: comunes,
              monto: comun,
              factor,
              credito: Number(multiply(micro(String(comun)), micro(factor)) / ONE),
            }
          : null,
      retenido: own.some(({ retenido }) => retenido !== null) ? sum(({ retenido }) => retenido) : null,
      total: sum(({ total }) => total),
    }
  })
}
