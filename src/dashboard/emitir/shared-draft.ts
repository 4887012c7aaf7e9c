// The acts on a draft that the company shares: saved with the version that was seen, issued as what is on the page, once
// (areas/borradores §2, §3).

import { api, type DataOf } from '../api/client'
import { Fault } from '../api/fault'
import { shortName } from '../ui/tipo'
import type { Built } from './body'
import type { SharedDraft } from './form'

export type Borrador = DataOf<'GET /v1/borradores/:id'>
type Body = Built['body']

/** Whether the draft on the server says just this: then an answer was lost, and nobody else wrote it. */
const isSame = ({ solicitud }: Borrador, body: Body): boolean =>
  JSON.stringify(solicitud) === JSON.stringify(body)

const solicitudOf = (body: Body): Record<string, unknown> => ({ ...body })

const put = async (id: string, body: Body, version: number): Promise<Borrador> =>
  (await api('PUT /v1/borradores/:id', { params: { id }, body: { solicitud: solicitudOf(body), version } }))
    .data

/** The draft as somebody else left it meanwhile. */
export class Changed extends Error {
  constructor(readonly borrador: Borrador) {
    super('changed')
  }
}

/** Throws Changed where somebody wrote, issued or discarded it since. */
export async function saveShared({ id, version }: SharedDraft, body: Body): Promise<Borrador> {
  try {
    return await put(id, body, version)
  } catch (thrown) {
    if (!(thrown instanceof Fault) || !['CONFLICT', 'INVALID_STATE'].includes(thrown.code)) throw thrown
    const { data } = await api('GET /v1/borradores/:id', { params: { id } })
    if (data.estado === 'abierto' && isSame(data, body)) return data
    if (data.estado === 'abierto' && data.version === version) throw thrown
    throw new Changed(data)
  }
}

export const createShared = async (body: Body, clave: string): Promise<Borrador> =>
  (await api('POST /v1/borradores', { body: { solicitud: solicitudOf(body) }, clave })).data

/** The state of one that somebody changed, in words. */
export function changedWords({ estado, dte, autor, version }: Borrador): string {
  if (estado === 'descartado') return 'Alguien descartó este borrador mientras lo tenía abierto.'
  if (estado === 'abierto')
    return `${autor} lo cambió mientras lo tenía abierto: va en la versión ${version}.`
  if (!dte?.tipo_dte || !dte.folio) return 'Alguien ya lo emitió: espera su hora.'
  return `Ya se emitió: ${shortName(dte.tipo_dte).toLowerCase()} N° ${dte.folio}.`
}

/** Issues it as `body` says; asked again after a lost answer, it is the same document. Throws CONFLICT for one that others changed. */
export async function issueShared(
  { id, version }: SharedDraft,
  body: Body,
  onVersion: (version: number) => void,
): Promise<DataOf<'POST /v1/borradores/:id/emitir'>> {
  const params = { id }
  const { data: now } = await api('GET /v1/borradores/:id', { params })
  const same = isSame(now, body)
  if (!same && (now.estado !== 'abierto' || now.version !== version))
    throw new Fault('CONFLICT', changedWords(now))
  const seen = same ? now : await put(id, body, version)
  onVersion(seen.version)
  return (await api('POST /v1/borradores/:id/emitir', { params, body: { version: seen.version } })).data
}
