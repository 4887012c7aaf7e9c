// The rules for the receiver of a document: domain/dte §3.1, §2.2; http §1.

import { findComuna } from '../../comunas'
import { RUT_CONSUMIDOR_FINAL, RUT_EXTRANJERO, splitRut } from '../../rut'
import type { Emisor, Receptor } from '../dte'
import { codigoObligacion, nodo } from '../esquema'
import { FACTURA, filaDe, type TipoDocumento, tipoDocumento } from '../tipos'
import { traslado } from '../traslado'
import type { Lectura } from './lectura'
import type { Solicitud } from './solicitud'

/** The RUTs that are nobody's (domain/dte §3.1); whom they may stand for is of the type. */
const GENERICOS: readonly (string | undefined)[] = [RUT_CONSUMIDOR_FINAL, RUT_EXTRANJERO]

const TURISTA = ': lo lleva una factura de turista'

/** The receiver of a request, as its type asks for it. */
export function checkReceptor(s: Solicitud, tipo: TipoDocumento, emisor: Emisor, l: Lectura): void {
  const receptor: Partial<Receptor> = s.receptor ?? {}
  const boleta = tipo.raiz === 'Boleta'
  const demand = (key: keyof Receptor, nombre: string, why = ''): void => {
    if (receptor[key] === undefined) l.missing(`receptor.${nombre}`, why)
  }
  if (boleta) {
    const anonymous = (receptor.rut ?? RUT_CONSUMIDOR_FINAL) === RUT_CONSUMIDOR_FINAL
    if (!anonymous) demand('razonSocial', 'razon_social', ' (la boleta no es anónima)')
    if (s.indServicio === 1 || s.indServicio === 2) {
      if (anonymous && receptor.codigoInterno === undefined) {
        l.missing('receptor.rut', ' o receptor.codigo_interno (servicio periódico)')
      }
      demand('direccion', 'direccion', ' (servicio periódico)')
      demand('comuna', 'comuna', ' (servicio periódico)')
    }
  } else {
    if (!tipo.rutPorOmision) demand('rut', 'rut')
    const tourist = isTurista(s)
    if (!tourist) demand('razonSocial', 'razon_social')
    for (const [key, nombre, tag] of OBLIGATORIOS) {
      if (codigoObligacion(nodo(tipo.raiz, `Encabezado/Receptor/${tag}`)!, tipo.codigo) === 1)
        demand(key, nombre)
    }
    if (tourist) {
      checkTurista(s, receptor, emisor, l)
      if (!receptor.extranjero?.numId) l.missing('receptor.extranjero.num_id', TURISTA)
      if (!receptor.extranjero?.tipoDocId) l.missing('receptor.extranjero.tipo_doc_id', TURISTA)
    }
  }
  if (tipo.guia && receptor.rut === RUT_EXTRANJERO && s.traslado?.indTraslado !== undefined) {
    if (!traslado(s.traslado.indTraslado).requiereGuiaExport) {
      l.fault(
        'receptor.rut',
        'rut_generico',
        `El RUT genérico ${RUT_EXTRANJERO} va en una guía sólo con ind_traslado 8 o 9`,
      )
    }
  }
  if (receptor.rut && Number(splitRut(receptor.rut).numero) < 100_000) {
    l.fault(
      'receptor.rut',
      'rut_rango',
      `El RUT ${receptor.rut} es menor que el de cualquier contribuyente`,
      'INVALID_RUT',
    )
  }
  if (GENERICOS.includes(receptor.rut) && !tipo.rutsGenericos.includes(receptor.rut!)) {
    l.fault(
      'receptor.rut',
      'rut_generico',
      `El RUT genérico ${receptor.rut} no va en un documento tipo ${tipo.codigo}`,
    )
  }
}

/** The name of any tourist (domain/dte §3.1). */
export const NOMBRE_TURISTA = 'Extranjero sin RUT'
/** Only there are such invoices issued. */
const COMUNAS_TURISTA = ['Arica', 'Camarones', 'Putre', 'General Lagos']

function checkTurista(
  { tipoDte }: Solicitud,
  { razonSocial }: Partial<Receptor>,
  { comuna }: Emisor,
  l: Lectura,
): void {
  if (razonSocial !== undefined && razonSocial.toLowerCase() !== NOMBRE_TURISTA.toLowerCase()) {
    const mensaje = `En una factura de turista receptor.razon_social es «${NOMBRE_TURISTA}», o se omite; su nombre va en impresion`
    l.fault('receptor.razon_social', 'turista', mensaje)
  }
  // A note over one is no such sale: its company may have moved since.
  if (tipoDte !== FACTURA || COMUNAS_TURISTA.includes(findComuna(comuna ?? '') ?? '')) return
  const mensaje = `Una factura de turista se emite sólo desde ${COMUNAS_TURISTA.join(', ')}, y la comuna de la empresa es ${comuna || 'ninguna'}`
  l.fault('receptor.rut', 'turista_comuna', mensaje)
}

const OBLIGATORIOS = [
  ['giro', 'giro', 'GiroRecep'],
  ['direccion', 'direccion', 'DirRecep'],
  ['comuna', 'comuna', 'CmnaRecep'],
  ['ciudad', 'ciudad', 'CiudadRecep'],
] as const

/** A 33 to the foreigners' RUT, or a 61 to it over a 33, is a tourist's (http §1). */
export const isTurista = (s: Solicitud): boolean =>
  s.receptor?.rut === RUT_EXTRANJERO &&
  (s.tipoDte === FACTURA ||
    (isNotaCredito(tipoDocumento(s.tipoDte)) &&
      (s.referencias ?? []).some((r) => filaDe(r.tipoDocumento)?.codigo === FACTURA)))

const isNotaCredito = ({ nota, monedaExtranjera }: TipoDocumento): boolean =>
  nota === 'credito' && !monedaExtranjera
