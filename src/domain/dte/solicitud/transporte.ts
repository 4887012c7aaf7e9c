// The transport of a request: who carries the goods, where to and when, held against the norm of the day of issue, and what is
// not known said in words (http §3; domain/dte §4).

import { micro } from '../../decimal'
import { snake } from '../claves'
import type { Declarable, Emisor, Transporte } from '../dte'
import type { TipoDocumento } from '../tipos'
import { declaracionDe, SIN_PRECIO, withDeclaracion } from '../transporte'
import { isViaje, type ReglaTransporte, reglaTransporte, transporteDuty, traslado } from '../traslado'
import { fitsLine } from './lectores'
import type { Lectura } from './lectura'
import type { Solicitud, SolicitudTraslado } from './solicitud'

/** The moment of issue in Chile; the hour is unknown when a document is only computed. */
export interface Ahora {
  hoy: string
  /** `HH:MM:SS` */
  hora?: string
}

/** A request with a `traslado`, its type, who issues it and when. */
interface Contexto {
  s: Solicitud
  t: SolicitudTraslado
  tipo: TipoDocumento
  emisor: Emisor
  ahora: Ahora
}

const KEYS: Readonly<Record<Declarable, 'patente' | 'patenteCarro' | 'rutTransportista' | 'chofer'>> = {
  patente: 'patente',
  patente_carro: 'patenteCarro',
  rut_transportista: 'rutTransportista',
  chofer: 'chofer',
}

const reglaDe = ({ s, ahora }: Contexto): ReglaTransporte | undefined =>
  reglaTransporte(s.fechaEmision ?? ahora.hoy)

/** Whether a datum is told whole; half a driver is not. */
const isDicho = ({ chofer, ...t }: SolicitudTraslado, dato: Declarable): boolean =>
  dato === 'chofer' ? Boolean(chofer?.rut && chofer.nombre) : t[KEYS[dato] as 'patente'] !== undefined

/** A passport says itself that there is no RUT. */
const declarados = ({ noDisponible = [], chofer }: SolicitudTraslado): Declarable[] =>
  chofer?.pasaporte ? [...noDisponible, 'chofer'] : noDisponible

/** Holds the transport of a request against the rules. */
export function checkTransporte(contexto: Contexto, l: Lectura): void {
  const { s, t, tipo, ahora } = contexto
  const regla = reglaDe(contexto)
  checkDatos(contexto, regla, l)
  const emision = s.fechaEmision ?? ahora.hoy
  if (t.fechaSalida && t.fechaSalida < emision) {
    const mensaje = 'traslado.fecha_salida no puede ser anterior a fecha_emision'
    l.fault('traslado.fecha_salida', 'orden', mensaje)
  }
  const viaja = isViaje(regla, tipo.codigo, t.tipoDespacho)
  const salida = t.fechaSalida ?? (viaja ? ahora.hoy : undefined)
  const llega = t.fechaLlegada
  if (salida && llega && llega < salida) {
    l.fault('traslado.fecha_llegada', 'orden', 'traslado.fecha_llegada no puede ser anterior a fecha_salida')
  }
  if (viaja && salida !== ahora.hoy && t.horaSalida === undefined) {
    l.missing('traslado.hora_salida', ': la salida no es hoy, y la hora no se puede suponer')
  }
  const prolongado = salida !== undefined && llega !== undefined && llega > salida
  if (viaja && prolongado && t.motivoProlongado === undefined) {
    l.missing('traslado.motivo_prolongado', ': la llegada es posterior al día de la salida')
  }
  const built = buildTransporte(contexto)
  if (t.motivoProlongado && !built.motivoProlongado) {
    const mensaje = 'motivo_prolongado no se escribe: la llegada es el día de la salida'
    l.warn('NO_EFFECT', 'traslado.motivo_prolongado', mensaje)
  }
  if (t.motivoSinPrecio && !built.motivoSinPrecio) {
    const mensaje = 'motivo_sin_precio no se escribe: todas las líneas llevan precio'
    l.warn('NO_EFFECT', 'traslado.motivo_sin_precio', mensaje)
  }
  checkDeclaracion(s, built.declaracion ?? '', l)
}

/** Vehicle, carrier and driver: told, or told not to be held. */
function checkDatos({ t, tipo }: Contexto, regla: ReglaTransporte | undefined, l: Lectura): void {
  const ausentes = declarados(t)
  for (const dato of t.noDisponible ?? []) {
    if (!isDicho(t, dato)) continue
    const mensaje = `traslado.${dato} viene en la solicitud y no_disponible dice que no se tiene`
    l.fault('traslado.no_disponible', 'excluyente', mensaje)
  }
  const { chofer } = t
  if (chofer && !isDicho(t, 'chofer') && !ausentes.includes('chofer')) {
    const why = '; si no lo tiene, dígalo con chofer en traslado.no_disponible'
    for (const key of ['rut', 'nombre'] as const)
      if (chofer[key] === undefined) l.missing(`traslado.chofer.${key}`, why)
  }
  const duty = transporteDuty(regla, tipo.codigo, t.tipoDespacho)
  const missing = (regla?.exige ?? [])
    .map((key) => snake(key) as Declarable)
    .filter((dato) => t[KEYS[dato]] === undefined && !ausentes.includes(dato))
  if (!missing.length || !regla) return
  if (duty === 'exige') {
    for (const dato of missing) {
      const why = `: lo exige la ${regla.norma}; si no lo tiene al emitir, dígalo en traslado.no_disponible`
      l.missing(`traslado.${dato}`, why)
    }
  } else if (duty === 'pide') {
    const mensaje = `El ${regla.norma} pide ${missing.join(', ')} cuando despacha el emisor`
    l.warn('TRANSPORT_INCOMPLETE', 'traslado', mensaje)
  } else if (duty === 'declara') {
    const mensaje = `El documento declara que no se cuenta con ${missing.join(', ')}: traslada el cliente`
    l.warn('TRANSPORT_NOT_HELD', 'traslado', mensaje)
  }
}

