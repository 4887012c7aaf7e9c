// The invoice of dispatch guides (http §5; domain/dte §7.2): its net, its exempt and its non-billable sums and the
// base of every tax are those of the guides together; IVA and taxes are computed on these sums, as of any invoice.

import { decimal, type Micro, micro } from '../../decimal'
import type { Dte, LineaDetalle, Referencia } from '../dte'
import { FACTURA, FACTURA_EXENTA, GUIA, type TipoDocumento, tipoDocumento } from '../tipos'
import { type Base, computeLinea, efectoDeGlobales, hasEffect } from '../totales'
import { detallePropio } from '../transporte'
import {
  type Grupo,
  groupLineas,
  informados,
  lineaDeGrupo,
  lineaPara,
  makesCredito,
  receptorPara,
  tasaCredito,
  ventaComun,
} from './derive'
import type { Lectura } from './lectura'
import { glosaDeFolios, type PedidoFactura } from './pedido-factura'
import type { Solicitud } from './solicitud'

/** With more guides one reference stands for all (http §5). */
const REFERENCIAS_MAX = 20

const ORIGEN = tipoDocumento(GUIA)

type Globales = NonNullable<Solicitud['dscRcgGlobal']>

/** Lines and global lines that say what the guides say. */
interface Forma {
  detalle: LineaDetalle[]
  globales: Globales
}

/**
 * The lines that a guide brings to an invoice: lines that are not billed (4) or lower an earlier guide (5)
 * stay behind.
 */
const vendidas = (guia: Dte): LineaDetalle[] =>
  detallePropio(guia).filter(({ exento }) => exento !== 4 && exento !== 5)

/**
 * The request of the invoice that covers `guias`, at least one, of one receiver. Notes what they cannot be invoiced for
 * together; undefined then.
 */
export function solicitudFactura(
  guias: readonly Dte[],
  pedido: PedidoFactura,
  l: Lectura,
): Solicitud | undefined {
  const lineas = guias.flatMap(vendidas)
  const afecto = groupLineas(lineas, ORIGEN).some(({ exento, monto }) => !exento && monto !== 0n)
  const codigo = pedido.tipoDte ?? (afecto ? FACTURA : FACTURA_EXENTA)
  if (codigo === FACTURA_EXENTA && afecto) {
    return l.fault('tipo_dte', 'afecto', 'Las guías tienen montos afectos: factúrelas con tipo_dte 33')
  }
  if (codigo === FACTURA && !afecto) {
    return l.fault('tipo_dte', 'sin_afecto', 'Las guías son exentas: factúrelas con tipo_dte 34')
  }
  const tipo = tipoDocumento(codigo)
  const tasa = guias.map(tasaCredito).find((t) => guias.every((guia) => makesCredito(guia, t)))
  if (tasa === undefined && guias.some((guia) => tasaCredito(guia))) {
    return l.fault('guias', 'credito', 'Las guías difieren en el crédito de constructoras: factúrelas aparte')
  }
  const forma = formaDe(guias, tipo, pedido.agruparLineas)
  if (!forma) {
    const mensaje =
      'Los descuentos o recargos globales de guías con distintos impuestos adicionales no caben en una factura: factúrelas una a una'
    return l.fault('guias', 'globales', mensaje, 'GUIDE_NOT_INVOICEABLE')
  }
  const newest = guias.toSorted(byFecha).at(-1)!
  const referencias = [...referenciasDe(guias, newest), ...(pedido.solicitud.referencias ?? [])]
  if (referencias.length > 40) {
    const mensaje = `Con las guías la factura tiene ${referencias.length} referencias y admite 40`
    return l.fault('referencias', 'cantidad_max', mensaje)
  }
  const venta = ventaComun(guias, tipo, l)
  if (!venta) return undefined
  const impuestos = sumInformados(guias)
  return {
    ...pedido.solicitud,
    ...venta,
    tipoDte: codigo,
    receptor: receptorPara(newest.receptor, tipo),
    detalle: forma.detalle,
    ...(forma.globales.length > 0 && { dscRcgGlobal: forma.globales }),
    referencias,
    ...(impuestos.length > 0 && { impuestos }),
    ...(tasa && { tasaCreditoEmpresaConstructora: tasa }),
    ...withFolios(guias, pedido),
  }
}

const byFecha = (a: Dte, b: Dte): number =>
  a.idDoc.fechaEmision.localeCompare(b.idDoc.fechaEmision) || a.idDoc.folio - b.idDoc.folio

/** The first way that the invoice has room for: all lines, sums of each guide, sums of all. */
function formaDe(guias: readonly Dte[], tipo: TipoDocumento, agrupar: boolean): Forma | undefined {
  const ways = [
    ...(agrupar || guias.length > REFERENCIAS_MAX ? [] : [copyLineas]),
    ...(guias.length > REFERENCIAS_MAX ? [] : [sumEach]),
    sumAll,
  ]
  for (const way of ways) {
    const forma = way(guias, tipo)
    if (forma && forma.detalle.length <= tipo.lineasMax) return forma
  }
  return undefined
}

function copyLineas(guias: readonly Dte[], tipo: TipoDocumento): Forma | undefined {
  const detalle = guias.flatMap((guia) => vendidas(guia).map((linea) => lineaPara(linea, ORIGEN, tipo)))
  const [only] = guias
  if (guias.length === 1) {
    return { detalle, globales: only!.dscRcgGlobal.filter((d) => hasEffect(ORIGEN, d, only!.detalle)) }
  }
  const globales = enPesos(efectoDe(guias), guias.flatMap(vendidas))
  return globales && { detalle, globales }
}

