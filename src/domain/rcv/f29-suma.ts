// What a document of the register brings to the monthly return (domain/rcv §6).

import type { Datos, Lado } from './columnas'
import { isFacturaCompra, isSobreFacturaCompra } from './tipos'

/** A document of the register, or several of a type in one sum. */
export interface DocumentoF29 {
  lado: Lado
  tipoDte: number
  tipoTransaccion: string | null
  documentos?: number
  montoExento: number | null
  montoNeto: number | null
  montoIva: number | null
  ivaNoRecuperable: number | null
  ivaUsoComun: number | null
  montoTotal: number
  datos: Datos
}

/** Above zero in notes too. */
export interface SumaF29 {
  lado: Lado
  tipoDte: number
  tipoTransaccion: string | null
  documentos: number
  montoExento: number
  montoNeto: number
  montoIva: number
  ivaNoRecuperable: number
  ivaUsoComun: number
  /** Of facturas de compra, and notes over them: what was withheld of their VAT. */
  ivaRetenido: number
  sobreFacturaCompra: boolean
  /** What the register's columns of fixed assets say of a purchase. */
  activoNeto: number
  activoIva: number
  /** Whether it is a part that is a fixed asset, or one that is not; absent of a whole. */
  esActivo?: boolean
}

const amount = (value: number | string | null | undefined): number => (typeof value === 'number' ? value : 0)

/** What the column says was not withheld; where it is empty, what the total has in it of the VAT. */
function retenidoOf(d: DocumentoF29): number {
  if (!isFacturaCompra(d.tipoDte) && !isSobreFacturaCompra(d.datos)) return 0
  const iva = amount(d.montoIva) + amount(d.ivaNoRecuperable) + amount(d.ivaUsoComun)
  const said = d.datos.ivaNoRetenido
  const paid = typeof said === 'number' ? said : d.montoTotal - amount(d.montoExento) - amount(d.montoNeto)
  return Math.max(0, Math.min(iva, iva - paid))
}

function toSuma(d: DocumentoF29): SumaF29 {
  const { lado, tipoDte, tipoTransaccion, documentos = 1 } = d
  const [montoNeto, montoIva] = [amount(d.montoNeto), amount(d.montoIva)]
  return {
    lado,
    tipoDte,
    tipoTransaccion,
    documentos,
    montoExento: amount(d.montoExento),
    montoNeto,
    montoIva,
    ivaNoRecuperable: amount(d.ivaNoRecuperable),
    ivaUsoComun: amount(d.ivaUsoComun),
    ivaRetenido: retenidoOf(d),
    sobreFacturaCompra: isSobreFacturaCompra(d.datos),
    activoNeto: Math.min(amount(d.datos.activoFijoNeto), montoNeto),
    activoIva: Math.min(amount(d.datos.activoFijoIva), montoIva),
  }
}

/** What decides beside its type in which rows a document stands: only those that are alike in all of it are one sum. */
const keyOf = (s: SumaF29): string =>
  [
    s.lado,
    s.tipoDte,
    s.tipoTransaccion,
    s.sobreFacturaCompra,
    ...[s.montoExento, s.ivaNoRecuperable, s.ivaUsoComun, s.ivaRetenido].map((amount) => amount !== 0),
    s.activoNeto !== 0 || s.activoIva !== 0,
    s.activoNeto === s.montoNeto,
  ].join('/')

const AMOUNTS = [
  'documentos',
  'montoExento',
  'montoNeto',
  'montoIva',
  'ivaNoRecuperable',
  'ivaUsoComun',
  'ivaRetenido',
  'activoNeto',
  'activoIva',
] as const

/** Adds documents up, a few sums of a month however many they are. */
export function createSumasF29() {
  const sumas = new Map<string, SumaF29>()
  return {
    add(d: DocumentoF29): void {
      const one = toSuma(d)
      const key = keyOf(one)
      const suma = sumas.get(key)
      if (!suma) sumas.set(key, one)
      else for (const name of AMOUNTS) suma[name] += one[name]
    },
    all: (): SumaF29[] => [...sumas.values()],
  }
}
