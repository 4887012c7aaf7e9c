// How the goods travel (http §3): what the law asks of it, and what of that is not held when the document is issued.

import { tipoDocumento } from '../../../domain/dte/tipos'
import type { SolicitudEmitida } from '../../api/routes.gen'
import { formatRut } from '../../ui/format'
import type { Block } from '../block'
import { createReader, withoutUndefined } from '../read'

/** The fields that may be declared as not held. */
export type Declarable = 'patente' | 'patente_carro' | 'rut_transportista' | 'chofer'

type Text =
  | ('ind' | 'despacho' | 'patente' | 'carro' | 'transportista')
  | ('choferRut' | 'choferNombre' | 'choferPasaporte')
  | ('direccion' | 'comuna' | 'ciudad' | 'salida' | 'hora' | 'llegada' | 'prolongado' | 'sinPrecio')
  | ('guiaCodigo' | 'guiaFolio' | 'guiaFecha')

/** `hora`: `HH:MM`. `guia…`: the export permit of a guide of kind 8 or 9. */
export interface Traslado extends Readonly<Record<Text, string>> {
  ausentes: readonly Declarable[]
}

export const EXPORTA = new Set(['8', '9'])

const EMPTY: Traslado = {
  ...{ ind: '', despacho: '', patente: '', carro: '', transportista: '' },
  ...{ choferRut: '', choferNombre: '', choferPasaporte: '' },
  ...{ direccion: '', comuna: '', ciudad: '', salida: '', hora: '', llegada: '', prolongado: '' },
  ...{ sinPrecio: '', guiaCodigo: '', guiaFolio: '', guiaFecha: '', ausentes: [] },
}

const code = <N extends number>(text: string): N | undefined => (text ? (Number(text) as N) : undefined)

/** The object, or nothing when it would be empty. */
const some = <T extends object>(object: T): T | undefined => (Object.keys(object).length ? object : undefined)

export const traslado: Block<Traslado> = {
  id: 'traslado',
  title: 'Traslado',
  place: 'visible',
  initial: EMPTY,
  keys: ['traslado'],
  toBody(state, tipo) {
    const { text, rut, count, faults } = createReader()
    const { guia } = tipoDocumento(tipo)
    /** A field declared as not held is not sent, whatever it contains. */
    const held = (name: Declarable, value: string): string | undefined =>
      state.ausentes.includes(name) ? undefined : text(value)
    const body = withoutUndefined({
      ind_traslado: guia ? code<1>(state.ind) : undefined,
      // Nobody delivers to a client what stays in the house.
      tipo_despacho: guia && state.ind === '5' ? undefined : code<1>(state.despacho),
      patente: held('patente', state.patente),
      patente_carro: held('patente_carro', state.carro),
      rut_transportista: state.ausentes.includes('rut_transportista')
        ? undefined
        : rut(state.transportista, 'traslado.rut_transportista'),
      // A part of a driver may be known.
      chofer: some(
        withoutUndefined({
          rut: rut(state.choferRut, 'traslado.chofer.rut'),
          nombre: text(state.choferNombre),
          pasaporte: text(state.choferPasaporte),
        }),
      ),
      direccion_destino: text(state.direccion),
      comuna_destino: text(state.comuna),
      ciudad_destino: text(state.ciudad),
      fecha_salida: text(state.salida),
      hora_salida: text(state.hora),
      fecha_llegada: text(state.llegada),
      motivo_prolongado: text(state.prolongado),
      motivo_sin_precio: guia ? text(state.sinPrecio) : undefined,
      no_disponible: state.ausentes.length ? [...state.ausentes] : undefined,
      guia_exportacion:
        guia && EXPORTA.has(state.ind)
          ? some(
              withoutUndefined({
                codigo: code<1>(state.guiaCodigo),
                folio_autorizacion: count(state.guiaFolio, 'traslado.guia_exportacion.folio_autorizacion'),
                fecha_autorizacion: text(state.guiaFecha),
              }),
            )
          : undefined,
    })
    return { body: guia || some(body) ? { traslado: body } : {}, faults }
  },
  fromRequest({ traslado: asked = {} }: SolicitudEmitida): Traslado {
    const { chofer = {}, guia_exportacion: guia = {} } = asked
    const text = (value: unknown): string => (value === undefined ? '' : String(value))
    const rut = (value: string | undefined): string => (value ? formatRut(value) : '')
    return {
      ind: text(asked.ind_traslado),
      despacho: text(asked.tipo_despacho),
      patente: text(asked.patente),
      carro: text(asked.patente_carro),
      transportista: rut(asked.rut_transportista),
      choferRut: rut(chofer.rut),
      choferNombre: text(chofer.nombre),
      choferPasaporte: text(chofer.pasaporte),
      direccion: text(asked.direccion_destino),
      comuna: text(asked.comuna_destino),
      ciudad: text(asked.ciudad_destino),
      salida: text(asked.fecha_salida),
      hora: text(asked.hora_salida),
      llegada: text(asked.fecha_llegada),
      prolongado: text(asked.motivo_prolongado),
      sinPrecio: text(asked.motivo_sin_precio),
      guiaCodigo: text(guia.codigo),
      guiaFolio: text(guia.folio_autorizacion),
      guiaFecha: text(guia.fecha_autorizacion),
      ausentes: asked.no_disponible ?? [],
    }
  },
}
