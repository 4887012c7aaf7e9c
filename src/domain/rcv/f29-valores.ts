// The amounts of a document as the tables of the monthly return take them: its columns, and what follows from several of them
// together (domain/rcv §6).

import { divideRounded } from '../decimal'
import { tasaIva } from '../dte/impuestos'
import type { Datos, Lado } from './columnas'
import { readContradicciones } from './contradicciones'
import { type Clase, claseOf } from './f29-clases'
import { isRetencion } from './f29-impuestos'
import { HOY, REDONDEO, readFueraPlazo } from './fuera-plazo'
import { isFacturaCompra, isSobreFacturaCompra, isSobreLiquidacion, tipoTransaccionOf } from './tipos'

/** A document of the register, or several of a type in one sum. */
export interface DocumentoF29 {
  lado: Lado
  tipoDte: number
  tipoTransaccion: string | null
  documentos?: number
  /** The other party, and its day, where it is one document. */
  rut?: string
  fechaEmision?: string
  montoExento: number | null
  montoNeto: number | null
  montoIva: number | null
  ivaNoRecuperable: number | null
  ivaUsoComun: number | null
  montoTotal: number
  datos: Datos
}

/** The sums of columns; the tables place them as they place columns. */
export const DERIVADOS = {
  netoFueraPlazo: 'el neto que corresponde a «IVA fuera de plazo»',
  excesoFueraPlazo: 'lo que «IVA fuera de plazo» tiene por sobre el IVA de la nota, bajo cero, o sin neto',
  excesoActivoNeto: 'lo que «Monto Neto Activo Fijo» tiene por sobre el neto',
  excesoActivoIva: 'lo que «IVA Activo Fijo» tiene por sobre el IVA',
  excesoTercerosIva: 'lo que «IVA Terceros» tiene por sobre un IVA que no lo lleva al lado',
  diferenciaNetoIva: 'entre el IVA y el que la tasa da del neto',
  netoTerceros: 'el neto que corresponde a «IVA Terceros»',
  netoNoRecuperable: 'el neto que corresponde al IVA no recuperable',
  netoUsoComun: 'el neto que corresponde al IVA de uso común',
  ivaLiquidacion: 'el IVA de una liquidación que no dice cuál es el de su comisión',
  ivaMandante: 'el IVA de una liquidación emitida que es de las ventas del mandante',
  diferenciaComision: 'lo que a «IVA propio» le falta o sobra para ser el IVA de la comisión',
  ivaSinRetencion: 'el IVA de una factura de compra que no retiene nada',
  diferenciaRetencion: 'lo que a retenido y no retenido les falta o sobra para ser el IVA',
  retenidoTotal: 'de lo propio: el IVA, si se retuvo entero',
  netoRetenidoTotal: 'su neto',
  retenidoParcial: 'de lo propio: lo retenido, si fue una parte del IVA',
  netoRetenidoParcial: 'su neto',
} as const
export type Derivado = keyof typeof DERIVADOS

/** By column and by what is derived; what is absent is nothing. */
export type Valores = Readonly<Record<string, number>>

const amount = (value: unknown): number => (typeof value === 'number' ? value : 0)

/** The part of the net that bears a part of the VAT. */
const share = (neto: number, part: number, iva: number): number =>
  iva === 0 ? 0 : part === iva ? neto : Number(divideRounded(BigInt(neto) * BigInt(part), BigInt(iva)))

/** Whether a part of the VAT stands beside «Monto IVA» and not in it: the total says so. */
const isApart = (d: DocumentoF29, part: number): boolean => {
  const rest = d.montoTotal - amount(d.montoExento) - amount(d.montoNeto)
  return part > amount(d.montoIva) || Math.abs(rest - amount(d.montoIva) - part) <= REDONDEO
}

interface Retencion {
  retenido: number
  noRetenido: number
  /** The amount in the columns beyond the VAT, or less. */
  diferencia: number
}

