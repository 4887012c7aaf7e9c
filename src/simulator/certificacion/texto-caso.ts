// A case as the text of a set has it (simulator §23.1): fields, the table of its items, and what follows it.

import type { Aduana, Caso, Linea } from './filas'
import type { Pluma } from './pluma'
import { DOCUMENTO, isExportacion, LIQUIDACION } from './tipos'

interface Columna {
  titulo: string
  cell(linea: Linea): number | string | undefined
}

const CANTIDAD: Columna = { titulo: 'CANTIDAD', cell: ({ cantidad }) => cantidad }
const UNIDAD: Columna = { titulo: 'UNIDAD MEDIDA', cell: ({ unidad }) => unidad }
const precio = (titulo: string): Columna => ({ titulo, cell: ({ precio: one }) => one })
const DESCUENTO: Columna = {
  titulo: 'DESCUENTO ITEM',
  cell: ({ descuento }) => (descuento === undefined ? undefined : `${descuento}%`),
}
const TOTAL: Columna = { titulo: 'TOTAL LINEA', cell: ({ monto }) => monto }

/** The columns of a case's table. */
function columnsOf(caso: Caso, exenta: boolean): Columna[] {
  const [first] = caso.lineas
  const has = (campo: keyof Linea): boolean => first![campo] !== undefined
  if (caso.tipo === LIQUIDACION) return [CANTIDAD, TOTAL]
  if (caso.servicio !== undefined) return [precio('VALOR LINEA')]
  const exporta = isExportacion(caso.tipo)
  return [
    ...(has('cantidad') ? [CANTIDAD] : []),
    ...(has('unidad') ? [UNIDAD] : []),
    ...(has('precio') ? [precio(exenta && !exporta ? 'VALOR UNITARIO' : 'PRECIO UNITARIO')] : []),
    // An export tells its discounts below.
    ...(has('descuento') && !exporta ? [DESCUENTO] : []),
  ]
}

function printTabla(lineas: readonly Linea[], columns: readonly Columna[], { sep, cola }: Pluma): string[] {
  const head = `ITEM${columns.map(({ titulo }) => sep() + titulo).join('')}${cola()}`
  const rows = lineas.map((linea) => {
    const cells = columns.map(({ cell }) => sep() + String(cell(linea)))
    return `${linea.nombre}${cells.join('')}${cola()}`
  })
  return [head, ...rows, '']
}

const ruler = (text: string): string => '='.repeat(text.length)

/** `numero`: attention number and case. */
export function printCaso(casos: readonly Caso[], caso: Caso, numero: string, pluma: Pluma): string[] {
  const { sep, cola, dialecto } = pluma
  const head = `CASO ${dialecto === 'antiguo' ? ' ' : ''}${numero}`
  const { referencia, traslado, lineas, comisiones, descuentoGlobal, aduana } = caso
  const exenta = lineas.some(({ exento }) => exento) && lineas.every(({ exento }) => exento)
  const lines = [head, ruler(head), `DOCUMENTO${sep()}${DOCUMENTO[caso.tipo]}${cola()}`]
  if (referencia) {
    const target = casos[referencia.caso - 1]!
    const words = DOCUMENTO[target.tipo]!.replace(' ', dialecto === 'actual' ? '  ' : ' ')
    const atencion = numero.split('-')[0]
    lines.push(`REFERENCIA${sep()}${words} CORRESPONDIENTE A CASO ${atencion}-${referencia.caso}${cola()}`)
    lines.push(`RAZON REFERENCIA${sep()}${referencia.razon}${cola()}`)
  }
  if (traslado) lines.push(`MOTIVO:${sep()}${traslado.motivo}`)
  if (traslado?.por) lines.push(`TRASLADO POR: ${sep()}${traslado.por}`)
  lines.push('')
  if (lineas.length) lines.push(...printTabla(lineas, columnsOf(caso, exenta), pluma))
  if (comisiones) {
    lines[lines.length - 1] = `COMISIONES Y OTROS CARGOS${sep()}TOTAL LINEA${cola()}`
    lines.push(...comisiones.map(({ nombre, neto }) => `${nombre}${sep()}${neto}${cola()}`), '')
  }
  if (descuentoGlobal) lines.push(`DESCUENTO GLOBAL ITEMES AFECTOS${sep()}${descuentoGlobal}%`, '')
  if (aduana) lines.push(...printAduana(aduana, lineas, caso.servicio), '')
  return [...lines, '']
}

