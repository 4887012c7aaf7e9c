// GET /v1/contribuyente/:rut and POST /v1/empresa/autocompletar: a taxpayer from the SII and the company's own papers (http §19.2, §19.3).

import { Type } from '@sinclair/typebox'
import type { Ambiente } from '../../domain/ambiente'
import { parseRut } from '../../domain/rut'
import { newArea } from '../../http/area'
import type { AreaDeps } from '../../http/deps'
import { AmbienteJson, Datos, Exact } from '../../http/envelope'
import { Rut } from '../../http/formats'
import { accountRequest } from '../../http/idempotency'
import { IDEMPOTENCY_PARAMETER } from '../../http/openapi'
import { readAll } from '../../http/read-all'
import { reply } from '../../http/reply'
import { Ruled } from '../../http/rule'
import { inAmbiente } from '../../http/tenant'
import {
  AutocompletarJson,
  autocompletarToJson,
  ContribuyenteJson,
  contribuyenteToJson,
  type Sabido,
} from './contribuyente-json'
import type { Copias } from './copias'
import { isOfSomebody, maxEdadQuery, RUT_DE_NADIE, RutParam, readMaxEdad, readRutParam } from './parametros'
import type { Asker, Preguntas } from './preguntas'
import type { Propios } from './propios'
import { FALLAS_SII, RESPUESTA_GUARDADA } from './respuestas'

interface Deps extends Pick<AreaDeps, 'credential' | 'idempotency'> {
  copias: Copias
  preguntas: Preguntas
  propios: Propios
}

export const contribuyenteRoutes = ({ credential, idempotency, copias, preguntas, propios }: Deps) => {
  async function gather(
    asker: Asker,
    operacion: 'contribuyente' | 'autocompletar',
    rut: string,
    maxEdad: number,
  ): Promise<Sabido> {
    const emisor = await preguntas.emisor(asker, operacion, rut, maxEdad)
    const { empresaId, ambiente } = asker
    return {
      rut,
      inventado: ambiente === 'simulacion',
      emisor,
      situacion: copias.find(asker, 'situacion', rut)?.datos ?? null,
      propios: empresaId ? propios({ empresaId, ambiente }, rut) : [],
    }
  }

  return newArea(credential)
    .get(
      '/v1/contribuyente/:rut',
      async ({ tenant, params, query, set }) => {
        const [rut, maxEdad] = readAll(
          () => readRutParam(params.rut),
          () => readMaxEdad(query.max_edad),
        )
        const sabido = await gather({ ...tenant, set }, 'contribuyente', rut, maxEdad)
        return { ok: true as const, data: contribuyenteToJson(sabido) }
      },
      {
        permission: 'consultas:ejecutar',
        consume: 'contribuyente',
        params: Exact({ rut: RutParam }),
        query: Exact(maxEdadQuery),
        response: Datos(ContribuyenteJson),
        detail: {
          tags: ['Consultas'],
          summary: 'Un contribuyente: si emite documentos electrónicos, y lo que la empresa sabe de él',
          description:
            'Pregunta al SII a lo más una vez al día por RUT y cuenta, o según `max_edad`. El SII no da dirección ni correo de terceros: salen de lo que la empresa ya tiene, y `fuentes` dice de dónde. En `simulacion`, los números terminados en 00 no existen, en 01 terminaron su giro y en 02 no emiten.',
          'x-errores': ['NOT_FOUND', ...FALLAS_SII],
          responses: RESPUESTA_GUARDADA,
        },
      },
    )
    .post(
      '/v1/empresa/autocompletar',
      async ({ tenant, body, query, request, set }) => {
        const maxEdad = readMaxEdad(query.max_edad)
        const rut = parseRut(body.rut)!
        const asked = inAmbiente(tenant, body.ambiente ?? null, 'ambiente')
        // A person without a company begins in simulation.
        const ambiente: Ambiente = asked.ambiente ?? 'simulacion'
        const answer = await idempotency.once(accountRequest(request, tenant, body), async () => {
          const asker = { cuentaId: tenant.cuentaId, empresaId: tenant.empresaId, ambiente, set }
          const data = autocompletarToJson(await gather(asker, 'autocompletar', rut, maxEdad))
          return { status: 200, body: { ok: true as const, data } }
        })
        return reply(set, answer)
      },
      {
        accountPermission: 'consultas:ejecutar',
        consume: 'autocompletar',
        query: Exact(maxEdadQuery),
        body: Exact({
          rut: Ruled(Rut({ examples: ['90000012-K'] }), (text) =>
            isOfSomebody(parseRut(text)!) ? [] : [{ regla: 'rut_generico', mensaje: RUT_DE_NADIE }],
          ),
          ambiente: Type.Optional(
            AmbienteJson({
              description:
                'A qué SII se pregunta; el de la credencial si se omite, y `simulacion` sin empresa.',
            }),
          ),
        }),
        response: Datos(AutocompletarJson),
        detail: {
          tags: ['Empresa'],
          summary: 'Lo que se sabe de un RUT, para llenar un formulario',
          description: 'No escribe nada. Usa las mismas copias que `GET /v1/contribuyente/:rut`.',
          'x-errores': ['NOT_FOUND', ...FALLAS_SII],
          parameters: [IDEMPOTENCY_PARAMETER],
          responses: RESPUESTA_GUARDADA,
        },
      },
    )
}
