// Puts the exchange of answers together (areas/recibidos/intercambio §1).

import { eq } from 'drizzle-orm'
import type { Clock } from '../../../base/clock'
import type { NewId } from '../../../base/id'
import type { Log } from '../../../base/log'
import type { Audit } from '../../../http/audit'
import type { JobKind } from '../../../jobs/kind'
import type { CorreoDe } from '../../../mail/correo'
import type { Store } from '../../../store/store'
import { certificado, empresa } from '../../../store/tables/empresa'
import type { Sign } from '../../../xml/firma'
import type { Documentos, Emisores } from '../../dte'
import type { Eventos } from '../../eventos'
import type { Trabajos } from '../../trabajos'
import { createAutomatica } from './automatica'
import { createContactos, type PreguntaCasilla } from './contactos'
import { createPrepare } from './prepare'
import { createRecibidas } from './recibidas'
import { respondJob } from './respond.job'
import { intercambioOf, toJson } from './respuesta-json'
import { createRespuestas } from './respuestas'
import type { HurryFollow } from './sii-mail'
import { createTakeIn } from './take-in'

export type Intercambios = ReturnType<typeof createIntercambio>

export function createIntercambio(deps: {
  store: Store
  clock: Clock
  newId: NewId
  log: Log
  sign: Sign
  audit: Audit
  documentos: Documentos
  emisores: Emisores
  eventos: Pick<Eventos, 'emit'>
  trabajos: Trabajos
  correoDe: CorreoDe
  preguntaCasilla: PreguntaCasilla
  hurryFollow: HurryFollow
}) {
  const { store } = deps
  const respuestas = createRespuestas(store)
  const recibidas = createRecibidas(store)
  const contactos = createContactos(store, deps)
  const prepare = createPrepare({ ...deps, respuestas, contactos })
  const elegida = (empresaId: string) =>
    store.db
      .select({ elegida: empresa.respuestaAutomatica })
      .from(empresa)
      .where(eq(empresa.id, empresaId))
      .get()!.elegida
  const canSign = (empresaId: string): boolean =>
    store.db
      .select({ empresaId: certificado.empresaId })
      .from(certificado)
      .where(eq(certificado.empresaId, empresaId))
      .get() !== undefined
  return {
    respuestas,
    recibidas,
    prepare,
    takeIn: createTakeIn(deps),
    /** To be told of new documents of a file that came by mail. */
    answerBySelf: createAutomatica({ ...deps, respuestas, prepare, elegida, canSign }),
    /** The answers of the company to a received document, oldest first. */
    respuestasOf: (recibidoId: string) =>
      respuestas.ofRecibido(recibidoId).map((row) => toJson(row, respuestas)),
    /** The reason against forgetting a received document. */
    holds: (recibidoId: string): string | null =>
      respuestas.ofRecibido(recibidoId).length
        ? 'El documento ya se respondió: sus respuestas lo nombran'
        : null,
    /** The receivers' answers about an issued document. */
    intercambioOf: (documentoId: string) => intercambioOf(recibidas.ofDocumento(documentoId)),
    kinds: [respondJob({ ...deps, respuestas, contactos })] as JobKind[],
  }
}
