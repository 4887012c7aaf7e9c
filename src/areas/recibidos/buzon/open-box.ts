// The way to a company's box, by its kind. A server's name is looked up and its addresses policed as those of webhooks are, and the
// address that was checked is the one connected to (http §12.4).

import { parseIp } from '../../../base/ip'
import { type Casilla, CasillaFault } from '../../../mail/casilla'
import { openImap } from '../../../mail/imap'
import { DestinoRefused, type Lookup, type Politica, resolveHost } from '../../webhooks'
import type { Buzon, Buzones } from './buzones'

/** A company's box in the simulator's post office, from a day on. */
export type OpenSimulada = (
  quien: { cuentaId: string; empresaId: string },
  desde: string | null,
  signal: AbortSignal,
) => Promise<Casilla>

interface OpenBoxDeps {
  buzones: Pick<Buzones, 'claveOf'>
  openSimulada: OpenSimulada
  /** Where the server may go, the same for all that people name. */
  webhooks: { lookup: Lookup; politica: Politica }
  /** Certificates (PEM) that tests believe. */
  caCorreo?: string | undefined
}

export type OpenBox = ReturnType<typeof createOpenBox>

export function createOpenBox({
  buzones,
  openSimulada,
  webhooks: { lookup, politica },
  caCorreo,
}: OpenBoxDeps) {
  /** Throws CasillaFault. */
  return async (row: Buzon, cuentaId: string, signal: AbortSignal): Promise<Casilla> => {
    if (row.tipo === 'simulador')
      return openSimulada({ cuentaId, empresaId: row.empresaId }, row.desde, signal)
    const host = row.host!
    let addresses: string[]
    try {
      addresses = await resolveHost(host, parseIp(host) !== null, lookup, politica.privadas)
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
