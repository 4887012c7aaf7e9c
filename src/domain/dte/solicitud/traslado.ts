// `traslado` of a guide: kind of transfer, transport and export permit (contract §3; formato-dte.md §1.4, §2.9).

import { snake } from '../claves'
import type { Emisor, Receptor, Transporte } from '../dte'
import { nodo } from '../esquema'
import type { TipoDocumento } from '../tipos'
import { reglaTransporte, traslado } from '../traslado'
import { camposDe } from './campos'
import { entero } from './lectores'
import type { Lector, Lectura } from './lectura'
import { objeto } from './objeto'
import type { Solicitud, SolicitudTraslado } from './solicitud'

/** The reader of the block. */
export function lectorTraslado({ raiz, codigo }: TipoDocumento): Lector<SolicitudTraslado> {
  const transporte = camposDe(nodo(raiz, 'Encabezado/Transporte')!, codigo, {})
  // Five digits, as the format says; the schema would take six (§1.6).
  const folio = { folioAutorizacion: entero({ desde: 1, hasta: 99_999 }) }
  const guia = camposDe(nodo(raiz, 'Encabezado/Emisor/GuiaExport')!, codigo, folio, ['codigo'])
  return objeto([
    {
      nombre: 'ind_traslado',
      tag: 'IndTraslado',
      key: 'indTraslado',
      lector: entero({ desde: 1, hasta: 9 }),
      requerido: true,
    },
    {
      nombre: 'tipo_despacho',
      tag: 'TipoDespacho',
      key: 'tipoDespacho',
      lector: entero({ desde: 1, hasta: 3 }),
    },
    ...transporte.filter(({ key }) => key !== 'aduana'),
    { nombre: 'guia_exportacion', tag: 'GuiaExport', key: 'guiaExportacion', lector: objeto(guia) },
  ])
}

/** The guide's rules that need more than one field. */
export function checkTraslado(
  s: Solicitud,
  t: SolicitudTraslado,
  emisor: Emisor,
  hoy: string,
  l: Lectura,
): void {
  const { indTraslado } = t
  if (indTraslado === 5 && s.receptor?.rut !== undefined && s.receptor.rut !== emisor.rut) {
    const mensaje = 'En un traslado interno (ind_traslado 5) el receptor es la propia empresa'
    l.warn('INTERNAL_TRANSFER_RECEIVER', 'receptor.rut', mensaje)
  }
  if (t.fechaSalida && t.fechaLlegada && t.fechaLlegada < t.fechaSalida) {
    l.fault('traslado.fecha_llegada', 'orden', 'traslado.fecha_llegada no puede ser anterior a fecha_salida')
  }
  checkTransporte(s, t, s.fechaEmision ?? hoy, l)
  if (indTraslado === undefined) return
  checkGuiaExportacion(t, traslado(indTraslado).requiereGuiaExport, indTraslado, l)
  checkLineas(s, indTraslado, l)
}

/** What the norm of the day asks of a guide that moves goods; of another only a word (contract §3). */
function checkTransporte(s: Solicitud, t: SolicitudTraslado, dia: string, l: Lectura): void {
  const regla = reglaTransporte(dia)
  if (!regla) return
  const given: Transporte = { ...t, direccionDestino: t.direccionDestino ?? s.receptor?.direccion }
  const missing = regla.exige.filter((key) => given[key] === undefined)
  if (t.tipoDespacho !== undefined && !regla.despachos.includes(t.tipoDespacho)) return
  if (t.tipoDespacho !== undefined && regla.rechaza) {
    for (const key of missing) {
      l.missing(`traslado.${snake(key)}`, `: lo exige la ${regla.norma} a la guía que mueve mercaderías`)
    }
  } else if (missing.length && (t.tipoDespacho !== undefined || regla.rechaza)) {
    const names = missing.map(snake).join(', ')
    const mensaje =
      t.tipoDespacho === undefined
        ? `Si la guía mueve mercaderías, la ${regla.norma} exige tipo_despacho y ${names}`
        : `El ${regla.norma} pide ${names} cuando despacha el emisor`
    l.warn('TRANSPORT_INCOMPLETE', 'traslado', mensaje)
  }
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
  if (
    s.detalle?.some(({ exento }) => exento === 5) &&
    !s.referencias?.some((r) => r.tipoDocumento === '52')
  ) {
    l.fault('referencias', 'requerido', 'Una línea con exento 5 necesita la referencia a la guía que rebaja')
  }
  if (constituyeVenta && s.detalle?.every((d) => d.precio === undefined && d.monto === undefined)) {
    l.warn('GUIDE_WITHOUT_AMOUNTS', 'detalle', 'La guía constituye venta y ninguna línea lleva precio')
  }
}

/** The transport of a guide: destination by default the receiver's, and under the norm in force departure now. */
export function buildTransporte(
  t: SolicitudTraslado,
  receptor: Receptor,
  dia: string,
  ahora: Ahora,
): Transporte {
  const { indTraslado: _i, tipoDespacho: _d, guiaExportacion: _g, ...given } = t
  const own = given.direccionDestino === undefined
  const viaja = reglaTransporte(dia)?.describeViaje
  const fechaSalida = given.fechaSalida ?? (viaja ? ahora.hoy : undefined)
  const fechaLlegada = given.fechaLlegada ?? (viaja ? fechaSalida : undefined)
  const horaSalida = given.horaSalida ?? (viaja && fechaSalida === ahora.hoy ? ahora.hora : undefined)
  const ciudad = given.ciudadDestino ?? (own ? receptor.ciudad : undefined)
  return {
    ...given,
    ...(own && receptor.direccion && { direccionDestino: receptor.direccion }),
    // Obligatory in every guide, whatever the address (§1.4).
    ...(!given.comunaDestino && receptor.comuna && { comunaDestino: receptor.comuna }),
    ...(ciudad && { ciudadDestino: ciudad }),
    ...(fechaSalida && { fechaSalida }),
    ...(horaSalida && { horaSalida }),
    ...(fechaLlegada && { fechaLlegada }),
  }
}

/** The moment of issue in Chile; the hour is unknown when a document is only computed. */
export interface Ahora {
  hoy: string
  /** `HH:MM:SS` */
  hora?: string
}
