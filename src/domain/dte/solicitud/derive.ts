// Helpers for requests derived from issued documents: a block of a document as it would be asked for in
// another type, the rate behind a credit, and the sums of lines that the law treats alike.

import { decimal, divideRounded, type Micro, micro, multiply, ONE } from '../../decimal'
import type { Decimal, Dte, LineaDetalle, Receptor } from '../dte'
import { admits, codigoObligacion, nodo } from '../esquema'
import { CODIGOS_INFORMADOS } from '../impuestos'
import { type TipoDocumento, tipoDocumento } from '../tipos'
import type { Lectura } from './lectura'
import type { Solicitud } from './solicitud'

const admitidos = new Map<string, ReadonlySet<string>>()

/** The keys of a block that a document of the type may carry. */
function keysOf({ raiz, codigo }: TipoDocumento, ruta: string): ReadonlySet<string> {
  const name = `${codigo} ${ruta}`
  let keys = admitidos.get(name)
  if (!keys) {
    const hijos = nodo(raiz, ruta)!.hijos.filter((n) => codigoObligacion(n, codigo) !== 0)
    keys = new Set(hijos.map(({ key }) => key))
    admitidos.set(name, keys)
  }
  return keys
}

function pick<T extends object>(block: T, tipo: TipoDocumento, ruta: string): T {
  const keys = keysOf(tipo, ruta)
  return Object.fromEntries(Object.entries(block).filter(([key]) => keys.has(key))) as T
}

/** The receiver as the type can say it. */
export const receptorPara = (receptor: Receptor, tipo: TipoDocumento): Receptor =>
  pick(receptor, tipo, 'Encabezado/Receptor')

/** The owner of the sale and its kind, as the type can say it. */
export const ventaPara = (
  { idDoc, rutMandante, totales, otraMoneda }: Pick<Dte, 'idDoc' | 'rutMandante' | 'totales' | 'otraMoneda'>,
  tipo: TipoDocumento,
): Pick<Solicitud, 'tipoTransaccionVenta' | 'rutMandante' | 'ivaTerceros' | 'otraMoneda'> => ({
  ...(idDoc.tipoTransaccionVenta &&
    admits(tipo, 'Encabezado/IdDoc/TpoTranVenta') && { tipoTransaccionVenta: idDoc.tipoTransaccionVenta }),
  ...(rutMandante && admits(tipo, 'Encabezado/RUTMandante') && { rutMandante }),
  ...(totales.ivaTerceros !== undefined &&
    admits(tipo, 'Encabezado/Totales/IVATerc') && { ivaTerceros: totales.ivaTerceros }),
  ...(otraMoneda &&
    !tipo.monedaExtranjera && {
      otraMoneda: { moneda: otraMoneda.moneda, tipoCambio: otraMoneda.tipoCambio },
    }),
})

/** The sale that guides are together: one kind and one principal, or the fault of those that differ. */
export function ventaComun(
  guias: readonly Dte[],
  tipo: TipoDocumento,
  l: Lectura,
): Partial<Solicitud> | undefined {
  const ventas = guias.map((guia) => ventaPara(guia, tipo))
  const { rutMandante, tipoTransaccionVenta = 1 } = ventas[0]!
  if (
    ventas.some(
      (v) => v.rutMandante !== rutMandante || (v.tipoTransaccionVenta ?? 1) !== tipoTransaccionVenta,
    )
  ) {
    return l.fault(
      'guias',
      'venta',
      'Las guías difieren en su mandante o en el tipo de venta: factúrelas aparte',
    )
  }
  const ajeno = ventas.reduce((sum, { ivaTerceros }) => sum + micro(ivaTerceros), 0n)
  return {
    tipoTransaccionVenta,
    ...(rutMandante && { rutMandante }),
    ...(ajeno !== 0n && { ivaTerceros: decimal(ajeno) }),
  }
}

/** A computed line as it would be asked for: of each pair that follows from the other, one; exempt where its type said so. */
export function lineaPara(linea: LineaDetalle, origen: TipoDocumento, tipo: TipoDocumento): LineaDetalle {
  const { precio, monto, descuentoPct, descuentoMonto, recargoPct, recargoMonto, exento, ...rest } = linea
  const indicador = exento ?? (origen.exento ? 1 : undefined)
  return {
    ...pick(rest, tipo, 'Detalle'),
    ...(indicador && { exento: indicador }),
    ...(precio === undefined ? { monto } : { precio }),
    ...(descuentoPct ? { descuentoPct } : descuentoMonto && { descuentoMonto }),
    ...(recargoPct ? { recargoPct } : recargoMonto && { recargoMonto }),
  } as LineaDetalle
}

/** Whole digits that a price may have (domain/dte §6.1). */
const PRECIO_MAX = 10n ** 12n * ONE