function sumEach(guias: readonly Dte[]): Forma | undefined {
  return summarize(
    guias.map((guia) => [guia]),
    ([guia]) => `Según guía de despacho ${guia!.idDoc.folio}`,
  )
}

function sumAll(guias: readonly Dte[]): Forma | undefined {
  return summarize([guias], (all) => `Según ${all.length} guías de despacho`)
}

/** One line for each treatment of each parcel of guides. */
function summarize(
  parcels: readonly (readonly Dte[])[],
  nombre: (parcel: readonly Dte[]) => string,
): Forma | undefined {
  const detalle: LineaDetalle[] = []
  const rest: Record<Base, Micro> = { afecto: 0n, exento: 0n, noFacturable: 0n }
  for (const parcel of parcels) {
    const all = groupLineas(parcel.flatMap(vendidas), ORIGEN)
    const groups = all.filter(({ monto }) => monto !== 0n)
    const efecto = efectoDe(parcel)
    for (const base of ['afecto', 'exento', 'noFacturable'] as const) {
      rest[base] += absorb(groups, base, efecto[base])
    }
    for (const group of groups) detalle.push(lineaDeGrupo(group, nombre(parcel) + sufijo(group)))
  }
  const globales = enPesos(rest, detalle)
  return globales && { detalle, globales }
}

const EXENTO: Record<Base, LineaDetalle['exento']> = { afecto: undefined, exento: 1, noFacturable: 2 }

/** Lets the untaxed group of a sum take what global lines do to it (domain/dte §7.2: the line is the net); what is left over. */
function absorb(groups: readonly Grupo[], base: Base, efecto: Micro): Micro {
  const group = groups.find((g) => g.exento === EXENTO[base] && g.impuestoAdicional.length === 0)
  if (!group || group.monto + efecto < 0n) return efecto
  group.monto += efecto
  return 0n
}

function sufijo({ exento, impuestoAdicional }: Grupo): string {
  if (exento === 1) return ', exento'
  if (exento) return ', no facturable'
  return impuestoAdicional.length ? `, con impuesto ${impuestoAdicional.join(' y ')}` : ''
}

/** The joint effect of the global lines of some guides. */
function efectoDe(guias: readonly Dte[]): Record<Base, Micro> {
  const sum = { afecto: 0n, exento: 0n, noFacturable: 0n }
  for (const { detalle, dscRcgGlobal } of guias) {
    const efecto = efectoDeGlobales(ORIGEN, detalle, dscRcgGlobal)
    for (const base of Object.keys(sum) as Base[]) sum[base] += efecto[base]
  }
  return sum
}

const AFECTA_EXENTO = { afecto: undefined, exento: 1, noFacturable: 2 } as const

/**
 * Global lines in pesos that have an effect; undefined where the format wants percentages, which cannot hit a peso (domain/dte §6.4),
 * or where there is nothing that a line would act on.
 */
function enPesos(efecto: Record<Base, Micro>, lineas: readonly LineaDetalle[]): Globales | undefined {
  const globales: Globales = []
  for (const base of ['afecto', 'exento', 'noFacturable'] as const) {
    const amount = efecto[base]
    if (amount === 0n) continue
    if (base === 'afecto' && new Set(lineas.flatMap((d) => d.impuestoAdicional ?? [])).size > 1)
      return undefined
    const afectaExento = AFECTA_EXENTO[base]
    const line = {
      linea: 0,
      tipo: amount < 0n ? ('D' as const) : ('R' as const),
      glosa: 'Según guías de despacho',
      tipoValor: '$' as const,
      valor: decimal(amount < 0n ? -amount : amount),
      ...(afectaExento && { afectaExento }),
    }
    const withMontos = lineas.map((linea) => ({ ...linea, ...computeLinea(linea) }))
    if (!hasEffect(ORIGEN, line, withMontos)) return undefined
    globales.push(line)
  }
  return globales
}

/** Taxes informed by amount, added up by code. */
function sumInformados(guias: readonly Dte[]): NonNullable<Solicitud['impuestos']> {
  const sums = new Map<string, { monto: Micro; tasas: Set<string | undefined> }>()
  for (const { codigo, monto, tasa } of guias.flatMap(informados)) {
    const sum = sums.get(codigo) ?? { monto: 0n, tasas: new Set() }
    sum.monto += micro(monto)
    sum.tasas.add(tasa)
    sums.set(codigo, sum)
  }
  return [...sums].map(([codigo, { monto, tasas }]) => {
    const [tasa] = tasas
    return { codigo, monto: decimal(monto), ...(tasas.size === 1 && tasa && { tasa }) }
  })
}

function referenciasDe(guias: readonly Dte[], newest: Dte): Referencia[] {
  const deGuia = { tipoDocumento: String(GUIA) }
  if (guias.length <= REFERENCIAS_MAX) {
    return guias.map(({ idDoc: { folio, fechaEmision: fecha } }, i) => {
      return { linea: i + 1, ...deGuia, folio: String(folio), fecha }
    })
  }
  const folios = guias.map(({ idDoc }) => idDoc.folio)
  const { fechaEmision: fecha } = newest.idDoc
  return [{ linea: 1, ...deGuia, global: 1, folio: '0', fecha, razon: glosaDeFolios(folios, 90) }]
}

/** The paper of an invoice with a global reference says which guides it covers. */
function withFolios(
  guias: readonly Dte[],
  { solicitud: { impresion } }: PedidoFactura,
): Pick<Solicitud, 'impresion'> {
  if (guias.length <= REFERENCIAS_MAX) return {}
  const nota = glosaDeFolios(guias.map(({ idDoc }) => idDoc.folio))
  return { impresion: { ...impresion, notas: [...(impresion?.notas ?? []), nota] } }
}
