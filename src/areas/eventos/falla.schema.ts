// Why an emission stopped, as a job and an event tell it alike (contract §6, §12).

import { Type } from '@sinclair/typebox'
import { Codigo, Exact, Nullable } from '../../http/envelope'
import { CodigoError } from '../../http/errors'
import { ETAPAS } from '../../jobs/kind'

export const Falla = Exact(
  {
    code: CodigoError,
    error: Type.String({ examples: ['El certificado digital venció'] }),
    etapa: Nullable(Codigo(ETAPAS)),
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
