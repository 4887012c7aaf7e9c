// A mail server for tests: a real one, that keeps what it takes and refuses on demand.

import type { AddressInfo } from 'node:net'
import PostalMime, { type Email } from 'postal-mime'
import { SMTPServer } from 'smtp-server'
import { createCorreo, type Smtp } from '../../src/mail/correo'

/** The server's answer instead of taking a message. */
export interface Rechazo {
  en: 'rcpt' | 'data'
  codigo: number
  texto: string
}

export interface Recibido extends Email {
  /** Recipients of the envelope, as the server was told them. */
  para: string[]
  de: string
  raw: string
}

export interface Buzon {
  smtp: Smtp
  correo: ReturnType<typeof createCorreo>
  recibidos: Recibido[]
  /** How often a recipient was named. */
  intentos(): number
  /** Sets the server's refusal from now on; null takes everything. */
  rechazar(rechazo: Rechazo | null): void
  /** Takes the next message and hangs up without saying so. */
  cortarTrasDatos(): void
  /** Called with each message it takes, before it answers. */
  alRecibir(call: () => void): void
  close(): Promise<void>
  /** Listens again where it did. */
  reopen(): Promise<void>
}

interface Opciones {
  /** User and password that it asks for. */
  auth?: { user: string; pass: string }
  /** Offers STARTTLS with a certificate that nobody knows. */
  tls?: boolean
  /** Largest message that it takes, in bytes. */
  size?: number
  paciencia?: Parameters<typeof createCorreo>[1]
}

const fault = (codigo: number, texto: string): Error =>
  Object.assign(new Error(texto), { responseCode: codigo })

export async function openBuzon({ auth, tls, size, paciencia }: Opciones = {}): Promise<Buzon> {
  const recibidos: Recibido[] = []
  let rechazo: Rechazo | null = null
  let cortar = false
  let intentos = 0
  let alRecibir = (): void => {}

  const create = () => {
    const server = new SMTPServer({
      authOptional: !auth,
      allowInsecureAuth: true,
      ...(size && { size, rejectOversized: true }),
      disabledCommands: [...(tls ? [] : ['STARTTLS']), ...(auth ? [] : ['AUTH'])],
      onAuth: ({ username, password }, _, done) =>
        username === auth?.user && password === auth?.pass
          ? done(null, { user: username })
          : done(fault(535, 'wrong password')),
      onRcptTo(_, __, done) {
        intentos++
        done(rechazo?.en === 'rcpt' ? fault(rechazo.codigo, rechazo.texto) : null)
      },
      onData(stream, session, done) {
        const chunks: Buffer[] = []
        stream.on('data', (chunk: Buffer) => chunks.push(chunk))
        stream.on('end', async () => {
          if (rechazo?.en === 'data') return done(fault(rechazo.codigo, rechazo.texto))
          const raw = Buffer.concat(chunks)
          const { mailFrom, rcptTo } = session.envelope
          recibidos.push({
            ...(await PostalMime.parse(raw)),
            para: rcptTo.map(({ address }) => address),
            de: (mailFrom as { address: string }).address,
            raw: raw.toString('latin1'),
          })
          alRecibir()
          if (!cortar) return done(null)
          cortar = false
          for (const connection of server.connections) connection._socket.destroy()
        })
      },
    })
    server.on('error', () => {})
    return server
  }

  let server = create()
  const listen = (port: number) =>
    new Promise<number>((resolve) => {
      server.listen(port, '127.0.0.1', () => resolve((server.server.address() as AddressInfo).port))
    })
  const port = await listen(0)
  const smtp: Smtp = {
    host: '127.0.0.1',
    port,
    tls: false,
    starttls: 'ofrecido',
    auth: auth ?? null,
    from: 'facturas@timbre.example.cl',
    nombre: null,
  }
  return {
    smtp,
    correo: createCorreo(smtp, paciencia),
    recibidos,
    intentos: () => intentos,
    rechazar: (next) => {
      rechazo = next
    },
    cortarTrasDatos: () => {
      cortar = true
    },
    alRecibir: (call) => {
      alRecibir = call
    },
    close: () => new Promise((resolve) => server.close(() => resolve())),
    async reopen() {
      server = create()
      await listen(port)
    },
  }
}
