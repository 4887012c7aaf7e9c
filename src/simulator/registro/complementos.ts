// The applications beside the register (simulator §12.3): the receipts of a month one by one, and what kind a purchase is.

import { copyAt, readAjustes } from './ajustes'
import { isResumen } from './asiento'
import { type Consulta, type Metodo, type Respuesta, rutOf } from './consulta'
import { instante } from './detalle'
import { isPeriodo, lookAt, rowsOf } from './mirada'

const EMPRESA = ['rut', 'dv'] as const

function boletas({ sim, sesion, lado, data, page }: Consulta): Respuesta {
  const periodo = Number(data.periodo)
  const tipo = Number(data.tipoDocumento)
  if (!isPeriodo(sim, periodo) || !isResumen(tipo))
    return { codigo: 99, mensaje: 'Período no válido', data: null }
  const mirada = lookAt(sim, { lado, dueno: sesion.dueno, rut: rutOf(data, EMPRESA)! }, 'VENTA', periodo)
  const size = Math.min(100, Number(page?.pageSize) || 100)
  const from = (Math.max(1, Number(page?.pageIndex) || 1) - 1) * size
  const rows = rowsOf(sim, mirada, 'REGISTRO', tipo).slice(from, from + size)
  return {
    codigo: rows.length ? 0 : 3,
    data: rows.map((row) => ({
      det_nro_doc: row.folio,
      det_fch_doc: instante(row.recibidoAt),
      det_mnt_neto: row.montoNeto,
      det_mnt_iva: row.montoIva,
      det_mnt_exe: row.montoExento,
      det_mnt_total: row.montoTotal,
    })),
  }
}

export const METODOS_BOLETAS: Readonly<Record<string, Metodo>> = {
  obtieneListaBoletasMes: {
    clase: 'cl.sii.sdi.lob.diii.dcv.data.api.to.BoletaDiariaTo',
    campos: [...EMPRESA, 'periodo', 'tipoDocumento'],
    empresa: EMPRESA,
    run: boletas,
  },
}

const DOCUMENTO = [
  ...EMPRESA,
  'operacion',
  'tipoDocumento',
  'numeroDocumento',
  'periodoTributario',
  'rutContraparte',
  'dvContraparte',
]

const classify =
  (tipoOf: (data: Consulta['data'], antes: number) => number): Metodo['run'] =>
  ({ sim, sesion, lado, data }) => {
    const { registro } = sim.sql
    const contraparte = rutOf(data, ['rutContraparte', 'dvContraparte'])
    const row = contraparte
      ? registro.find.get({
          rut: rutOf(data, EMPRESA)!,
          lado,
          dueno: sesion.dueno,
          operacion: 'COMPRA',
          contraparte,
          tipoDte: Number(data.tipoDocumento),
          folio: Number(data.numeroDocumento),
        })
      : undefined
    const now = sim.now().getTime()
    if (!row || (row.reclamoAt ?? Number.POSITIVE_INFINITY) <= now)
      return { codigo: 2, mensaje: 'El documento no existe o no admite cambios', data: null }
    const tipo = tipoOf(data, row.tipoTransaccion)
    if (!(tipo >= 1 && tipo <= 7)) return { codigo: 2, mensaje: 'Tipo de compra no válido', data: null }
    // A copy from before this change stays visible until the next refresh.
    const copied = (row.tipoAt ?? 0) <= copyAt(readAjustes(sim).rcv_refresco, now, true)
    registro.change.run(tipo, copied ? row.tipoTransaccion : row.tipoAntes, now, row.id)
    return { data: 'OK' }
  }

const NOMBRES = [
  'Del Giro',
  'Supermercados',
  'Bienes Raíces',
  'Activo Fijo',
  'IVA Uso Común',
  'IVA no Recuperable',
  'No Corresp. Incluir',
]

const metodo = (run: Metodo['run'], more: readonly string[]): Metodo => ({
  clase: 'cl.sii.sdi.lob.diii.dcv.data.api.to.CompCompraTo',
  campos: [...DOCUMENTO, ...more],
  empresa: EMPRESA,
  run,
})

export const METODOS_TIPO_COMPRA: Readonly<Record<string, Metodo>> = {
  obtieneTiposTransaccionCompra: {
    clase: 'java.lang.Object',
    campos: [],
    run: () => ({
      data: NOMBRES.map((descripcion, i) => ({ id: i + 1, descripcion, intercambiable: true })),
    }),
  },
  cambiaTipoCompra: metodo(
    classify((data) => Number(data.tipoCompra)),
    ['tipoCompra'],
  ),
  cambiaIvaRec2Comun: metodo(
    classify(() => 5),
    ['ivaComun', 'ivaRec'],
  ),
  cambiaIvaComun2Recuperable: metodo(
    classify((_, antes) => (antes === 5 ? 1 : antes)),
    ['ivaComun', 'ivaRec'],
  ),
}
