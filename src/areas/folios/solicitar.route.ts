// POST /v1/dte/folios/solicitar: folios straight from the SII.

import { Type } from '@sinclair/typebox'
import { newArea } from '../../http/area'
import { Datos, Exact } from '../../http/envelope'
import type { FoliosDeps } from './deps'
import { TipoDteSchema } from './json'
import { createSolicitar } from './solicitud'

const Body = Exact({
  tipo_dte: TipoDteSchema,
  cantidad: Type.Union([Type.Integer({ minimum: 1 }), Type.Literal('max')], {
    description: 'Cuántos folios, o "max". Lo que pase del máximo autorizado se rebaja.',
  }),
})

const Reply = Exact({
  desde: Type.Integer(),
  hasta: Type.Integer(),
  cantidad: Type.Integer(),
  solicitada: Type.Union([Type.Integer(), Type.Literal('max')]),
  max_autorizado: Type.Integer(),
})

export const solicitarFoliosRoute = ({ credential, store, folios, requestCaf }: FoliosDeps) => {
  const solicitar = createSolicitar({ store, load: folios.load, requestCaf })
  return newArea(credential).post(
    '/v1/dte/folios/solicitar',
    async ({ tenant: { empresaId, ambiente }, body, status }) => {
      const { tipo_dte, cantidad } = body
      const { rango, maxAutorizado } = await solicitar(tipo_dte, cantidad, { empresaId, ambiente })
      return status(201, {
        ok: true as const,
        data: {
          desde: rango.desde,
          hasta: rango.hasta,
          cantidad: rango.hasta - rango.desde + 1,
          solicitada: cantidad,
          max_autorizado: maxAutorizado,
        },
      })
    },
    {
      permission: 'folios:administrar',
      body: Body,
      response: { 201: Datos(Reply) },
      detail: { tags: ['Folios'], summary: 'Pedir folios al SII' },
    },
  )
}
