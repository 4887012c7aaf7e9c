// The way into a company's box, one at a time, by its kind. A server's name is looked up and its addresses policed as those of webhooks are, and the
// address that was checked is the one connected to (http §12.4).

import { parseIp } from '../../../base/ip'
import { AppError } from '../../../domain/errors'
import { type Casilla, CasillaFault } from '../../../mail/casilla'
import { openImap } from '../../../mail/imap'
import { DestinoRefused, type Lookup, type Negativa, type Politica, resolveHost } from '../../webhooks'
import type { Buzon, Buzones } from './buzones'

/** Why a server is not gone to. */
export const NEGATIVA: Negativa = {
  prohibida:
    'Un buzón no puede estar en direcciones de enlace local (169.254.0.0/16, fe80::/10) ni de metadatos',
  privada:
    'Este servidor no lee buzones en redes privadas ni en sí mismo (TIMBRE_WEBHOOKS_PRIVATE): use un servidor de correo público',
}

/** A company's box in the simulator's post office, from a day on. */
export type OpenSimulada = (
  titular: { cuentaId: string; empresaId: string },
  desde: string | null,
  signal: AbortSignal,
) => Promise<Casilla>

interface OpenBoxDeps {
  buzones: Pick<Buzones, 'isCurrent' | 'claveOf' | 'switchOff'>
  openSimulada: OpenSimulada
  /** Where the server may go, the same for all that people name. */
  webhooks: { lookup: Lookup; politica: Politica }
  /** Certificates (PEM) that tests believe. */
  caCorreo?: string | undefined
}

/** Why a box is not read, and what to do. */
export const refusalOf = (row: Buzon | null): AppError | null => {
  if (!row)
    return new AppError('NOT_FOUND', 'La empresa no tiene un buzón: guárdelo con PUT /v1/empresa/:id/buzon')
  if (row.apagadoEn === null) return null
  return new AppError(
    'INVALID_STATE',
    `El buzón está apagado desde ${row.apagadoEn}: ${row.apagadoPor}. Corrija el usuario o la clave y guárdelo otra vez`,
  )
}

/** The box was deleted, switched off, or saved anew since it was looked up. */
export class OtraCaja extends Error {}

export type OpenBox = ReturnType<typeof createOpenBox>

export function createOpenBox({
  buzones,
  openSimulada,
  webhooks: { lookup, politica },
  caCorreo,
}: OpenBoxDeps) {
  /** Logins under way, by box: a second with the same wrong password would be one too many. */
  const entering = new Map<string, Promise<unknown>>()

  /**
   * Opens the box when it is one's turn. A refused password switches it off before the next comes. Throws CasillaFault, and OtraCaja where that
   * is no longer the box.
   */
  return async (row: Buzon, cuentaId: string, signal: AbortSignal): Promise<Casilla> => {
    const key = `${row.empresaId} ${row.ambiente}`
    while (entering.has(key)) await entering.get(key)
    if (!buzones.isCurrent(row)) throw new OtraCaja()
    const going = enter(row, cuentaId, signal)
    const gone = going.catch(() => {}).then(() => entering.delete(key))
    entering.set(key, gone)
    return going
  }

  async function enter(row: Buzon, cuentaId: string, signal: AbortSignal): Promise<Casilla> {
    try {
      return await open(row, cuentaId, signal)
    } catch (fault) {
      if (fault instanceof CasillaFault && fault.motivo === 'clave') buzones.switchOff(row, fault.message)
      throw fault
    }
  }

  async function open(row: Buzon, cuentaId: string, signal: AbortSignal): Promise<Casilla> {
    if (row.tipo === 'simulador')
      return openSimulada({ cuentaId, empresaId: row.empresaId }, row.desde, signal)
    const host = row.host!
    let addresses: string[]
    try {
      addresses = await resolveHost(host, parseIp(host) !== null, lookup, politica.privadas, NEGATIVA)
    } catch (fault) {
      if (!(fault instanceof DestinoRefused)) throw fault
      throw new CasillaFault('conexion', fault.message, { cause: fault })
    }
    const { puerto, seguridad, usuario, carpeta, desde, despues, carpetaProcesados } = row
    return openImap(
      {
        ...{ host, addresses, puerto: puerto!, seguridad: seguridad!, usuario: usuario! },
        ...{ clave: buzones.claveOf(row), carpeta, desde, despues, carpetaProcesados },
      },
      signal,
      { ...(caCorreo && { ca: caCorreo }) },
    )
  }
}
