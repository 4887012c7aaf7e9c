// The register's own application at the portal (simulator §12.3): summaries, details, files, and the one method that writes.

import { empresasOf } from '../contribuyentes'
import type { Falla } from '../fallas'
import { type Clave, registerEvento } from '../reclamo'
import { ACCIONES, type Accion, RESPUESTAS } from '../reclamo-codigos'
import { readAjustes } from './ajustes'
import { isResumen } from './asiento'
import { type Consulta, type Data, type Metodo, type Respuesta, rutOf } from './consulta'
import { writeLineas } from './csv'
import { detailOf, instante } from './detalle'
import { createTrabajo, listTrabajos } from './diferido'
import { changedAt, isPeriodo, lookAt, PRIMERO, rowsOf, sumsOf } from './mirada'
import type { Estado, Mirada, Operacion } from './statements'
import { nombreOf, tiposDelRegistro } from './tipos'

const CLASE = 'cl.sii.sdi.lob.diii.consdcv.data.api.to'
const EMPRESA = ['rutEmisor', 'dvEmisor'] as const
const COMUNES = [...EMPRESA, 'ptributario', 'estadoContab', 'operacion']
const DETALLE = [...COMUNES, 'codTipoDoc', 'accionRecaptcha', 'tokenRecaptcha']
const ESTADOS: readonly string[] = ['REGISTRO', 'PENDIENTE', 'NO_INCLUIR', 'RECLAMADO']

/** It says so of an empty detail and of one that is too long, too. */
export const FUERA = `El período debe ser igual o posterior a ${PRIMERO}`

interface Pregunta {
  mirada: Mirada
  estado: Estado
  tipoDte: number
}

/**
 * The subject of a question; null when it makes no sense. `lado`: of a method that is about one side
 * whatever is asked.
 */
export function readPregunta({ sim, sesion, lado, data }: Consulta, only?: Operacion): Pregunta | null {
  const periodo = Number(data.ptributario)
  // The page itself asks for sales with both of them empty.
  const operacion = only === 'VENTA' ? 'VENTA' : data.operacion
  const estado = operacion === 'VENTA' ? 'REGISTRO' : String(data.estadoContab)
  const rut = rutOf(data, EMPRESA)
  if (operacion !== (only ?? operacion) || (operacion !== 'COMPRA' && operacion !== 'VENTA')) return null
  if (!rut || !isPeriodo(sim, periodo) || !ESTADOS.includes(estado)) return null
  const mirada = lookAt(sim, { lado, dueno: sesion.dueno, rut }, operacion, periodo)
  return { mirada, estado: estado as Estado, tipoDte: Number(data.codTipoDoc ?? 0) }
}

const resumen = (consulta: Consulta): Respuesta => {
  const { sim } = consulta
  const asked = readPregunta(consulta)
  if (!asked) return { codigo: 99, mensaje: FUERA, data: null }
  const { mirada, estado } = asked
  const [rut, dv] = mirada.rut.split('-') as [string, string]
  const rows = sumsOf(sim, mirada).filter((one) => one.estado === estado)
  if (!rows.length) return { codigo: 3, data: null, dataCabecera: null }
  const code = mirada.periodo * 10 + (mirada.operacion === 'COMPRA' ? 1 : 2)
  const changed = instante(changedAt(sim, mirada))
  return {
    data: rows.map((one) => ({
      dcvCodigo: code,
      rsmnCodigo: code * 1000 + one.tipoDte,
      rsmnTipoDocInteger: one.tipoDte,
      dcvNombreTipoDoc: nombreOf(one.tipoDte),
      dcvTipoIngresoDoc: isResumen(one.tipoDte) ? 'RESUMEN' : 'DET_ELE',
      rsmnLink: !isResumen(one.tipoDte),
      rsmnTotDoc: one.documentos,
      rsmnMntExe: one.exento,
      rsmnMntNeto: one.neto,
      rsmnMntIVA: one.iva,
      rsmnMntIVANoRec: one.ivaNoRecuperable,
      rsmnIVAUsoComun: one.ivaComun,
      rsmnMntTotal: one.total,
      dcvOperacion: null,
      rsmnFechModificacion: null,
      rsmnEstadoContab: null,
      rsmnTotalRutEmisor: null,
    })),
    totDocRes: rows.reduce((sum, { documentos }) => sum + documentos, 0),
    tieneEmisorAgresivo: false,
    pDB: false,
    verF29: false,
    dataCabecera: {
      dcvPcarga: mirada.periodo,
      dcvRutEmisor: Number(rut),
      dcvDvEmisor: dv,
      dcvPtributario: mirada.periodo,
      dcvOperacion: mirada.operacion,
      dcvCodigo: code,
      dcvFctProp: '1,00',
      dcvVigente: null,
      dcvFecCreacion: instante(mirada.inicio),
      dcvFecModificacion: changed,
      dcvNroCruceHadoop: null,
      dcvFchUltimoCruceHadoop: null,
    },
  }
}

