// Where the company stands, read from the API and read anew while something is on its way.

import type { DataOf } from '../api/client'
import type { Fault } from '../api/fault'
import { useApi, useApiOrNull } from '../api/query'
import { type Sesion, useSesion } from '../api/sesion'
import { usePolling } from '../shell/connection'
import { type Documento, isAceptado, type Situacion } from './pasos'

const EVERY_MS = 2500

/** With all that the API tells of company and document. */
export type Leida = Situacion & { empresa: DataOf<'GET /v1/empresa/actual'>; ultimo: Documento | null }

/** `situacion` is null until all of it was read. */
export function useSituacion(): { situacion: Leida | null; fault: Fault | null; retry: () => void } {
  const { empresa, certificado, folios, ultimo, aceptado, caminos } = useLecturas(useSesion())
  const all = [empresa, certificado, folios, ultimo, aceptado, caminos]
  const fault = all.find(({ error }) => error)?.error ?? null
  const retry = (): void => {
    for (const each of all) if (each.error) void each.refetch()
  }
  if (!empresa.data || certificado.data === undefined || !folios.data || !ultimo.data)
    return { situacion: null, fault, retry }
  const first = ultimo.data.data[0] ?? null
  return {
    fault,
    retry,
    situacion: {
      empresa: empresa.data.data,
      certificado: certificado.data?.data ?? null,
      folios: folios.data.data,
      ultimo: first,
      autorizada: (caminos.data?.paginacion.total ?? 0) > 0,
      aceptado: (first !== null && isAceptado(first)) || (aceptado.data?.paginacion.total ?? 0) > 0,
    },
  }
}

function useLecturas({ empresa, ambiente }: Sesion) {
  const cada = usePolling(EVERY_MS)
  const ultimo = useApi('GET /v1/documentos', { query: { limite: 1 } }, { cada })
  const [first] = ultimo.data?.data ?? []
  return {
    empresa: useApi('GET /v1/empresa/actual'),
    certificado: useApiOrNull('GET /v1/empresa/:id/certificado', { params: { id: empresa.id } }),
    folios: useApi('GET /v1/dte/folios'),
    ultimo,
    caminos: useApi(
      'GET /v1/certificacion',
      { query: { limite: 1, estado: 'autorizada' } },
      { activa: ambiente === 'certificacion' },
    ),
    // The newest document may be rejected and another accepted.
    aceptado: useApi(
      'GET /v1/documentos',
      { query: { limite: 1, estado_sii: 'aceptado,aceptado_con_reparos' } },
      { activa: first !== undefined && !isAceptado(first) && ultimo.data?.paginacion.total !== 1 },
    ),
  }
}