/** The VAT in the total: none and all of it are so within a rounding. */
function paidOf(d: DocumentoF29, iva: number): number {
  const paid = d.montoTotal - amount(d.montoExento) - amount(d.montoNeto)
  if (Math.abs(paid) <= REDONDEO) return 0
  return Math.abs(paid - iva) <= REDONDEO ? iva : paid
}

/**
 * The withholding of a factura de compra and of notes over one. Its columns say it; where they are empty,
 * the taxes that it withholds, which a file names; else what the total has in it of the VAT.
 */
function retencionOf(d: DocumentoF29): Retencion | null {
  const { datos } = d
  if (!isFacturaCompra(d.tipoDte) && !isSobreFacturaCompra(datos)) return null
  const iva = amount(d.montoIva) + amount(d.ivaNoRecuperable) + amount(d.ivaUsoComun)
  const said = amount(datos.ivaRetenidoTotal) + amount(datos.ivaRetenidoParcial)
  const free = amount(datos.ivaNoRetenido)
  const taxes = (datos.otrosImpuestos ?? [])
    .filter(({ codigo }) => isRetencion(codigo))
    .reduce((sum, { valor }) => sum + amount(valor), 0)
  const own = free !== 0 ? free : said || taxes ? iva - (said || taxes) : paidOf(d, iva)
  const noRetenido = Math.max(0, Math.min(iva, own))
  return {
    retenido: iva - noRetenido,
    noRetenido,
    diferencia: said !== 0 && free !== 0 ? Math.abs(said + free - iva) : 0,
  }
}

/** The VAT and the net of the commission: all of a liquidación that is the mandatario's own. */
function comisionOf(d: DocumentoF29): { iva: number; neto: number } | null {
  const { datos } = d
  const [propio, terceros, neto] = [datos.ivaPropio, datos.ivaTerceros, datos.liquidacionNeto].map(
    amount,
  ) as [number, number, number]
  const said = amount(datos.liquidacionIva) || propio
  if (said) return { iva: said, neto }
  if (terceros)
    return { iva: isApart(d, terceros) ? amount(d.montoIva) : amount(d.montoIva) - terceros, neto }
  if (!neto) return amount(datos.liquidacionExento) || !amount(d.montoIva) ? { iva: 0, neto } : null
  const tasa = BigInt(tasaIva(d.fechaEmision ?? HOY))
  return { iva: Number(divideRounded(BigInt(neto) * tasa, 100n)), neto }
}

/** The VAT of what was sold for the mandante. */
function mandanteOf({ datos, montoIva }: DocumentoF29): number {
  const terceros = amount(datos.ivaTerceros)
  return terceros || Math.max(0, amount(montoIva) - amount(datos.ivaPropio))
}

/** Both columns name VAT of the issuer's own: what they differ by is in neither line. */
function diferenciaOf({ datos }: DocumentoF29): number {
  const [propio, comision] = [amount(datos.ivaPropio), amount(datos.liquidacionIva)]
  return propio && comision ? Math.abs(propio - comision) : 0
}

function ventaOf(d: DocumentoF29, retencion: Retencion | null) {
  const { datos } = d
  const [neto, iva] = [amount(d.montoNeto), amount(d.montoIva)]
  const { late, beside: apart, exceso } = readFueraPlazo(d)
  const terceros = amount(datos.ivaTerceros)
  const propio = amount(datos.ivaPropio)
  // An amount beside the VAT is made a part of it, as in every other document.
  const beside = apart + (terceros && (iva === propio || isApart(d, terceros)) ? terceros : 0)
  const whole = iva + beside
  return {
    montoIva: whole,
    ivaFueraPlazo: late,
    excesoFueraPlazo: exceso,
    netoFueraPlazo: share(neto, late, whole),
    netoTerceros: share(neto, terceros, whole),
    ...(retencion && {
      ivaNoRetenido: retencion.noRetenido,
      diferenciaRetencion: retencion.diferencia,
      ivaSinRetencion: retencion.retenido === 0 ? iva : 0,
    }),
  }
}

