// The content of each part of a printed document, without its place: shared by every paper format (pdf §1.1
// columns I and P, pdf §1). Nothing empty is ever returned.

import { glosaAduana } from '../domain/dte/aduana'
import type { Dte, Referencia } from '../domain/dte/dte'
import { tipoDocumento } from '../domain/dte/tipos'
import { formatRut, RUT_CONSUMIDOR_FINAL } from '../domain/rut'
import { type Campo, filled, joined, tagText } from './campo'
import { formatFecha, formatFechaLarga, formatNumero } from './formato'
import { COD_REF, CUENTA_PAGO, FORMA_PAGO, glosaReferencia, MEDIO_PAGO } from './glosas'
import { type Impreso, plantillaDe } from './impreso'
import type { FilaExtra } from './plantilla/plantilla'

const tagMonto = (block: unknown, tag: string): string => {
  const text = tagText(block, tag)
  return text && `$ ${formatNumero(text)}`
}

/** The three lines of the box: RUT, name in capitals, folio. A preview has no folio yet. */
export function recuadro({ dte }: Impreso) {
  const { tipoDte, folio } = dte.idDoc
  return {
    rut: `R.U.T.: ${formatRut(dte.emisor.rut)}`,
    nombre: tipoDocumento(tipoDte).nombre.toUpperCase(),
    folio: folio > 0 ? `N° ${folio}` : 'N° (sin folio)',
  }
}

/** Between the ways to reach the issuer. */
export const PUNTO = '  ·  '

/** The issuer below its name: giro unabridged, addresses, ways to reach it. */
export function lineasEmisor(impreso: Impreso): string[] {
  const {
    dte: { emisor },
    emisor: extra = {},
  } = impreso
  const { mostrar, textos } = plantillaDe(impreso)
  const lugar = [emisor.direccion, emisor.comuna, emisor.ciudad !== emisor.comuna && emisor.ciudad]
  const direccion = lugar.filter(Boolean).join(', ')
  const telefono = extra.telefono ? [extra.telefono] : (emisor.telefono ?? [])
  const contacto = [
    mostrar.telefono && telefono.length > 0 && `Tel. ${telefono.join(' / ')}`,
    mostrar.email && (extra.email ?? emisor.email),
    mostrar.sitioWeb && extra.sitioWeb,
  ]
  return [
    emisor.giro,
    extra.casaMatriz ? `Casa matriz: ${extra.casaMatriz}` : direccion && `Casa matriz: ${direccion}`,
    extra.casaMatriz && direccion && `Sucursal: ${direccion}`,
    extra.sucursales?.length ? `Sucursales: ${extra.sucursales.join(' · ')}` : '',
    contacto.filter(Boolean).join(PUNTO),
    textos.encabezado,
  ].filter((line): line is string => Boolean(line))
}

/** The receptor. A boleta names its buyer only when it is a real one (pdf §4). */
export function camposReceptor(impreso: Impreso): Campo[] {
  const { dte } = impreso
  const { mostrar } = plantillaDe(impreso)
  const { receptor, idDoc } = dte
  const { numId, tipoDocId, nacionalidad } = receptor.extranjero ?? {}
  const anonimo = tipoDocumento(idDoc.tipoDte).raiz === 'Boleta' && receptor.rut === RUT_CONSUMIDOR_FINAL
  return filled([
    ['Señor(es)', receptor.razonSocial],
    ['R.U.T.', !anonimo && formatRut(receptor.rut)],
    ['Identificación', joined([numId, tipoDocId && `documento tipo ${tipoDocId}`])],
    ['Nacionalidad', nacionalidad && (glosaAduana('pais', Number(nacionalidad)) ?? nacionalidad)],
    ['Giro', receptor.giro],
    ['Dirección', receptor.direccion],
    ['Comuna', receptor.comuna],
    ['Ciudad', mostrar.ciudad && receptor.ciudad],
    ['Contacto', mostrar.contacto && receptor.contacto],
    ['RUT mandante', dte.rutMandante && formatRut(dte.rutMandante)],
    ['RUT solicitante', dte.rutSolicita && formatRut(dte.rutSolicita)],
    ...filasExtra(impreso, 'receptor'),
  ])
}

/** The issuer's own rows of a place: data of `impresion` that the template asks for there. */
const filasExtra = (impreso: Impreso, lugar: FilaExtra['lugar']): [string, string | undefined][] =>
  plantillaDe(impreso)
    .filas.filter((fila) => fila.lugar === lugar)
    .map(({ dato, etiqueta = dato }) => [
      etiqueta,
      impreso.impresion?.datos?.find((d) => d.etiqueta === dato)?.valor,
    ])

