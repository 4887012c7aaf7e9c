// The copies that leave for receivers: when one is due, when a person may ask for one, and what its document's history tells
// of it.

import type { Clock } from '../../base/clock'
import type { NewId } from '../../base/id'
import type { Log } from '../../base/log'
import { tipoDocumento } from '../../domain/dte/tipos'
import { AppError } from '../../domain/errors'
import type { InsertJob } from '../../jobs/insert'
import { type CorreoDe, isDireccion } from '../../mail/correo'
import { isStorageFault } from '../../store/storage-fault'
import type { Store } from '../../store/store'
import type { DocumentoListener, DocumentoRow, Documentos } from '../dte'
import { type Copia, createCopiaStore } from './copia-store'

export const COPIA = 'dte.copia'

interface Deps {
  store: Store
  clock: Clock
  newId: NewId
  insertJob: InsertJob
  documentos: Documentos
  correoDe: CorreoDe
  log: Log
}

export type Copias = ReturnType<typeof createCopias>

const SIN_CASILLA =
  'El documento no trae el correo del receptor, ni él es un cliente con casilla de intercambio'

const refuse = (message: string): never => {
  throw new AppError('INVALID_STATE', message)
}

export function createCopias({ store, clock, newId, insertJob, documentos, correoDe, log }: Deps) {
  const copias = createCopiaStore(store)

  const addHistory = (documentoId: string, estado: string, detalle: string): void =>
    documentos.addHistory(documentoId, clock().toISOString(), estado, null, detalle)

  function queue(row: DocumentoRow, destinatario: string, origen: Copia['origen']): Copia {
    const job = { id: newId('job'), empresaId: row.empresa_id, ambiente: row.ambiente }
    const grupo = `${COPIA}:${row.empresa_id}:${row.ambiente}`
    insertJob({ ...job, kind: COPIA, grupo, args: {}, estado: 'pending' })
    const createdAt = clock().toISOString()
    copias.insert({
      id: newId('cop'),
      documentoId: row.id,
      destinatario,
      origen,
      jobId: job.id,
      createdAt,
    })
    addHistory(row.id, 'copia_en_cola', `Copia para ${destinatario}`)
    return copias.byJob(job.id)!
  }

  const isExchanged = ({ tipo_dte }: DocumentoRow): boolean => tipoDocumento(tipo_dte).sobre === 'EnvioDTE'

  /** Where a copy goes by itself: to the address that the document has, and to its customer's mailbox for exchange. */
  function addressesOf(row: DocumentoRow): Set<string> {
    const { email } = documentos.contenido(row).dte.receptor
    const casilla = isExchanged(row) ? copias.intercambioOf(row.empresa_id, row.rut_receptor) : null
    return new Set([email, casilla].flatMap((one) => one ?? []))
  }

  function queueAutomatic(row: DocumentoRow): void {
    if (row.job_id === null || copias.givenUp(row.job_id)) return
    const addresses = addressesOf(row)
    // Whoever buys with a boleta rarely leaves an address: nothing to tell.
    if (!addresses.size && isExchanged(row)) addHistory(row.id, 'copia_omitida', SIN_CASILLA)
    for (const email of addresses)
      if (!isDireccion(email)) addHistory(row.id, 'copia_omitida', `«${email}» no es una dirección de correo`)
      else if (!copias.living(row.id, email) && !copias.hasAutomatic(row.id, email))
        queue(row, email, 'automatica')
  }

  // A savepoint: whatever is wrong with a copy undoes the copy alone, never the state that it follows.
  const attempt = store.client.transaction(queueAutomatic)

  function follow(row: DocumentoRow): void {
    try {
      attempt(row)
    } catch (fault) {
      if (isStorageFault(fault) || !store.client.inTransaction) throw fault
      log.error('copia.sin_cola', { documento_id: row.id, fault })
    }
  }

  const listener: DocumentoListener = {
    received(envio) {
      const { empresa_id: id } = envio
      if (copias.remitente(id).envioReceptor !== 'al_emitir' && !copias.hasOwn(id)) return
      for (const row of documentos.byEnvio(envio.id)) if (copias.envioOf(row) === 'al_emitir') follow(row)
    },
    judged(row) {
      if (row.estado_sii === 'rechazado') return
      if (copias.envioOf(row) === 'al_aceptar') follow(row)
    },
  }

  const request = store.client.transaction((row: DocumentoRow, given: string | undefined): Copia => {
    if (row.estado_sii === 'no_enviado') refuse('El SII aún no recibe el documento; envíe la copia después')
    if (row.estado_sii === 'rechazado') refuse('El SII rechazó el documento: no hay nada válido que enviar')
    if (row.origen === 'importado') refuse('Lo emitió otro sistema, que ya lo envió: desde aquí no sale')
    const [email = given] = given ? [] : addressesOf(row)
    if (!email) return refuse(`${SIN_CASILLA}; indique uno en email`)
    if (!isDireccion(email)) return refuse(`«${email}» no es una dirección de correo; indique otra en email`)
    if (!correoDe({ empresaId: row.empresa_id, ambiente: row.ambiente }, email))
      refuse('Este servidor no envía correo: pídalo a quien lo administra')
    if (copias.living(row.id, email) === 'pendiente')
      refuse(`Ya hay una copia en camino a ${email}; vea el historial del documento`)
    return queue(row, email, 'manual')
  })

  /** A copy that will not leave: why, in the document's history. */
  function fail(copia: Copia, why: string): void {
    if (copias.setFailed(copia.id))
      addHistory(copia.documentoId, 'copia_fallida', `Copia para ${copia.destinatario}: ${why}`)
  }

  return {
    listener,
    /** Queues a copy that a person asks for, to the receiver's address or another. Throws INVALID_STATE. */
    request: (row: DocumentoRow, email?: string): Copia => request.immediate(row, email),
    byJob: (jobId: string): Copia => copias.byJob(jobId)!,
    remitente: copias.remitente,
    envioOf: copias.envioOf,
    sent(copia: Copia): void {
      if (copias.setSent(copia.id, clock().toISOString()))
        addHistory(copia.documentoId, 'copia_enviada', `Copia enviada a ${copia.destinatario}`)
    },
    /** The first time that a copy has to be tried again; later ones would only repeat it. */
    waits(copia: Copia, why: string): void {
      addHistory(
        copia.documentoId,
        'copia_en_espera',
        `Copia para ${copia.destinatario}: ${why}. Se reintenta sola`,
      )
    },
    fail,
    buried(jobId: string): void {
      fail(copias.byJob(jobId)!, `se agotaron los intentos. ${copias.jobError(jobId) ?? ''}`.trim())
    },
    /** Throws INVALID_STATE when another one is on its way by now. */
    reopen(jobId: string): void {
      const copia = copias.byJob(jobId)!
      if (copias.living(copia.documentoId, copia.destinatario))
        refuse(`${copia.destinatario} ya tiene otra copia, enviada o en camino`)
      copias.reopen(copia.id)
    },
  }
}