/** Rows that do not equal the summary's count, where a fault wants that. */
const spoilt = <T>(rows: T[], falla: Falla | null): T[] =>
  falla?.falla === 'fila_menos'
    ? rows.slice(0, -1)
    : falla?.falla === 'fila_repetida'
      ? [...rows, ...rows.slice(0, 1)]
      : rows

const detalle =
  (operacion: Operacion) =>
  (consulta: Consulta): Respuesta => {
    const { sim, falla } = consulta
    const asked = readPregunta(consulta, operacion)
    if (!asked?.tipoDte) return { codigo: 99, mensaje: FUERA, data: null }
    const { mirada, estado, tipoDte } = asked
    const rows = isResumen(tipoDte) ? [] : rowsOf(sim, mirada, estado, tipoDte)
    if (rows.length > readAjustes(sim).rcv_maximo) return { codigo: 99, mensaje: FUERA, data: null }
    if (!rows.length) return { codigo: 3, data: null, esDocPapel: false, dataCabecera: null }
    const data = spoilt(
      rows.map((row) => detailOf(row, mirada.periodo)),
      falla,
    )
    return { data, esDocPapel: false, dataCabecera: null }
  }

const archivo =
  (operacion: Operacion) =>
  (consulta: Consulta): Respuesta => {
    const asked = readPregunta(consulta, operacion)
    if (!asked) return { codigo: 99, mensaje: FUERA, data: null }
    const { mirada, estado, tipoDte } = asked
    const rows = rowsOf(consulta.sim, mirada, estado, tipoDte).filter((row) => !isResumen(row.tipoDte))
    return {
      data: writeLineas(operacion, estado, spoilt(rows, consulta.falla)),
      nombreArchivo: `RCV_${operacion}_${estado}_${mirada.rut}_${mirada.periodo}.csv`,
    }
  }

const control = (consulta: Consulta): Respuesta => {
  const asked = readPregunta(consulta, consulta.data.operacion === 'VENTA' ? 'VENTA' : 'COMPRA')
  if (!asked) return { codigo: 99, mensaje: FUERA, data: null }
  if (consulta.data.generaCtrl === true)
    createTrabajo(consulta.sim, asked.mirada, asked.estado, asked.tipoDte)
  const data = listTrabajos(consulta.sim, asked.mirada, consulta.falla)
  return { codigo: data.length ? 0 : 3, data }
}