/** A line that is an amount and nothing else: one unit at that price (domain/dte §7.2). */
const lineaDeMonto = (nombre: string, monto: Micro): Pick<LineaDetalle, 'linea' | 'nombre' | 'monto'> =>
  (monto < PRECIO_MAX
    ? { nombre, cantidad: '1', precio: decimal(monto) }
    : { nombre, monto: decimal(monto) }) as LineaDetalle

/** Whether the lines of a document carry IVA. */
export function hasPreciosBrutos({ idDoc }: Pick<Dte, 'idDoc'>): boolean {
  const { raiz, exento } = tipoDocumento(idDoc.tipoDte)
  return idDoc.mntBruto === 1 || (raiz === 'Boleta' && !exento && idDoc.indMntNeto === undefined)
}

/** The taxes of a document whose amount its issuer informed. */
export const informados = ({ totales }: Pick<Dte, 'totales'>): NonNullable<Solicitud['impuestos']> =>
  (totales.impuestos ?? []).filter(({ codigo }) => CODIGOS_INFORMADOS.has(codigo))

/**
 * The rate with the fewest decimals, at most 4, that makes the credit of a building company from the IVA; undefined without
 * one. The document keeps the amount alone, and four always suffice: an IVA that would need more has room for the error.
 */
export function tasaCredito({ totales }: Pick<Dte, 'totales'>): Decimal | undefined {
  const credito = micro(totales.creditoEmpresaConstructora)
  const iva = micro(totales.montoIva)
  if (credito === 0n || iva === 0n) return undefined
  for (const units of [10n, 100n, 1000n]) {
    const tasa = divideRounded(credito * units, iva) * (ONE / units)
    if (multiply(iva, tasa) === credito) return decimal(tasa)
  }
  return decimal(divideRounded(credito * 10_000n, iva) * (ONE / 10_000n))
}

/** Whether a rate makes the credit that the document states. */
export const makesCredito = ({ totales }: Pick<Dte, 'totales'>, tasa: Decimal | undefined): boolean =>
  multiply(micro(totales.montoIva), micro(tasa)) === micro(totales.creditoEmpresaConstructora)

/** Lines that the law treats alike: affected, exempt or not billed, and under the same taxes. */
export interface Grupo {
  exento: LineaDetalle['exento']
  impuestoAdicional: string[]
  monto: Micro
  /** `MntBaseFaena` and `MntMargComer` of its lines. */
  baseFaena: Micro
  margenComercial: Micro
  nombres: string[]
}

/** The sums of lines by treatment, in the order in which each first appears. */
export function groupLineas(lineas: readonly LineaDetalle[], origen: TipoDocumento): Grupo[] {
  const groups = new Map<string, Grupo>()
  for (const linea of lineas) {
    const exento = linea.exento ?? (origen.exento ? 1 : undefined)
    const impuestoAdicional = [...(linea.impuestoAdicional ?? [])].sort()
    const key = `${exento ?? 0} ${impuestoAdicional}`
    const group = groups.get(key) ?? {
      exento,
      impuestoAdicional,
      monto: 0n,
      baseFaena: 0n,
      margenComercial: 0n,
      nombres: [],
    }
    group.monto += micro(linea.monto)
    group.baseFaena += micro(linea.retenedor?.baseFaena)
    group.margenComercial += micro(linea.retenedor?.margenComercial)
    if (!group.nombres.includes(linea.nombre)) group.nombres.push(linea.nombre)
    groups.set(key, group)
  }
  return [...groups.values()]
}

/** The line that stands for a group. */
export function lineaDeGrupo(grupo: Grupo, nombre: string): LineaDetalle {
  const { exento, impuestoAdicional, baseFaena, margenComercial } = grupo
  const retenedor = {
    indAgente: 'R' as const,
    ...(baseFaena && { baseFaena: decimal(baseFaena) }),
    ...(margenComercial && { margenComercial: decimal(margenComercial) }),
  }
  return {
    ...lineaDeMonto(nombre, grupo.monto),
    descripcion: joinNames(grupo.nombres),
    ...(exento && { exento }),
    ...(impuestoAdicional.length && { impuestoAdicional }),
    ...((baseFaena || margenComercial) && { retenedor }),
  } as LineaDetalle
}

const DESCRIPCION_MAX = 500

/**
 * Joins the names of what was sold, in plain words as Res. Ex. SII 36/2024 wants them, as far as there is
 * room. Ex. SII 36/2024 wants them, as far as there is room.
 */
function joinNames(nombres: readonly string[]): string {
  let text = nombres[0]!
  for (const nombre of nombres.slice(1)) {
    if (text.length + nombre.length > DESCRIPCION_MAX) return `${text} y otros`
    text += `, ${nombre}`
  }
  return text
}
