// GET /v1/dte/folios/sii: the ranges that the SII has granted (areas/folios §2).

import { Type } from '@sinclair/typebox'
import { isTipoDte, type TipoDte } from '../../../domain/dte/tipos'
import { invalidParameter } from '../../../domain/errors'
import { joinTramos, type Tramo } from '../../../domain/folios/tramos'
import { newArea } from '../../../http/area'
import { Datos, Exact, Nullable } from '../../../http/envelope'
import { goneOf } from '../../../http/gone'
import { Legible } from '../../../http/rule'
import { asking } from '../../../sii'
import { ANULACION, listOtorgados } from '../../../sii/folios'
import type { FoliosDeps } from '../deps'
import { useFolios } from './deps'
import { BASE } from './solicitar.route'
import { prepareRangos } from './statements'

const OtorgadoSii = Exact({
  desde: Type.Integer({ examples: [101] }),
  hasta: Type.Integer({ examples: [200] }),
  fecha: Nullable(
    Type.String({ format: 'date', description: 'De la autorización; null si el SII no la dijo.' }),
  ),
  cantidad: Type.Integer({ examples: [100] }),
  cargado: Type.Boolean({ description: 'Si el rango entero está cargado aquí.' }),
})

/** Throws INVALID_PARAMETER. */
function readTipoDte(text: string): TipoDte {
  const tipoDte = Number(text)
  if (isTipoDte(tipoDte)) return tipoDte
  throw invalidParameter('tipo_dte', 'valor', 'No hay un tipo de documento con ese código')
}

const TODOS = 1_000_000_000_000

export const otorgadosRoute = (deps: FoliosDeps) => {
  const { credential, store, charge, accesoOf, foliosSii } = deps
  const rangos = prepareRangos(store.client)
  return newArea(credential).get(
    `${BASE}/sii`,
    async ({ tenant, query, set, request }) => {
      const tipoDte = readTipoDte(query.tipo_dte)
      const { empresaId, ambiente } = tenant
      const { rut } = foliosSii.emisorOf(empresaId)
      const acceso = accesoOf(tenant, 'folios', { prioridad: 'persona' })
      const pay = <T>(ask: () => Promise<T>): Promise<T> => ask()
      const found = await asking(() =>
        charge({ ...tenant, set }, 'consulta_folios', () =>
          useFolios(
            deps,
            acceso,
            { rut, tipoDte, pay },
            (session) => listOtorgados(session, ANULACION),
            goneOf(request),
          ),
        ),
      )
      const key = { empresaId, ambiente, tipoDte, desde: 1, hasta: TODOS }
      const loaded = joinTramos(rangos.crossing.all(key).map((one): Tramo => [one.desde, one.hasta]))
      const data = found.map(({ desde, hasta, fecha }) => ({
        desde,
        hasta,
        fecha,
        cantidad: hasta - desde + 1,
        cargado: loaded.some(([from, to]) => from <= desde && hasta <= to),
      }))
      return { ok: true as const, data }
    },
    {
      permission: 'folios:administrar',
      consume: 'consulta_folios',
      query: Exact({
        tipo_dte: Legible(readTipoDte, { description: 'Tipo de documento.', examples: ['33'] }),
      }),
      response: Datos(Type.Array(OtorgadoSii)),
      detail: {
        tags: ['Folios'],
        summary: 'Rangos que el SII ha otorgado',
        description:
          'También los que no están aquí. Cuáles de sus folios están usados o anulados no lo dice el SII: uno anulado entero lo cuenta sólo `POST /v1/dte/folios/reobtener`. Cuesta una consulta.',
        'x-errores': [
          'INVALID_PARAMETER',
          'SII_ERROR',
          'SII_UNAVAILABLE',
          'SII_TIMEOUT',
          'SII_REFUSED',
          'RATE_LIMIT',
          'PORTAL_LOCKED',
          'PORTAL_CREDENTIALS_MISSING',
          'PORTAL_FORBIDDEN',
        ],
      },
    },
  )
}