function decide({ sim, libro, lado, sesion, data }: Consulta): Respuesta {
  const documentos = Array.isArray(data.dteAcuRe) ? (data.dteAcuRe as Data[]) : []
  const echo = documentos.map((one) => {
    const rutEmisor = rutOf(one, ['detRutDoc', 'detDvDoc'])
    const accion = String(one.dedCodEvento) as Accion
    const clave: Clave = {
      lado,
      rutEmisor: rutEmisor ?? '',
      tipoDte: Number(one.detTipoDoc),
      folio: Number(one.detNroDoc),
    }
    const found = libro.findDocumento(lado, clave.rutEmisor, clave.tipoDte, clave.folio)
    // Another owner's document is none here.
    const own = found && (libro.findEnvio(found.trackId)?.dueno ?? '') === sesion.dueno
    const codigo = !ACCIONES.includes(accion)
      ? 4
      : own
        ? registerEvento(sim, libro, clave, accion, sesion.rut)
        : 18
    return { ...one, respuesta: RESPUESTAS[codigo], codRespuesta: codigo === 0 ? 0 : codigo === 7 ? 100 : 2 }
  })
  return { data: echo, eventosOk: echo.filter(({ codRespuesta }) => codRespuesta === 0).length }
}

const metodo = (clase: string, campos: readonly string[], run: Metodo['run'], own = true): Metodo => ({
  clase: `${CLASE}.${clase}`,
  campos,
  run,
  ...(own && { empresa: EMPRESA }),
})
const none = (clase: string): Metodo =>
  metodo(clase, [...DETALLE, 'busquedaInicial', 'dhdrCodigo'], () => ({ codigo: 3, data: null }), false)

/** Its methods; what the others of its twenty-one tell, the register does not have. */
export const METODOS_RCV: Readonly<Record<string, Metodo>> = {
  getResumen: metodo('DcvResumenTo', [...COMUNES, 'busquedaInicial'], resumen),
  getResumenExport: metodo('DcvResumenTo', [...DETALLE, 'busquedaInicial'], resumen),
  getDetalleCompra: metodo('DcvDetalleTo', DETALLE, detalle('COMPRA')),
  getDetalleVenta: metodo('DcvDetalleTo', DETALLE, detalle('VENTA')),
  getDetalleCompraExport: metodo('DcvDetalleTo', DETALLE, archivo('COMPRA')),
  getDetalleVentaExport: metodo('DcvDetalleTo', DETALLE, archivo('VENTA')),
  getCtrlAsync: metodo('DcvCtrlAsyncTo', [...DETALLE, 'generaCtrl', 'totDoc'], control),
  getDatosInicio: metodo(
    'DcvInicioTo',
    [...EMPRESA, 'rut', 'dv'],
    () => ({ data: tiposDelRegistro() }),
    false,
  ),
  getDcvEmpresasAutorizadas: metodo(
    'DcvEmpresaTo',
    [],
    ({ sim, lado, sesion }) => ({
      data: [sesion.rut, ...empresasOf(sim, lado, sesion.rut)].map((one) => {
        const [rut, dv] = one.split('-') as [string, string]
        return { usrEmpRut: Number(rut), usrEmpDv: dv, usrEmpRutDv: one, razonSocONombreEmp: null }
      }),
    }),
    false,
  ),
  getEventosDoc: metodo(
    'DcvEventoTo',
    [],
    () => ({
      dataEventosDocs: ['ERM', 'ACD', 'RCD', 'RFP', 'RFT', 'ERG'].map((code) => ({
        dedCodEvento: code,
        dedDescEvento: code === 'ERG' ? 'Recibo general' : code,
      })),
    }),
    false,
  ),
  ingresarAceptacionReclamoDocs: metodo(
    'DcvAceptacionReclamoTo',
    ['dteAcuRe', 'rutAutenticado', 'dvAutenticado'],
    decide,
    false,
  ),
  ...Object.fromEntries(
    [
      'getDetalleDTE',
      'getOtrosImpuestos',
      'getDetalleIEC02',
      'getStringValue',
      'getDetallesObs',
      'getDetalleObsCompraExp',
      'getDetalleObservacionRutDoc',
      'getDetalleObservacionTpoDoc',
      'getResumenObsCruce',
      'getResumenObservacionesRutTpoDoc',
    ].map((name) => [name, none('DcvDetalleTo')]),
  ),
}
