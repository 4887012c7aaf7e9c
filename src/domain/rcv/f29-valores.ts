// The amounts of a document as the tables of the monthly return take them: its columns, and what follows from several of them
// together (domain/rcv §6).

import type { Lado } from './columnas'
import { readContradicciones } from './contradicciones'
import { type Clase, claseOf } from './f29-clases'
import { comisionOf, mandanteOf, readComisionTardia } from './f29-liquidacion'
import { readFueraPlazo } from './fuera-plazo'
import { amount, isBeside, type Montos, share, todoElIva } from './montos'
import { readRetencion } from './retencion'
import { isSobreLiquidacion, tipoTransaccionOf } from './tipos'

/** A document of the register, or several of a type in one sum. */
export interface DocumentoF29 extends Montos {
  lado: Lado
  tipoTransaccion: string | null
  documentos?: number
  /** The other party, where it is one document. */
  rut?: string
}

/** The sums of columns; the tables place them as they place columns. */
export const DERIVADOS = {
  netoFueraPlazo: 'el neto que corresponde a «IVA fuera de plazo»',
  excesoFueraPlazo: 'lo que «IVA fuera de plazo» tiene por sobre el IVA de la nota, bajo cero, o sin neto',
  excesoActivoNeto: 'lo que «Monto Neto Activo Fijo» tiene por sobre el neto',
  excesoActivoIva: 'lo que «IVA Activo Fijo» tiene por sobre el IVA',
  excesoTercerosIva: 'lo que «IVA Terceros» tiene por sobre un IVA que no lo lleva al lado',
  ivaFueraPlazoParcial: 'el IVA fuera de plazo de una nota a una liquidación, si no es todo el suyo',
  creditoTardio: 'el crédito de empresas constructoras de una nota entera fuera de plazo',
  diferenciaNetoIva: 'entre el IVA y el que la tasa da del neto',
  diferenciaPropio: 'lo que a «IVA propio» e «IVA Terceros» les falta o sobra para ser el IVA',
  netoActivoSolo: 'el neto de activo fijo de una compra cuyo «IVA Activo Fijo» está vacío',
  netoTerceros: 'el neto que corresponde a «IVA Terceros»',
  netoNoRecuperable: 'el neto que corresponde al IVA no recuperable',
  netoUsoComun: 'el neto que corresponde al IVA de uso común',
  ivaUsoComunActivo: 'lo del IVA de uso común que es de activo fijo',
  ivaUsoComunDudoso: 'lo del IVA de uso común que puede ser de activo fijo',
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
type Valores = Readonly<Record<string, number>>

type Retencion = ReturnType<typeof readRetencion>

/** In the sales, notes of credit of the seller's own, whose VAT out of time is not declared. */
const RESTAN: ReadonlySet<Clase> = new Set<Clase>(['credito', 'credito_activo'])

function ventaOf(d: DocumentoF29, clase: Clase, retencion: Retencion) {
  const { datos } = d
  const [neto, iva] = [amount(d.montoNeto), amount(d.montoIva)]
  const { late, beside: apart } = readFueraPlazo(d)
  const said = Math.max(0, amount(datos.ivaTerceros))
  const own = iva === amount(datos.ivaPropio) || said > iva || isBeside(d, said)
  // An amount beside the VAT is made a part of it, as in every other document.
  const whole = iva + apart + (own ? said : 0)
  // VAT of others that is out of time too is taken off once: with the late.
  const terceros = RESTAN.has(clase) ? Math.min(said, whole - late) : said
  const netoLate = share(neto, late, whole)
  const tardia = RESTAN.has(clase) && netoLate !== 0 && late + terceros === whole
  return {
    montoIva: whole,
    ivaFueraPlazo: late,
    netoFueraPlazo: netoLate,
    ivaTerceros: terceros,
    netoTerceros: tardia ? neto - netoLate : share(neto, terceros, whole),
    ...(tardia && tardioOf(d)),
    ...(retencion && {
      ivaNoRetenido: retencion.noRetenido,
      ivaSinRetencion: retencion.retenido === 0 ? iva : 0,
    }),
  }
}

/** A note that is not declared brings no credit either. */
const tardioOf = ({ datos }: Montos) => ({
  tardia: 1,
  creditoEmpresaConstructora: 0,
  creditoTardio: amount(datos.creditoEmpresaConstructora),
})

/** Kinds of purchase, by their number: what they say counts where the columns say nothing. */
const [ACTIVO_FIJO, USO_COMUN] = [4, 5]
/** «No Corresp. Incluir» gives no credit either. */
const SIN_CREDITO: readonly (number | null)[] = [6, 7]

/** Purchases whose fixed assets stand on a line of their own; those of notes stand on the notes'. */
const PARTIBLES: ReadonlySet<Clase> = new Set<Clase>([
  'giro',
  'supermercado',
  'inmueble',
  'propia',
  'importacion',
])

/** The VAT of common use of fixed assets: as much as finds no place in other VAT is; the rest of what may be is in doubt. */
function comunDeActivo(common: number, activo: number, other: { iva: number; lost: number }) {
  const sure = Math.min(common, Math.max(0, activo - other.iva - other.lost))
  return { ivaUsoComunActivo: sure, ivaUsoComunDudoso: Math.min(common - sure, activo - sure) }
}

/** The VAT of the fixed assets of a purchase; a column that names their net alone says its share. */
function activoIvaOf({ datos, montoNeto }: Montos, all: number): number {
  const [said, neto] = [amount(datos.activoFijoIva), amount(montoNeto)]
  return Math.max(0, said || share(all, Math.min(amount(datos.activoFijoNeto), neto), neto))
}

/** The fixed assets of a purchase, no more than what of it gives credit: all of it, or what its columns say. */
function activoOf({ datos }: Montos, credited: { neto: number; iva: number }, all: boolean) {
  if (all) return { activoFijoNeto: credited.neto, activoFijoIva: credited.iva }
  const [neto, iva] = [amount(datos.activoFijoNeto), amount(datos.activoFijoIva)]
  return {
    activoFijoNeto: Math.min(neto, credited.neto),
    activoFijoIva: Math.min(iva, credited.iva),
    netoActivoSolo: credited.iva && !iva ? neto : 0,
  }
}

function compraOf(d: DocumentoF29, clase: Clase, retencion: Retencion) {
  const { datos } = d
  const kind = tipoTransaccionOf('compra', d.tipoTransaccion)
  const neto = amount(d.montoNeto)
  const all = todoElIva(d)
  const split = all !== amount(d.montoIva)
  const lost = !split && SIN_CREDITO.includes(kind) ? all : amount(d.ivaNoRecuperable)
  const common = !split && kind === USO_COMUN ? all : amount(d.ivaUsoComun)
  const iva = all - lost - common
  const netoLost = share(neto, lost, all)
  const netoCommon = common && !iva ? neto - netoLost : share(neto, common, all)
  const credited = neto - netoLost - netoCommon
  const said = amount(datos.activoFijoNeto) !== 0 || amount(datos.activoFijoIva) !== 0
  const activo = !said && kind === ACTIVO_FIJO
  const comun = comunDeActivo(PARTIBLES.has(clase) ? common : 0, activo ? all : activoIvaOf(d, all), {
    iva,
    lost,
  })
  const whole = retencion !== null && retencion.noRetenido === 0
  const retenido = retencion?.retenido ?? 0
  return {
    montoIva: iva,
    ivaNoRecuperable: lost,
    ...comun,
    ivaUsoComun: common - comun.ivaUsoComunActivo - comun.ivaUsoComunDudoso,
    netoNoRecuperable: netoLost,
    netoUsoComun: netoCommon,
    ...(PARTIBLES.has(clase) && activoOf(d, { neto: credited, iva }, activo)),
    ...(retenido && (whole ? { retenidoTotal: retenido, netoRetenidoTotal: neto } : {})),
    ...(retenido && (whole ? {} : { retenidoParcial: retenido, netoRetenidoParcial: neto })),
    // The rest is told by what was withheld.
    ...(retencion && { ivaNoRetenido: 0, ivaSinRetencion: retenido === 0 ? all : 0 }),
  }
}

/** In the sales, what was sold for a mandante: the commission alone is the issuer's. */
const DE_MANDATARIO: ReadonlySet<Clase> = new Set<Clase>([
  'liquidacion',
  'debito_liquidacion',
  'credito_liquidacion',
])

/** The commission in place of the VAT, and of a note of credit what of it is out of time. */
function mandatarioOf(d: DocumentoF29, clase: Clase) {
  const comision = comisionOf(d)
  const late = clase === 'credito_liquidacion' ? readComisionTardia(d) : null
  return {
    ...(comision
      ? { liquidacionIva: comision.iva, liquidacionNeto: comision.neto, ivaMandante: mandanteOf(d) }
      : { ivaLiquidacion: amount(d.montoIva) }),
    ...(late && {
      ivaFueraPlazo: late.tardia,
      netoFueraPlazo: comision ? share(comision.neto, late.tardia, comision.iva) : 0,
      ivaFueraPlazoParcial: late.parcial,
      ...(late.entera && tardioOf(d)),
    }),
  }
}

interface Leido {
  clase: Clase
  valores: Valores
  /** A note of credit of which all is out of time: none of it is declared. */
  tardia: boolean
}

/** The class of a document, and its amounts by column. */
export function readValores(d: DocumentoF29): Leido {
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
  const retencion = readRetencion(d)
  const clase = claseOf({
    lado,
    tipoDte: d.tipoDte,
    tipoTransaccion: d.tipoTransaccion,
    soloExento: own.montoExento !== 0 && !own.montoNeto && !own.montoIva,
    retencion: retencion && (retencion.noRetenido === 0 ? 'total' : 'parcial'),
    sobreLiquidacion: isSobreLiquidacion(datos),
    emisorAjeno: datos.liquidacionRut !== undefined && datos.liquidacionRut === d.rut,
  })
  const { tardia, ...valores }: Record<string, number> = {
    ...own,
    ...(lado === 'venta' ? ventaOf(d, clase, retencion) : compraOf(d, clase, retencion)),
    ...readContradicciones(d),
    ...(lado === 'venta' && DE_MANDATARIO.has(clase) && mandatarioOf(d, clase)),
  }
  return { clase, valores, tardia: tardia === 1 }
}