const DESCRIPCION_MAX = 1000

function checkDeclaracion(s: Solicitud, declaracion: string, l: Lectura): void {
  const [linea] = s.detalle ?? []
  if (!declaracion || !linea) return
  const text = withDeclaracion(linea.descripcion, declaracion)
  if (text.length <= DESCRIPCION_MAX && fitsLine(text)) return
  const mensaje = `La declaración del traslado («${declaracion}») no cabe al final de detalle[0].descripcion, que admite ${DESCRIPCION_MAX} caracteres en total: acórtela`
  l.fault('detalle[0].descripcion', 'largo_max', mensaje)
}

/** Whether some line has neither price nor amount. */
const isSinPrecio = ({ detalle = [] }: Solicitud): boolean =>
  detalle.some(({ precio, monto }) => micro(precio ?? monto) === 0n)

/** Why goods of a guide have no price: as told, else what the kind of transfer says; a sale gives no reason by itself. */
function motivoSinPrecio({ s, t }: Contexto, viaja: boolean): string | undefined {
  if (t.indTraslado === undefined || !isSinPrecio(s)) return undefined
  const { constituyeVenta } = traslado(t.indTraslado)
  return t.motivoSinPrecio ?? (viaja && !constituyeVenta ? SIN_PRECIO[t.indTraslado] : undefined)
}

/** The transport of a document: destination by default its receiver (of a purchase, its issuer), departure now. */
export function buildTransporte(contexto: Contexto): Transporte {
  const { s, t, tipo, emisor, ahora } = contexto
  const { indTraslado: _i, tipoDespacho, guiaExportacion: _g, chofer, ...given } = t
  const regla = reglaDe(contexto)
  const viaja = isViaje(regla, tipo.codigo, tipoDespacho)
  const duty = transporteDuty(regla, tipo.codigo, tipoDespacho)
  const faltan = duty === 'declara' ? regla!.exige.map((key) => snake(key) as Declarable) : []
  const noDisponible = [...new Set([...declarados(t), ...faltan])].filter((dato) => !isDicho(t, dato))
  const fechaSalida = given.fechaSalida ?? (viaja ? ahora.hoy : undefined)
  const horaSalida = given.horaSalida ?? (viaja && fechaSalida === ahora.hoy ? ahora.hora : undefined)
  const fechaLlegada = given.fechaLlegada ?? (viaja ? fechaSalida : undefined)
  const prolongado = fechaSalida !== undefined && fechaLlegada !== undefined && fechaLlegada > fechaSalida
  const sinPrecio = motivoSinPrecio(contexto, viaja)
  const { noDisponible: _n, motivoProlongado, motivoSinPrecio: _s, ...trip } = given
  const transporte: Transporte = {
    ...trip,
    ...(isDicho(t, 'chofer') && { chofer: { rut: chofer!.rut!, nombre: chofer!.nombre! } }),
    ...destinoDe(tipo, trip, tipo.delComprador ? emisor : s.receptor),
    ...(fechaSalida && { fechaSalida }),
    ...(horaSalida && { horaSalida }),
    ...(fechaLlegada && { fechaLlegada }),
    ...(noDisponible.length > 0 && { noDisponible }),
    ...(noDisponible.includes('chofer') && chofer && { choferParcial: chofer }),
    ...(prolongado && motivoProlongado && { motivoProlongado }),
    ...(sinPrecio && { motivoSinPrecio: sinPrecio }),
  }
  const declaracion = declaracionDe(transporte, tipo.codigo, tipoDespacho)
  return { ...transporte, ...(declaracion && { declaracion }) }
}

type Lugar = Partial<Pick<Emisor, 'direccion' | 'comuna' | 'ciudad'>>

/** Customs knows where an export goes: there a destination is only what the client says. */
function destinoDe({ monedaExtranjera }: TipoDocumento, given: Transporte, lugar: Lugar = {}): Transporte {
  if (monedaExtranjera) return {}
  const own = given.direccionDestino === undefined
  const ciudad = given.ciudadDestino ?? (own ? lugar.ciudad : undefined)
  return {
    ...(own && lugar.direccion && { direccionDestino: lugar.direccion }),
    ...(!given.comunaDestino && lugar.comuna && { comunaDestino: lugar.comuna }),
    ...(ciudad && { ciudadDestino: ciudad }),
  }
}
