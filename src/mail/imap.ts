// A mailbox by IMAP (RFC 3501): one connection for one reading, by TLS from the first byte or before the password, to an address that
// was looked up and allowed beforehand.

import type { FetchMessageObject, ImapFlow, SearchObject } from 'imapflow'
import { loadPacked } from '../base/packed'
import { CARTA_MAX, type Carta, type Casilla, CasillaFault, type Despues } from './casilla'
import { isPassing, isRefusal, toFault } from './imap-fault'

/** Where a box is and how it is read. */
export interface Imap {
  /** The name that the certificate must prove. */
  host: string
  /** Where that is; the first that takes a connection. */
  addresses: readonly string[]
  puerto: number
  seguridad: 'tls' | 'starttls'
  usuario: string
  clave: string
  carpeta: string
  /** Day from which letters are looked at, `YYYY-MM-DD`; null, from the first. */
  desde: string | null
  despues: Despues
  /** Where read letters go, with `mover`. */
  carpetaProcesados: string | null
}

/** A letter, in an answer that has a little more around it. */
const LITERAL_MAX = CARTA_MAX + 1024 * 1024
/** The longest list of numbers: a folder of a million letters. */
const LINEA_MAX = 8 * 1024 * 1024
/** A host that is an IP address, of either kind. */
const DIRECCION = /^[\d.]+$|:/
/** A server may take this long to come to the door, to greet, and to say something. */
const PACIENCIA = { conexionMs: 20_000, saludoMs: 15_000, respuestaMs: 60_000 }

interface OpcionesImap {
  paciencia?: typeof PACIENCIA
  /** Certificates (PEM) that are believed beside those of the system. */
  ca?: string
}

/** Opens the folder. Throws CasillaFault. */
export async function openImap(
  imap: Imap,
  signal: AbortSignal,
  { paciencia = PACIENCIA, ca }: OpcionesImap = {},
): Promise<Casilla> {
  const { ImapFlow } = loadPacked<typeof import('imapflow')>('imapflow')
  const create = (address: string): ImapFlow =>
    new ImapFlow({
      host: address,
      // TLS names no address: that the certificate must prove by itself.
      ...(!DIRECCION.test(imap.host) && { servername: imap.host }),
      port: imap.puerto,
      secure: imap.seguridad === 'tls',
      // Never in clear: who is on the way could take the offer of encryption out of what the server says.
      ...(imap.seguridad === 'starttls' && { doSTARTTLS: true }),
      ...(ca && { tls: { ca } }),
      auth: { user: imap.usuario, pass: imap.clave },
      clientInfo: { name: 'Timbre' },
      logger: false,
      disableAutoIdle: true,
      disableCompression: true,
      disableAutoEnable: true,
      connectionTimeout: paciencia.conexionMs,
      greetingTimeout: paciencia.saludoMs,
      socketTimeout: paciencia.respuestaMs,
      maxLineLength: LINEA_MAX,
      maxLiteralSize: LITERAL_MAX,
      maxResponseSize: LITERAL_MAX + LINEA_MAX,
      maxResponseTokens: 100_000,
    })

  signal.throwIfAborted()
  let client: ImapFlow | null = null
  const abort = (): void => client?.close()
  signal.addEventListener('abort', abort, { once: true })
  const release = (): void => signal.removeEventListener('abort', abort)
  try {
    client = await connect(imap.addresses, create, (one) => {
      client = one
    })
    return await openFolder(client, imap, release)
  } catch (fault) {
    client?.close()
    release()
    signal.throwIfAborted()
    throw toFault(fault)
  }
}

/** Only a refused connection is sure not to have carried the password: a second try with that would be one too many. */
async function connect(
  addresses: readonly string[],
  create: (address: string) => ImapFlow,
  trying: (client: ImapFlow) => void,
): Promise<ImapFlow> {
  for (const [i, address] of addresses.entries()) {
    const client = create(address)
    trying(client)
    // Its own way to say that the connection broke; whoever waits for an answer is told too.
    client.on('error', () => {})
    try {
      await client.connect()
      return client
    } catch (fault) {
      client.close()
      if ((fault as { code?: unknown }).code !== 'ECONNREFUSED' || i === addresses.length - 1) throw fault
    }
  }
  throw new CasillaFault('conexion', 'El servidor de correo no tiene una dirección')
}