/** Hundredths as the text has them. */
const decimal = (centavos: number): string =>
  `${Math.trunc(centavos / 100)}.${String(centavos % 100).padStart(2, '0')}`.replace(/\.?0+$/, '')

function printAduana(aduana: Aduana, lineas: readonly Linea[], servicio: number | undefined): string[] {
  const key = (name: string, value: string | null | undefined): string[] =>
    value ? [`${`${name}:`.padEnd(44)} ${value}`] : []
  const monto = (one: number | null): string | null => (one === null ? null : decimal(one))
  const { unidades } = aduana
  const lines = [
    ...aduana.papeles.flatMap((papel) => key('REFERENCIA', papel)),
    ...key('MONEDA DE LA OPERACION', aduana.moneda),
    ...key('FORMA DE PAGO EXPORTACION', aduana.formaPago.texto),
    ...key('MODALIDAD DE VENTA', aduana.modalidad?.texto),
    ...key('CLAUSULA DE VENTA DE EXPORTACION', aduana.clausula?.texto),
    ...key('TOTAL CLAUSULA DE VENTA', monto(aduana.totalClausula)),
    ...key('VIA DE TRANSPORTE', aduana.via?.texto),
    ...key('PUERTO DE EMBARQUE', aduana.embarque?.texto),
    ...key('PUERTO DE DESEMBARQUE', aduana.desembarque?.texto),
    ...key('UNIDAD DE MEDIDA DE TARA', unidades?.[0].texto),
    ...key('UNIDAD PESO BRUTO', unidades?.[1].texto),
    ...key('UNIDAD PESO NETO', unidades?.[2].texto),
    ...key('TIPO DE BULTO', aduana.bulto?.texto),
    ...key('TOTAL BULTOS', aduana.totalBultos === null ? null : String(aduana.totalBultos)),
    ...key('FLETE (**)', monto(aduana.flete)),
    ...key('SEGURO (**)', monto(aduana.seguro)),
    ...key('PAIS RECEPTOR Y PAIS DESTINO', aduana.pais?.texto),
    ...key('NACIONALIDAD', aduana.nacionalidad?.texto),
  ]
  if (aduana.comisionExterior)
    lines.push(
      `COMISIONES EN EL EXTRANJERO (RECARGOS GLOBALES): ${aduana.comisionExterior}% DEL TOTAL DE LA CLAUSULA`,
    )
  lineas.forEach(({ descuento, recargo }, i) => {
    if (descuento !== undefined) lines.push(`DESCUENTO LINEA # ${i + 1}: ${descuento}%`)
    if (recargo !== undefined && servicio !== undefined)
      lines.push(`%${recargo} RECARGO EN LA LINEA DE ITEM POR COMISIONES EN EL EXTERIOR`)
  })
  return lines
}

/** The file of boletas: cases without attention number, prices with IVA. */
export const printBoleta = (casos: readonly Caso[]): string[] =>
  casos.flatMap(({ lineas, observacion }, i) => [
    ...[`CASO-${i + 1}`, '======', 'Item\t\tCantidad\tPrecio Unitario con IVA'],
    ...lineas.map(({ nombre, cantidad, precio: one }) => `${nombre}\t\t${cantidad}\t${one}`),
    ...(observacion ? [`OBSERVACION: "${observacion}"`] : []),
    '',
  ])
