// Acting as the receiver of documents that this very company sent: another account may have some of the same RUT and folio (http §24).

import { TIPOS } from '../../domain/dte/tipos'
import { AppError } from '../../domain/errors'
import { parseRut } from '../../domain/rut'
import type { Context, SimuladorDeps } from './deps'
import type { createLedger } from './libro'

interface AcuseDeps extends Pick<SimuladorDeps, 'emisores' | 'simulatorFetch'> {
  narrow: ReturnType<typeof createLedger>
  forward(context: Context): Promise<Response>
}

interface Cuerpo {
  rut_emisor?: unknown
  rut_receptor?: unknown
  tipo_dte?: unknown
  folio?: unknown
  documentos?: unknown
}

const RECLAMABLES: readonly number[] = TIPOS.filter(({ reclamable }) => reclamable).map(
  ({ codigo }) => codigo,
)
const DE_LA_EMPRESA = 'El SII simulado no ha aceptado ese documento de la empresa'

/** The handler of POST /simulador/acuse. Throws NOT_FOUND when one of the documents is not of the company. */
export function createAcuse({ narrow, forward, simulatorFetch, emisores }: AcuseDeps) {
  return async (context: Context): Promise<Response> => {
    const { request, tenant } = context
    const { rut } = emisores.get(tenant).emisor
    const body: Cuerpo = { rut_emisor: rut, ...(context.body as Cuerpo) }
    if (typeof body.rut_emisor === 'string' && ![rut, null].includes(parseRut(body.rut_emisor)))
      throw new AppError('NOT_FOUND', DE_LA_EMPRESA)
    /** Those of the company that the SII accepted, the newest first. */
    async function accepted(query: Record<string, string>) {
      const url = new URL('/simulador/libro', request.url)
      url.search = new URLSearchParams({ rut, ...query }).toString()
      const response = await simulatorFetch(new Request(url.href))
      if (!response.ok) return []
      const { documentos } = narrow(await response.json(), tenant.empresaId).data
      return documentos.filter(({ veredicto }) => veredicto !== null && veredicto !== 'rechazado')
    }
    const several = Array.isArray(body.documentos) ? (body.documentos as unknown[]).slice(0, 100) : null
    for (const one of several ?? [body]) {
      const { tipo_dte, folio } = (one ?? {}) as Cuerpo
      const [tipo, numero] = [Number(tipo_dte), Number(folio)]
      // The simulator refuses a path that names no document.
      if (!Number.isSafeInteger(tipo) || !Number.isSafeInteger(numero)) continue
      if (!(await accepted({ tipo_dte: String(tipo), folio: String(numero) })).length)
        throw new AppError('NOT_FOUND', DE_LA_EMPRESA)
    }
    const ofReceptor = !several && body.tipo_dte === undefined && body.folio === undefined
    const receptor = typeof body.rut_receptor === 'string' ? parseRut(body.rut_receptor) : null
    if (!ofReceptor || receptor === null) return forward({ ...context, body })
    const documentos = (await accepted({}))
      .filter(
        ({ rut_receptor, tipo_dte, eventos }) =>
          rut_receptor === receptor &&
          RECLAMABLES.includes(tipo_dte) &&
          // A note over a part of it is its issuer's word.
          eventos.every(({ codigo }) => codigo === 'ENC'),
      )
      .reverse()
      .slice(0, 100)
      .map(({ tipo_dte, folio }) => ({ tipo_dte, folio }))
    return forward({ ...context, body: { ...body, documentos } })
  }
}
