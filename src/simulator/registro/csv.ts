// The register's files as the page gives them (simulator §12.3): written from the columns of genuine ones, and never by what Timbre
// reads or writes them with.

import { filaDe } from '../../domain/dte/tipos'
import type { DatosRegistro } from './datos'
import { activoFijo, day, foliosReferidos, instante, nameOf, tipoNombre } from './detalle'
import type { Estado, Operacion, Vista } from './statements'

const INICIO = 'Nro;Tipo Doc;Tipo Compra;RUT Proveedor;Razon Social;Folio;Fecha Docto;Fecha Recepcion'
const MONTOS =
  'Monto Exento;Monto Neto;Monto IVA Recuperable;Monto Iva No Recuperable;Codigo IVA No Rec.;Monto Total;Monto Neto Activo Fijo;IVA Activo Fijo;IVA uso Comun;Impto. Sin Derecho a Credito;IVA No Retenido'
const FIN = 'NCE o NDE sobre Fact. de Compra;Codigo Otro Impuesto;Valor Otro Impuesto;Tasa Otro Impuesto'
const CABECERAS: Record<Estado, string> = {
  REGISTRO: `${INICIO};Fecha Acuse;${MONTOS};Tabacos Puros;Tabacos Cigarrillos;Tabacos Elaborados;${FIN}`,
  PENDIENTE: `${INICIO};${MONTOS};${FIN}`,
  RECLAMADO: `${INICIO};Fecha Reclamo;${MONTOS};${FIN}`,
  NO_INCLUIR: `${INICIO};Fecha Acuse;${MONTOS};${FIN}`,
}
const VENTA =
  'Nro;Tipo Doc;Tipo Venta;Rut cliente;Razon Social;Folio;Fecha Docto;Fecha Recepcion;Fecha Acuse Recibo;Fecha Reclamo;Monto Exento;Monto Neto;Monto IVA;Monto total;IVA Retenido Total;IVA Retenido Parcial;IVA no retenido;IVA propio;IVA Terceros;RUT Emisor Liquid. Factura;Neto Comision Liquid. Factura;Exento Comision Liquid. Factura;IVA Comision Liquid. Factura;IVA fuera de plazo;Tipo Docto. Referencia;Folio Docto. Referencia;Num. Ident. Receptor Extranjero;Nacionalidad Receptor Extranjero;Credito empresa constructora;Impto. Zona Franca (Ley 18211);Garantia Dep. Envases;Indicador Venta sin Costo;Indicador Servicio Periodico;Monto No facturable;Total Monto Periodo;Venta Pasajes Transporte Nacional;Venta Pasajes Transporte Internacional;Numero Interno;Codigo Sucursal;NCE o NDE sobre Fact. de Compra;Codigo Otro Imp.;Valor Otro Imp.;Tasa Otro Imp.'

type Celda = string | number | null | undefined

const cell = (value: Celda): string => {
  const text = String(value ?? '')
  return /[";\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}
const at = (value: number | null): string => (value === null ? '' : instante(value))
const claimOf = ({ tipoDte, reclamoAt }: Vista): string =>
  reclamoAt === null && filaDe(tipoDte)?.nota === 'credito' ? 'null' : at(reclamoAt)

/** Noise that the page's rates have at times. */
const rate = (tasa: string, id: number): string =>
  id % 10 === 0 && tasa ? `${tasa.split('.')[0]}.000000001` : tasa

function compraOf(vista: Vista, datos: DatosRegistro, estado: Estado): Celda[] {
  const activo = activoFijo(vista)
  const fecha = estado === 'PENDIENTE' ? [] : [estado === 'RECLAMADO' ? claimOf(vista) : at(vista.acuseAt)]
  return [
    ...fecha,
    vista.montoExento,
    vista.montoNeto,
    vista.ivaRecuperable,
    vista.ivaNoRecuperable,
    vista.ivaNoRecuperable ? 9 : '',
    vista.montoTotal,
    activo.neto,
    activo.iva,
    vista.ivaComun,
    0,
    datos.ivaNoRetenido ?? 0,
    ...(estado === 'REGISTRO' ? ['', '', ''] : []),
    datos.notaSobreCompra ? 1 : 0,
  ]
}

function ventaOf(vista: Vista, datos: DatosRegistro): Celda[] {
  const { referencia, comision } = datos
  return [
    at(vista.acuseAt),
    claimOf(vista),
    vista.montoExento,
    vista.montoNeto,
    vista.ivaRecuperable,
    vista.montoTotal,
    datos.ivaRetTotal ?? 0,
    datos.ivaRetParcial ?? 0,
    datos.ivaNoRetenido ?? 0,
    datos.ivaPropio ?? 0,
    datos.ivaTerceros ?? 0,
    '-',
    comision?.neto ?? 0,
    comision?.exento ?? 0,
    comision?.iva ?? 0,
    0,
    referencia?.tipo ?? 0,
    referencia ? foliosReferidos(vista, referencia) : 0,
    datos.expNumId,
    datos.expNacionalidad,
    datos.credEc ?? 0,
    '',
    datos.depEnvase ?? 0,
    0,
    datos.indServicio ?? 0,
    datos.montoNoFact ?? 0,
    datos.montoPeriodo ?? 0,
    0,
    0,
    '',
    datos.sucursal ?? 0,
    datos.notaSobreCompra ? 1 : 0,
  ]
}

/** The header, then a line each; every line but the first ends with one more semicolon. No line ends: who joins them adds those. */
export function writeLineas(operacion: Operacion, estado: Estado, rows: readonly Vista[]): string[] {
  const lines = [operacion === 'VENTA' ? VENTA : CABECERAS[estado]]
  for (const [i, vista] of rows.entries()) {
    const datos = JSON.parse(vista.datos) as DatosRegistro
    const head = [
      vista.tipoDte,
      tipoNombre(vista),
      vista.contraparte,
      nameOf(vista),
      vista.folio,
      day(vista.fechaEmision),
    ]
    const body = operacion === 'VENTA' ? ventaOf(vista, datos) : compraOf(vista, datos, estado)
    const [uno, ...more] = (datos.otros ?? []).map((tax) => [tax.codigo, tax.monto, rate(tax.tasa, vista.id)])
    const cells = [i + 1, ...head, instante(vista.recibidoAt), ...body, ...(uno ?? ['', '', ''])]
    lines.push(`${cells.map(cell).join(';')};`)
    // Number, reception and amounts belong to the first of its lines.
    for (const tax of more) {
      const [tipo, , ...rest] = head
      lines.push(`${['', tipo, '', ...rest, '', ...body.map(() => ''), ...tax].map(cell).join(';')};`)
    }
  }
  return lines
}