async function openFolder(client: ImapFlow, imap: Imap, release: () => void): Promise<Casilla> {
  const { carpeta, despues, carpetaProcesados, desde } = imap
  const guarded = async <T>(run: () => Promise<T>): Promise<T> => {
    try {
      return await run()
    } catch (fault) {
      throw toFault(fault)
    }
  }
  const absent = (path: string, cause?: unknown): CasillaFault =>
    new CasillaFault('carpeta', `El buzón no tiene la carpeta «${path}»`, { cause })
  try {
    // Read-only where nothing is to be marked: the server then changes nothing by itself.
    await client.mailboxOpen(carpeta, { readOnly: despues === 'nada' })
  } catch (fault) {
    throw isRefusal(fault) && !isPassing(fault) ? absent(carpeta, fault) : fault
  }
  if (despues === 'mover') {
    // Without it a letter is copied, marked as deleted, and all that bear that mark are deleted: others' too.
    if (!client.capabilities.has('MOVE'))
      throw new CasillaFault('carpeta', 'El servidor de correo no sabe mover mensajes: elija marcar o nada')
    const there = await client.status(carpetaProcesados!, { messages: true }).catch((fault) => {
      if ((fault as { code?: string }).code === 'NotFound') return false
      throw fault
    })
    if (!there) throw absent(carpetaProcesados!)
  }
  const mailbox = client.mailbox
  if (!mailbox) throw new CasillaFault('conexion', 'El servidor de correo no abrió la carpeta')

  const list = (from: number): Promise<number[]> =>
    guarded(async () => {
      const query: SearchObject = {
        uid: `${from + 1}:*`,
        ...(desde && { since: new Date(`${desde}T00:00:00Z`) }),
      }
      const found = await client.search(query, { uid: true })
      if (!found) throw new CasillaFault('conexion', 'El servidor de correo no dijo qué mensajes hay')
      // `n:*` names the last letter even when its number is lower.
      return [...new Set(found)].filter((uid) => isUid(uid) && uid > from).sort((a, b) => a - b)
    })

  async function* read(uids: readonly number[]): AsyncGenerator<Carta> {
    const wanted = new Set(uids)
    try {
      const query = { uid: true, internalDate: true, source: { start: 0, maxLength: CARTA_MAX + 1 } }
      for await (const one of client.fetch(uids.join(','), query, { uid: true })) {
        if (!wanted.delete(one.uid) || !one.source) continue
        yield { uid: one.uid, mensaje: one.source, recibidoEn: dateOf(one) }
      }
    } catch (fault) {
      throw toFault(fault)
    }
  }

  return {
    validez: String(mailbox.uidValidity),
    total: mailbox.exists,
    list,
    read,
    settle: (uids) =>
      guarded(async () => {
        if (!uids.length || despues === 'nada') return
        const range = uids.join(',')
        const done =
          despues === 'marcar'
            ? await client.messageFlagsAdd(range, ['\\Seen'], { uid: true })
            : await client.messageMove(range, carpetaProcesados!, { uid: true })
        if (!done) throw new CasillaFault('conexion', 'El servidor de correo no dejó marcar lo leído')
      }),
    async close() {
      release()
      // A server that does not say goodbye must not hold who has all it came for.
      await Promise.race([client.logout().catch(() => {}), Bun.sleep(2000)])
      client.close()
    },
  }
}

const isUid = (uid: number): boolean => Number.isInteger(uid) && uid > 0 && uid <= 0xffff_ffff

function dateOf({ internalDate }: FetchMessageObject): Date | null {
  const at = new Date(internalDate ?? Number.NaN)
  return Number.isNaN(at.getTime()) ? null : at
}
