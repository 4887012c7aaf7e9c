// The five steps to the first accepted document, each done by what the API says (dashboard §11).

import type { DataOf } from '../api/client'

export type Documento = DataOf<'GET /v1/documentos'>[number]

export interface Situacion {
  empresa: Pick<
    DataOf<'GET /v1/empresa/actual'>,
    'giro' | 'actividades_economicas' | 'direccion' | 'comuna' | 'resolucion' | 'ambiente'
  >
  /** Null when none is loaded. */
  certificado: Pick<DataOf<'GET /v1/empresa/:id/certificado'>, 'dias_restantes'> | null
  folios: readonly Pick<DataOf<'GET /v1/dte/folios'>[number], 'disponibles'>[]
  /** The newest; null before the first. */
  ultimo: Pick<Documento, 'estado_sii'> | null
  /** Whether any document was accepted, with or without reparos. */
  aceptado: boolean
  /** Whether a certification of the company ended well. */
  autorizada: boolean
}

export type Paso = 'datos' | 'certificado' | 'folios' | 'emision' | 'veredicto' | 'certificacion'

const HASTA_EMITIR: readonly Paso[] = ['datos', 'certificado', 'folios', 'emision', 'veredicto']

/** In `certificacion` the road of the SII's tests stands for folios and the first document. */
export const pasosDe = ({ empresa }: Pick<Situacion, 'empresa'>): readonly Paso[] =>
  empresa.ambiente === 'certificacion' ? ['datos', 'certificado', 'certificacion'] : HASTA_EMITIR

/** The API wants these of every issuer, and outside of `simulacion` the resolution too. */
const tieneDatos = ({ empresa }: Situacion): boolean =>
  Boolean(
    empresa.giro &&
      empresa.actividades_economicas.length &&
      empresa.direccion &&
      empresa.comuna &&
      (empresa.ambiente !== 'produccion' || empresa.resolucion),
  )

/** Folios used up by documents were had. */
export const pasosHechos = (situacion: Situacion): Readonly<Record<Paso, boolean>> => ({
  datos: tieneDatos(situacion),
  certificado: situacion.certificado !== null && situacion.certificado.dias_restantes >= 0,
  folios: situacion.ultimo !== null || situacion.folios.some(({ disponibles }) => disponibles > 0),
  emision: situacion.ultimo !== null,
  veredicto: situacion.aceptado,
  certificacion: situacion.autorizada,
})

/** The first that is not done; null when all are. */
export const pasoActual = (situacion: Situacion): Paso | null => {
  const hechos = pasosHechos(situacion)
  return pasosDe(situacion).find((paso) => !hechos[paso]) ?? null
}

export const isAceptado = ({ estado_sii }: Pick<Documento, 'estado_sii'>): boolean =>
  estado_sii === 'aceptado' || estado_sii === 'aceptado_con_reparos'