/** Kinds of purchase, by their number: what they say counts where the columns say nothing. */
const [ACTIVO_FIJO, USO_COMUN] = [4, 5]
/** «No Corresp. Incluir» gives no credit either. */
const SIN_CREDITO: readonly (number | null)[] = [6, 7]

function compraOf(d: DocumentoF29, retencion: Retencion | null) {
  const { datos } = d
  const kind = tipoTransaccionOf('compra', d.tipoTransaccion)
  const neto = amount(d.montoNeto)
  const all = amount(d.montoIva) + amount(d.ivaNoRecuperable) + amount(d.ivaUsoComun)
  const split = all !== amount(d.montoIva)
  const lost = !split && SIN_CREDITO.includes(kind) ? all : amount(d.ivaNoRecuperable)
  const common = !split && kind === USO_COMUN ? all : amount(d.ivaUsoComun)
  const iva = all - lost - common
  const credited = neto - share(neto, lost, all) - share(neto, common, all)
  const said = amount(datos.activoFijoNeto) !== 0 || amount(datos.activoFijoIva) !== 0
  const activo = !said && kind === ACTIVO_FIJO
  const whole = retencion !== null && retencion.noRetenido === 0
  const retenido = retencion?.retenido ?? 0
  return {
    montoIva: iva,
    ivaNoRecuperable: lost,
    ivaUsoComun: common,
    netoNoRecuperable: share(neto, lost, all),
    netoUsoComun: share(neto, common, all),
    activoFijoNeto: activo ? credited : Math.min(amount(datos.activoFijoNeto), credited),
    activoFijoIva: activo ? iva : Math.min(amount(datos.activoFijoIva), iva),
    ...(retenido && (whole ? { retenidoTotal: retenido, netoRetenidoTotal: neto } : {})),
    ...(retenido && (whole ? {} : { retenidoParcial: retenido, netoRetenidoParcial: neto })),
    ...(retencion && { ivaSinRetencion: retenido === 0 ? all : 0 }),
  }
}

/** In the sales, what was sold for a mandante: the commission alone is the issuer's. */
const DE_MANDATARIO: ReadonlySet<Clase> = new Set<Clase>([
  'liquidacion',
  'debito_liquidacion',
  'credito_liquidacion',
])

/** The class of a document, and its amounts by column. */
export function readValores(d: DocumentoF29): { clase: Clase; valores: Valores } {
  const { lado, datos } = d
  const numbers = Object.fromEntries(Object.entries(datos).filter(([, value]) => typeof value === 'number'))
  const own = {
    ...(numbers as Record<string, number>),
    montoExento: amount(d.montoExento),
    montoNeto: amount(d.montoNeto),
    montoIva: amount(d.montoIva),
    ivaNoRecuperable: amount(d.ivaNoRecuperable),
    ivaUsoComun: amount(d.ivaUsoComun),
    montoTotal: d.montoTotal,
  }
  const retencion = retencionOf(d)
  const valores: Record<string, number> = {
    ...own,
    ...(lado === 'venta' ? ventaOf(d, retencion) : compraOf(d, retencion)),
    ...readContradicciones(d),
  }
  const clase = claseOf({
    lado,
    tipoDte: d.tipoDte,
    tipoTransaccion: d.tipoTransaccion,
    soloExento: own.montoExento !== 0 && !own.montoNeto && !own.montoIva,
    retencion: retencion && (retencion.noRetenido === 0 ? 'total' : 'parcial'),
    sobreLiquidacion: isSobreLiquidacion(datos),
    emisorAjeno: datos.liquidacionRut !== undefined && datos.liquidacionRut === d.rut,
  })
  if (lado === 'venta' && DE_MANDATARIO.has(clase)) {
    const comision = comisionOf(d)
    Object.assign(
      valores,
      comision
        ? {
            liquidacionIva: comision.iva,
            liquidacionNeto: comision.neto,
            ivaMandante: mandanteOf(d),
            diferenciaComision: diferenciaOf(d),
          }
        : { ivaLiquidacion: own.montoIva },
    )
  }
  return { clase, valores }
}
