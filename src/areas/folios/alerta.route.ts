// PUT /v1/dte/folios/:tipo/alerta: when few folios of a type are left, and whether more are asked for then.

import { Type } from '@sinclair/typebox'
import { isTipoDte } from '../../domain/dte/tipos'
import { AppError } from '../../domain/errors'
import { newArea } from '../../http/area'
import { Datos, Exact, Nullable } from '../../http/envelope'
import type { FoliosDeps } from './deps'
import { AlertaSchema, alertaToJson, CANTIDAD_MAX, CantidadSchema } from './folios-json'

const Body = Exact(
  {
    umbral: Type.Optional(
      Nullable(
        Type.Integer({
          minimum: 0,
          maximum: CANTIDAD_MAX,
          examples: [50],
          description: '`null`: el de costumbre.',
        }),
      ),
    ),
    reposicion_automatica: Type.Optional(Type.Boolean()),
    cantidad: Type.Optional(CantidadSchema),
  },
  { minProperties: 1 },
)

export const alertaFoliosRoute = ({ credential, folios, audit }: FoliosDeps) =>
  newArea(credential).put(
    '/v1/dte/folios/:tipo/alerta',
    ({ tenant, params, body }) => {
      const tipoDte = Number(params.tipo)
      if (!isTipoDte(tipoDte) || String(tipoDte) !== params.tipo)
        throw new AppError('NOT_FOUND', `No hay un tipo de documento ${params.tipo}`)
      const alerta = audit(
        tenant,
        () =>
          folios.alertas.set(tenant, tipoDte, {
            umbral: body.umbral,
            reposicionAutomatica: body.reposicion_automatica,
            cantidad: body.cantidad,
          }),
        () => ({ accion: 'folios.alerta_cambiada', detalle: { tipo_dte: tipoDte, ...body } }),
      )
      return { ok: true as const, data: { tipo_dte: tipoDte, ...alertaToJson(alerta) } }
    },
    {
      permission: 'folios:administrar',
      params: Exact({ tipo: Type.String() }),
      body: Body,
      response: Datos(AlertaSchema),
      detail: {
        tags: ['Folios'],
        summary: 'Fijar cuándo avisar que quedan pocos folios, y si pedir más',
        description:
          'Lo que no se envía queda como estaba. Un umbral nuevo, o la reposición recién activada, se mira con el próximo folio que se tome. Con `reposicion_automatica`, al quedar pocos se piden `cantidad` folios al SII, lo que consume una consulta de la cuota; con `"pronostico"`, también cuando se acabarían en menos de 7 días. Si el SII los rehúsa, no se piden otra vez solos en 24 horas, salvo que se cambie esta alerta.',
      },
    },
  )
