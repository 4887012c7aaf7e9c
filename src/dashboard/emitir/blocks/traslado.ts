// How the goods travel (http §3): what the law asks of it, and what of that is not held when the document is issued.

import { tipoDocumento } from '../../../domain/dte/tipos'
import type { SolicitudEmitida } from '../../api/routes.gen'
import { createReader } from '../../ui/read'
import type { Block } from '../block'
import { bodyFrom, emptyOf, named, some, type Table, type Texts, textsFrom } from './table'

/** The fields that may be declared as not held. */
export type Declarable = 'patente' | 'patente_carro' | 'rut_transportista' | 'chofer'

export const TRASLADO = {
  ind: ['ind_traslado', 'code'],
  despacho: ['tipo_despacho', 'code'],
  ...named('text', 'patente'),
  carro: ['patente_carro', 'text'],
  transportista: ['rut_transportista', 'rut'],
  // A part of a driver may be known.
  choferRut: ['chofer.rut', 'rut'],
  choferNombre: ['chofer.nombre', 'text'],
  choferPasaporte: ['chofer.pasaporte', 'text'],
  direccion: ['direccion_destino', 'text'],
  comuna: ['comuna_destino', 'text'],
  ciudad: ['ciudad_destino', 'text'],
  salida: ['fecha_salida', 'date'],
  hora: ['hora_salida', 'time'],
  llegada: ['fecha_llegada', 'date'],
  prolongado: ['motivo_prolongado', 'text'],
  sinPrecio: ['motivo_sin_precio', 'text'],
  guiaCodigo: ['guia_exportacion.codigo', 'code'],
  guiaFolio: ['guia_exportacion.folio_autorizacion', 'count'],
  guiaFecha: ['guia_exportacion.fecha_autorizacion', 'date'],
} as const satisfies Table<NonNullable<SolicitudEmitida['traslado']>>

/** `hora`: `HH:MM`. `guia…`: the export permit of a guide of kind 8 or 9. */
export interface Traslado extends Texts<typeof TRASLADO> {
  ausentes: readonly Declarable[]
}

export const EXPORTA = new Set(['8', '9'])

/** The field of what may be declared; of a driver a part goes all the same. */
export const FIELD_OF = {
  patente: 'patente',
  patente_carro: 'carro',
  rut_transportista: 'transportista',
} as const

/** The texts that are sent: not those of a field that the document does not have, or that is declared as not held. */
function saidOf(state: Traslado, guia: boolean): Traslado {
  const exporta = guia && EXPORTA.has(state.ind)
  const held = Object.entries(FIELD_OF).filter(([name]) => state.ausentes.includes(name as Declarable))
  return {
    ...state,
    ...(!guia && { ind: '', sinPrecio: '' }),
    // Nobody delivers to a client what stays in the house.
    ...(guia && state.ind === '5' && { despacho: '' }),
    ...(!exporta && { guiaCodigo: '', guiaFolio: '', guiaFecha: '' }),
    ...Object.fromEntries(held.map(([, field]) => [field, ''])),
  }
}

export const traslado: Block<Traslado> = {
  id: 'traslado',
  title: 'Traslado',
  place: 'visible',
  initial: { ...emptyOf(TRASLADO), ausentes: [] },
  keys: ['traslado'],
  toBody(state, tipo) {
    const reader = createReader()
    const { guia } = tipoDocumento(tipo)
    const body = {
      ...bodyFrom(TRASLADO, saidOf(state, guia), 'traslado', reader),
      ...(state.ausentes.length && { no_disponible: [...state.ausentes] }),
    }
    return { body: guia || some(body) ? { traslado: body } : {}, faults: reader.faults }
  },
  fromRequest: ({ traslado: asked = {} }) => ({
    ...textsFrom(TRASLADO, asked),
    ausentes: asked.no_disponible ?? [],
  }),
}
