// The bodies of events about a company's certification (areas/certificacion §1).

import { Type } from '@sinclair/typebox'
import { ALCANCES, ESTADOS_CERTIFICACION, ESTADOS_INTENTO } from '../../domain/certificacion/etapas'
import { Codigo, Nullable } from '../../http/envelope'
import { Dia, deAmbiente } from './campos.schema'

const certificacion = {
  ...deAmbiente,
  certificacion_id: Type.String({ examples: ['cer_01JD3Q8Z5V7K2M4N6P8R0S2T4V'] }),
  alcance: Codigo(ALCANCES, { 'x-nombre': 'AlcanceCertificacion', examples: ['factura'] }),
}

/** The fields of each kind. */
export const CUERPOS_CERTIFICACION = {
  'certificacion.veredicto': {
    ...certificacion,
    clase: Type.String({ description: 'El set.', examples: ['basico'] }),
    intento_id: Type.String({ examples: ['cin_01JD3Q8Z5V7K2M4N6P8R0S2T4V'] }),
    estado: Codigo(ESTADOS_INTENTO, { examples: ['conforme'] }),
    veredicto: Nullable(
      Type.String({ description: 'SOK o SRH; null si lo rechazado es el envío.', examples: ['SOK'] }),
    ),
    glosa: Nullable(Type.String({ examples: ['SET DE PRUEBA CORRECTO'] })),
    origen: Nullable(
      Type.String({ description: '`correo` o `persona`; null como `veredicto`.', examples: ['correo'] }),
    ),
  },
  'certificacion.avance': {
    ...certificacion,
    estado: Codigo(ESTADOS_CERTIFICACION, { 'x-nombre': 'EstadoCertificacion', examples: ['simulacion'] }),
    clase: Nullable(
      Type.String({
        description: 'El set que pasó a su paso siguiente; null si fue la etapa.',
        examples: ['basico'],
      }),
    ),
  },
  'certificacion.plazo': { ...certificacion, vence_el: Dia('Hasta cuándo se envía.') },
}
