// The query of documents issued and received (simulator §12.5): the same ledger, whatever state a purchase is in, and its own meaning
// of each code.

import { filaDe, TIPOS } from '../../domain/dte/tipos'
import { addMonths, chileDate } from '../../domain/fecha'
import { type Consulta, type Data, type Metodo, type Respuesta, rutOf } from './consulta'
import { TASA_IVA } from './datos'
import { day } from './detalle'
import { lookAt, rowsOf } from './mirada'
import type { Estado, Operacion, Vista } from './statements'
import { nombreOf } from './tipos'

const ESTADOS: readonly Estado[] = ['REGISTRO', 'PENDIENTE', 'NO_INCLUIR', 'RECLAMADO']
const NINGUNO: Respuesta = { codigo: 2, mensaje: 'No existen documentos', data: null }
const MALO: Respuesta = { codigo: 99, mensaje: 'Parámetros no válidos', data: null }
/** Months of which it keeps the details. */
const MESES = 6
/** From so many rows on its totals are off. */
const MUCHOS = 100

const periodoOf = ({ periodo }: Data): number =>
  /^\d{4}-(0[1-9]|1[0-2])$/.test(String(periodo)) ? Number(String(periodo).replace('-', '')) : 0

/** Issued documents are those that the company wrote, a 46 too; received ones those that others wrote. */
function documentsOf({ sim, lado, sesion, data }: Consulta, rut: string): Vista[] | null {
  const periodo = periodoOf(data)
  const issued = Number(data.operacion) === 1
  if (!periodo || (!issued && Number(data.operacion) !== 2)) return null
  const rows = (operacion: Operacion): Vista[] => {
    const mirada = lookAt(sim, { lado, dueno: sesion.dueno, rut }, operacion, periodo)
    return ESTADOS.flatMap((estado) => rowsOf(sim, mirada, estado, 0))
  }
  const swapped = ({ tipoDte, datos }: Vista): boolean =>
    filaDe(tipoDte)?.delComprador || JSON.parse(datos).notaSobreCompra === true
  const [own, other]: [Operacion, Operacion] = issued ? ['VENTA', 'COMPRA'] : ['COMPRA', 'VENTA']
  return [...rows(own).filter((row) => !swapped(row)), ...rows(other).filter(swapped)]
}

const seccionOf = (tipo: number): string =>
  filaDe(tipo)?.monedaExtranjera ? 'S4' : filaDe(tipo)?.delComprador ? 'S2' : 'S1'

function resumen(consulta: Consulta): Respuesta {
  const rut = rutOf(consulta.data, ['rutContribuyente', 'dvContribuyente'])!
  const rows = documentsOf(consulta, rut)
  if (!rows) return MALO
  if (!rows.length) return NINGUNO
  const [numero, dv] = rut.split('-') as [string, string]
  const tipos = [...new Set(rows.map(({ tipoDte }) => tipoDte))].sort((a, b) => a - b)
  const resumenDte = tipos.map((tipo) => {
    const of = rows.filter(({ tipoDte }) => tipoDte === tipo)
    return {
      tipoDoc: tipo,
      tipoDocDesc: nombreOf(tipo),
      totalDoc: of.length,
      ...totals(of),
      seccion: seccionOf(tipo),
      periodo: consulta.data.periodo,
      rut: Number(numero),
      dv,
      refNCD: 0,
      totalDocNCD: 0,
    }
  })
  return { data: { resumenDte, datosAsync: null } }
}

const sum = (rows: Vista[], field: 'montoExento' | 'montoNeto' | 'montoIva' | 'montoTotal'): number =>
  rows.reduce((so, row) => so + row[field], 0)

const totals = (rows: Vista[]) => ({
  mntExento: sum(rows, 'montoExento'),
  mntNeto: sum(rows, 'montoNeto'),
  mntIVA: sum(rows, 'montoIva'),
  mntTotal: sum(rows, 'montoTotal'),
})

function detalle(consulta: Consulta): Respuesta {
  const { sim, data } = consulta
  const periodo = periodoOf(data)
  const oldest = Number(addMonths(chileDate(sim.now()), -MESES).slice(0, 7).replace('-', ''))
  if (periodo && periodo < oldest)
    return { codigo: 1, mensaje: 'Sólo hay detalle de los últimos seis meses', data: null }
  const all = documentsOf(consulta, rutOf(data, ['rut', 'dv'])!)
  if (!all) return MALO
  const rows = all.filter(({ tipoDte }) => tipoDte === Number(data.tipoDoc))
  if (!rows.length) return NINGUNO
  const detalles = rows.map((row) => {
    const [rut, dv] = row.contraparte.split('-') as [string, string]
    return {
      rutReceptor: Number(rut),
      dvReceptor: dv,
      rznSocRecep: row.razonSocial,
      folio: row.folio,
      fechaEmision: day(row.fechaEmision),
      fechaEmisionA: row.fechaEmision.replaceAll('-', '/'),
      fechaRecepcion: day(chileDate(new Date(row.recibidoAt))),
      mntNeto: row.montoNeto,
      mntExento: row.montoExento,
      mntIva: row.montoIva,
      mntTotal: row.montoTotal,
      tasaIVA: null,
      tasaImptoIVA: TASA_IVA,
      dehOrdenEvento: row.acuseAt === null ? '5' : '2',
      dehDescripcion: row.acuseAt === null ? '' : 'Acuse Recibo',
      totOtrosImp: (JSON.parse(row.datos).otros ?? []).reduce(
        (so: number, { monto }: { monto: number }) => so + monto,
        0,
      ),
      dhdrCodigo: 7_000_000_000 + row.documentoId,
    }
  })
  const { mntExento, mntNeto, mntIVA, mntTotal } = totals(rows)
  return {
    data: null,
    dataResp: {
      detalles,
      totMntExe: mntExento,
      totMntNeto: mntNeto,
      totMntIVA: mntIVA,
      totMntTotal: mntTotal + (all.length > MUCHOS ? 1 : 0),
    },
    dataReferencias: null,
    dataReferenciados: null,
    reparos: null,
    detalleDte: null,
    impuestoAdicional: null,
  }
}

const DETALLE: Metodo = {
  clase: 'cl.sii.sdi.lob.diii.consemitidos.data.api.to.DetalleTo',
  campos: ['tipoDoc', 'rut', 'dv', 'periodo', 'operacion', 'derrCodigo', 'refNCD'],
  empresa: ['rut', 'dv'],
  run: detalle,
}

export const METODOS_CONSULTA: Readonly<Record<string, Metodo>> = {
  getDatosInicio: {
    clase: 'cl.sii.sdi.lob.diii.consemitidos.data.api.to.InicioTo',
    campos: ['rut', 'dv'],
    empresa: ['rut', 'dv'],
    run: () => ({
      data: TIPOS.map(({ codigo }) => ({ codigoDoc: codigo, descDoc: nombreOf(codigo) })),
    }),
  },
  getResumen: {
    clase: 'cl.sii.sdi.lob.diii.consemitidos.data.api.to.ResumenTo',
    campos: ['periodo', 'rutContribuyente', 'dvContribuyente', 'operacion'],
    empresa: ['rutContribuyente', 'dvContribuyente'],
    run: resumen,
  },
  getDetalle: DETALLE,
  getDetalleRecibidos: DETALLE,
  getDetalleEmitidos3334: DETALLE,
}