/** Dates and terms of the document. */
export function camposDocumento(impreso: Impreso): Campo[] {
  const { idDoc, emisor, otraMoneda, totales } = impreso.dte
  const { medioPago = '', cuentaPagoTipo = '' } = idDoc
  const medio = MEDIO_PAGO[medioPago] ?? String(medioPago)
  const cuenta = [CUENTA_PAGO[cuentaPagoTipo], idDoc.cuentaPagoNumero, idDoc.cuentaPagoBanco]
  const puesto = puestoDe(impreso.dte)
  const periodo = [idDoc.periodoDesde, idDoc.periodoHasta].flatMap((f) => (f ? [formatFecha(f)] : []))
  return filled([
    ['Fecha de emisión', formatFechaLarga(idDoc.fechaEmision)],
    ['Vencimiento', idDoc.fechaVencimiento && formatFechaLarga(idDoc.fechaVencimiento)],
    ['Forma de pago', idDoc.formaPago && FORMA_PAGO[idDoc.formaPago]],
    ['Medio de pago', joined([medio, ...cuenta])],
    ['Condiciones', idDoc.terminoPagoGlosa],
    ['Vendedor', emisor.vendedor ?? puesto?.CodVndor],
    ['Caja', puesto?.CodCaja],
    [
      'Tipo de cambio',
      !totales.moneda && otraMoneda && `${otraMoneda.moneda} ${formatNumero(otraMoneda.tipoCambio)}`,
    ],
    ['Período', periodo.join(' al ')],
    ['Factura especial', idDoc.tipoFactEsp && 'Venta a turista extranjero'],
    ['Fecha de pago', idDoc.fechaCancelacion && formatFechaLarga(idDoc.fechaCancelacion)],
    ['Monto cancelado', tagMonto(idDoc, 'MntCancel')],
    ['Saldo insoluto', tagMonto(idDoc, 'SaldoInsol')],
    ...filasExtra(impreso, 'documento'),
  ])
}

/** The reference of a boleta that names nothing but who sold and at which till. */
const puestoDe = ({ referencias }: Dte): Referencia | undefined => referencias.find(isPuesto)

const isPuesto = ({ tipoDocumento, folio, codigo, razon, CodVndor, CodCaja }: Referencia): boolean =>
  (CodVndor ?? CodCaja) !== undefined && (tipoDocumento ?? folio ?? codigo ?? razon) === undefined

interface ReferenciaImpresa {
  documento: string
  folio: string
  fecha: string
  motivo: string
}

/**
 * The referenced documents, their kind in words. A global reference names no single folio. A boleta's carry a code of the
 * shop's own beside the reason, and who sold and where.
 */
export function referencias({ dte }: Impreso): ReferenciaImpresa[] {
  const boleta = tipoDocumento(dte.idDoc.tipoDte).raiz === 'Boleta'
  return dte.referencias
    .filter((referencia) => !isPuesto(referencia))
    .map((referencia) => {
      const { tipoDocumento: tipo, folio, fecha, razon, codigo, global, CodVndor, CodCaja } = referencia
      const glosa = codigo === undefined ? '' : (!boleta && COD_REF[codigo]) || String(codigo)
      return {
        documento: tipo ? glosaReferencia(tipo) : '',
        folio: global ? 'Varios' : (folio ?? ''),
        fecha: fecha ? formatFecha(fecha) : '',
        motivo: boleta
          ? joined([glosa, razon, CodVndor && `Vendedor ${CodVndor}`, CodCaja && `Caja ${CodCaja}`], ' · ')
          : (razon ?? glosa),
      }
    })
}

/**
 * The legends below the timbre, in the SII's words (pdf §2.2): the resolution and where to verify share a line, apart by a
 * hyphen, where `fits` lets them.
 */
export function leyendasTimbre(
  { resolucion, lineasExtra = [] }: Impreso,
  fits: (linea: string) => boolean,
): string[] {
  const partes = [
    `Res. ${resolucion.numero} de ${resolucion.fecha.slice(0, 4)}`,
    'Verifique documento: www.sii.cl',
  ]
  const junta = partes.join(' - ')
  return ['Timbre Electrónico SII', ...(fits(junta) ? [junta] : partes), ...lineasExtra.filter(Boolean)]
}

const SIMULACION = 'DOCUMENTO DE PRUEBA EMITIDO EN SIMULACIÓN · SIN VALIDEZ TRIBUTARIA'
const NO_EMITIDO = 'VISTA PREVIA: DOCUMENTO NO EMITIDO, SIN VALOR TRIBUTARIO'

/**
 * The lines that keep a preview, a trial or what has no effect from being taken for the real thing. Certification's paper
 * has none: the SII reviews it as the paper of production.
 */
export const avisos = ({ ted, ambiente, marca }: Impreso): string[] =>
  [marca ? marca.texto : '', ted === null ? NO_EMITIDO : ambiente === 'simulacion' ? SIMULACION : ''].filter(
    Boolean,
  )
