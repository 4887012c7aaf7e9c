// `traslado`: kind of transfer and export permit of a guide, and the transport of whatever travels with goods (http §3;
// domain/dte §2.2, §4.1, §6.10).

import { snake } from '../claves'
import type { ChoferParcial, Emisor, Referencia } from '../dte'
import { nodo } from '../esquema'
import { filaDe, GUIA, type TipoDocumento } from '../tipos'
import { DECLARABLES } from '../transporte'
import { traslado } from '../traslado'
import { camposDe } from './campos'
import { entero, opcion, rut, texto, textoOEntero } from './lectores'
import type { Lector, Lectura } from './lectura'
import { type Campo, lista, objeto } from './objeto'
import type { Solicitud, SolicitudTraslado } from './solicitud'
import { checkTransporte } from './transporte'

const chofer = objeto<ChoferParcial>([
  { nombre: 'rut', tag: 'RUTChofer', key: 'rut', lector: rut },
  { nombre: 'nombre', tag: 'NombreChofer', key: 'nombre', lector: texto(30) },
  { nombre: 'pasaporte', key: 'pasaporte', lector: textoOEntero(20) },
])

const propio = (nombre: string, key: string, lector: Lector<unknown>, tag?: string): Campo => ({
  nombre,
  key,
  lector,
  ...(tag && { tag }),
})

/** The reader of the block: a guide says its kind of transfer; what is no guide, who carries the goods (domain/dte §4.1). */
export function lectorTraslado({
  raiz,
  codigo,
  guia,
  monedaExtranjera,
}: TipoDocumento): Lector<SolicitudTraslado> {
  const transporte = camposDe(nodo(raiz, 'Encabezado/Transporte')!, codigo, { chofer })
  const despacho = propio('tipo_despacho', 'tipoDespacho', entero({ desde: 1, hasta: 3 }), 'TipoDespacho')
  const ind = propio('ind_traslado', 'indTraslado', entero({ desde: 1, hasta: 9 }), 'IndTraslado')
  const ajeno: Lector<undefined> = (_, at, l) =>
    l.fault(at, 'desconocido', `${at} no va en un documento tipo ${codigo}: es de las guías (52)`)
  return objeto([
    guia ? { ...ind, requerido: true } : { ...ind, lector: ajeno },
    { ...despacho, requerido: !guia && !monedaExtranjera },
    ...transporte.filter(({ key }) => key !== 'aduana'),
    // An export is not bound, and has no elements for these (domain/dte §4.1).
    ...(monedaExtranjera
      ? []
      : [
          propio('no_disponible', 'noDisponible', lista(opcion(DECLARABLES), { max: DECLARABLES.length })),
          propio('motivo_prolongado', 'motivoProlongado', texto(300)),
        ]),
    ...(guia
      ? [
          propio('motivo_sin_precio', 'motivoSinPrecio', texto(300)),
          propio('guia_exportacion', 'guiaExportacion', guiaExportacion(raiz), 'GuiaExport'),
        ]
      : []),
  ])
}

const guiaExportacion = (raiz: TipoDocumento['raiz']): Lector<unknown> => {
  // Five digits, as the format says; the schema would take six (domain/dte §2.3).
  const folio = { folioAutorizacion: entero({ desde: 1, hasta: 99_999 }) }
  return objeto(camposDe(nodo(raiz, 'Encabezado/Emisor/GuiaExport')!, GUIA, folio, ['codigo']))
}

const isDeGuia = ({ tipoDocumento }: Referencia): boolean => filaDe(tipoDocumento)?.guia === true

/** The rules of the block that need more than one field. */
export function checkTraslado(
  s: Solicitud,
  t: SolicitudTraslado,
  tipo: TipoDocumento,
  emisor: Emisor,
  hoy: string,
  l: Lectura,
): void {
  const { indTraslado } = t
  checkTransporte({ s, t, tipo, emisor, ahora: { hoy } }, l)
  if (!tipo.guia) {
    if (t.tipoDespacho && s.referencias?.some(isDeGuia)) {
      const mensaje = 'Las mercaderías viajan con su guía: la factura de una guía va sin traslado'
      l.warn('GUIDE_CARRIES_GOODS', 'traslado', mensaje)
    }
    return
  }
  if (indTraslado === 5 && t.tipoDespacho !== undefined) {
    const mensaje = 'Un traslado interno (ind_traslado 5) va sin tipo_despacho: nadie despacha a un cliente'
    l.fault('traslado.tipo_despacho', 'traslado', mensaje)
  }
  if (indTraslado === 5 && s.receptor?.rut !== undefined && s.receptor.rut !== emisor.rut) {
    const mensaje = 'En un traslado interno (ind_traslado 5) el receptor es la propia empresa'
    l.warn('INTERNAL_TRANSFER_RECEIVER', 'receptor.rut', mensaje)
  }
  if (indTraslado === undefined) return
  checkGuiaExportacion(t, traslado(indTraslado).requiereGuiaExport, indTraslado, l)
  checkLineas(s, indTraslado, l)
}

function checkGuiaExportacion(t: SolicitudTraslado, due: boolean, indTraslado: number, l: Lectura): void {
  const { guiaExportacion: guia } = t
  const at = 'traslado.guia_exportacion'
  if (!due) {
    if (guia) l.fault(at, 'traslado', `${at} va sólo con ind_traslado 8 o 9`)
    return
  }
  if (!guia) {
    l.missing(at, `: lo necesita el traslado ${indTraslado}`)
    return
  }
  for (const key of ['folioAutorizacion', 'fechaAutorizacion'] as const) {
    const campo = `${at}.${snake(key)}`
    if (guia.codigo === 4 && guia[key] === undefined) {
      l.missing(campo, ': lo necesita el código 4, contribuyente autorizado')
    } else if (guia.codigo !== undefined && guia.codigo !== 4 && guia[key] !== undefined) {
      l.fault(campo, 'codigo', `${campo} va sólo con el código 4, contribuyente autorizado`)
    }
  }
}

/** Lines of goods that are no sale: 4 in a guide that is one, 5 in a guide that is not (datos/ind-exe). */
function checkLineas(s: Solicitud, indTraslado: number, l: Lectura): void {
  const { constituyeVenta } = traslado(indTraslado)
  s.detalle?.forEach(({ exento }, i) => {
    if (exento === (constituyeVenta ? 5 : 4)) {
      const mensaje = `exento ${exento} no va en una guía con ind_traslado ${indTraslado}`
      l.fault(`detalle[${i}].exento`, 'traslado', mensaje)
    }
  })
  if (s.detalle?.some(({ exento }) => exento === 5) && !s.referencias?.some(isDeGuia)) {
    l.fault('referencias', 'requerido', 'Una línea con exento 5 necesita la referencia a la guía que rebaja')
  }
  if (constituyeVenta && s.detalle?.every((d) => d.precio === undefined && d.monto === undefined)) {
    l.warn('GUIDE_WITHOUT_AMOUNTS', 'detalle', 'La guía constituye venta y ninguna línea lleva precio')
  }
}
