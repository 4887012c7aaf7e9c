// Why an emission stopped, as a job and an event tell it alike (http §6, §12).

import { Type } from '@sinclair/typebox'
import { ETAPAS } from '../domain/dte/etapas'
import { Codigo, Exact, Nullable } from './envelope'
import { CodigoError } from './errors'

export const FallaTrabajo = Exact(
  {
    code: CodigoError,
    error: Type.String({ examples: ['El certificado digital venció'] }),
    etapa: Nullable(Codigo(ETAPAS, { 'x-nombre': 'EtapaEmision' })),
    reintentable: Type.Boolean({ examples: [false] }),
    sii: Nullable(
      Exact({
        codigo: Nullable(Type.String()),
        glosa: Nullable(Type.String()),
        causa: Nullable(Type.String()),
        solucion: Nullable(Type.String()),
      }),
    ),
    accion: Nullable(Type.String()),
  },
  { 'x-nombre': 'FallaTrabajo' },
)
