// A mail server for tests that speaks IMAP as far as Timbre asks it, over TLS, and does wrong on demand: it drops, stalls, lies about
// numbers, and refuses passwords. A server that nobody here wrote is asked in test/conformance/mailbox.ts.

import { readFileSync } from 'node:fs'
import { type AddressInfo, createServer as createPlain, type Socket } from 'node:net'
import { join } from 'node:path'
import { createServer, type TLSSocket } from 'node:tls'

const TLS = join(import.meta.dir, '../fixtures/tls')

export interface Letter {
  uid: number
  mensaje: Buffer
  recibidoEn: Date
  flags: Set<string>
}

export interface ServidorImap {
  puerto: number
  /** Certificate of who vouches for it. */
  ca: string
  carpetas: Map<string, Letter[]>
  validez: number
  usuario: string
  clave: string
  /** How often somebody came with a password. */
  logins(): number
  conexiones(): number
  /** Every command, without the passwords. */
  ordenes: string[]
  put(mensaje: Buffer | string, recibidoEn?: Date, uid?: number): number
  /** Asked before each command; what it returns is sent in its place, `null` nothing at all, `corta` ends the connection. */
  maldad: ((orden: string) => string | null | 'corta' | undefined) | null
  /** Its answer to a login; null the truth. */
  rehusa: string | null
  /** Ends the connection after so many letters of a FETCH. */
  cortaTras: number | null
  /** Numbers that it names in every search, beside the true ones. */
  inventa: number[]
  /** Whether it knows how to move letters. */
  mueve: boolean
  /** Its greeting, in place of the usual; null the usual. */
  saludo: string | null
  close(): Promise<void>
}

/** `tls`: certificate and key in the place of those of `erp.example.cl`. */
export async function openImapServer({
  plain = false,
  tls,
}: {
  plain?: boolean
  tls?: { cert: string; key: string }
} = {}): Promise<ServidorImap> {
  const options = tls ?? {
    cert: readFileSync(join(TLS, 'certificado.pem'), 'utf8'),
    key: readFileSync(join(TLS, 'llave.pem'), 'utf8'),
  }
  const ca = options.cert
  const sockets = new Set<Socket>()
  let logins = 0
  let conexiones = 0
  const self: ServidorImap = {
    puerto: 0,
    ca,
    carpetas: new Map([['INBOX', []]]),
    validez: 1_700_000_000,
    usuario: 'dte@example.cl',
    clave: 'clave del buzón',
    logins: () => logins,
    conexiones: () => conexiones,
    ordenes: [],
    put(mensaje, recibidoEn = new Date('2026-11-20T12:00:00Z'), uid) {
      const box = self.carpetas.get('INBOX')!
      const next = uid ?? (box.at(-1)?.uid ?? 0) + 1
      box.push({ uid: next, mensaje: Buffer.from(mensaje), recibidoEn, flags: new Set() })
      return next
    },
    maldad: null,
    rehusa: null,
    cortaTras: null,
    inventa: [],
    mueve: true,
    saludo: null,
    close: () =>
      new Promise((resolve) => {
        for (const socket of sockets) socket.destroy()
        server.close(() => resolve())
      }),
  }

  function serve(socket: Socket | TLSSocket): void {
    sockets.add(socket)
    conexiones++
    socket.on('error', () => {})
    socket.on('close', () => sockets.delete(socket))
    let text = ''
    let box: Letter[] | null = null
    let pending: string | null = null
    const send = (line: string): boolean => socket.write(Buffer.from(`${line}\r\n`, 'latin1'))
    const capability = (): string => `CAPABILITY IMAP4rev1 AUTH=PLAIN${self.mueve ? ' MOVE' : ''}`
    send(self.saludo ?? `* OK [${capability()}] test server`)

    const lettersOf = (range: string): Letter[] =>
      (box ?? []).filter(({ uid }) =>
        range.split(',').some((part) => {
          const [from, to] = part.split(':')
          if (to === undefined) return uid === Number(from)
          const last = box!.at(-1)?.uid ?? 0
          const high = to === '*' ? Math.max(last, 0) : Number(to)
          return uid >= Math.min(Number(from), high) && uid <= Math.max(Number(from), high)
        }),
      )

    function login(tag: string, user: string, pass: string): void {
      logins++
      if (self.rehusa) send(`${tag} NO ${self.rehusa}`)
      else if (user === self.usuario && pass === self.clave) send(`${tag} OK LOGIN completed`)
      else send(`${tag} NO [AUTHENTICATIONFAILED] Authentication failed.`)
    }

    function fetch(range: string): boolean {
      let sent = 0
      for (const { uid, mensaje, recibidoEn, flags } of lettersOf(range)) {
        if (self.cortaTras !== null && sent++ >= self.cortaTras) {
          self.cortaTras = null
          socket.destroy()
          return false
        }
        const seq = box!.findIndex((one) => one.uid === uid) + 1
        const max = Number(/BODY\.PEEK\[\]<0\.(\d+)>/.exec(self.ordenes.at(-1)!)?.[1] ?? mensaje.length)
        const part = mensaje.subarray(0, max)
        const [, , day, month, year, time] = /^(\w+), (\d+) (\w+) (\d+) ([\d:]+)/.exec(
          recibidoEn.toUTCString(),
        )!
        socket.write(
          Buffer.from(
            `* ${seq} FETCH (UID ${uid} FLAGS (${[...flags].join(' ')}) INTERNALDATE "${day}-${month}-${year} ${time} +0000" BODY[]<0> {${part.length}}\r\n`,
          ),
        )
        socket.write(part)
        send(')')
      }
      return true
    }

    function answer(line: string): void {
      if (pending) {
        const [, user = '', pass = ''] = Buffer.from(line, 'base64').toString('utf8').split('\0')
        const tag = pending
        pending = null
        login(tag, user, pass)
        return
      }
      const [, tag = '*', rest = ''] = /^(\S+) (.*)$/s.exec(line) ?? []
      const orden = rest.replace(/^LOGIN .*/i, 'LOGIN')
      self.ordenes.push(orden)
      const evil = self.maldad?.(orden)
      if (evil === 'corta') return void socket.destroy()
      if (evil === null) return
      if (evil !== undefined) return void send(evil.replaceAll('TAG', tag))
      const ok = (what = 'completed'): void => void send(`${tag} OK ${what}`)
      const upper = rest.toUpperCase()
      if (upper.startsWith('AUTHENTICATE PLAIN')) {
        pending = tag
        send('+ ')
      } else if (upper === 'CAPABILITY') {
        send(`* ${capability()}`)
        ok()
      } else if (upper === 'NAMESPACE') {
        send('* NAMESPACE (("" "/")) NIL NIL')
        ok()
      } else if (/^(LIST|LSUB)/.test(upper)) {
        const name = upper.split(' ')[0]
        if (rest.endsWith(' ""')) send(`* ${name} (\\Noselect) "/" ""`)
        for (const folder of self.carpetas.keys())
          if (rest.endsWith(`"${folder}"`) || rest.endsWith('"*"')) send(`* ${name} () "/" "${folder}"`)
        ok()
      } else if (/^(SELECT|EXAMINE)/.test(upper)) {
        const name = rest.replace(/^\S+ /, '').replace(/^"|"$/g, '')
        const found = self.carpetas.get(name)
        if (!found) return void send(`${tag} NO [NONEXISTENT] Mailbox doesn't exist: ${name}`)
        box = found
        send(`* ${found.length} EXISTS`)
        send(`* OK [UIDVALIDITY ${self.validez}] UIDs valid`)
        send(`* OK [UIDNEXT ${(found.at(-1)?.uid ?? 0) + 1}] next`)
        ok(upper.startsWith('EXAMINE') ? '[READ-ONLY] completed' : '[READ-WRITE] completed')
      } else if (upper.startsWith('STATUS')) {
        const name = /^STATUS "?([^"(]*?)"? \(/i.exec(rest)![1]!
        if (!self.carpetas.has(name)) return void send(`${tag} NO [NONEXISTENT] no such mailbox`)
        send(`* STATUS "${name}" (MESSAGES ${self.carpetas.get(name)!.length})`)
        ok()
      } else if (upper.startsWith('UID SEARCH')) {
        const range = /UID (\d+:[\d*]+)/.exec(upper.slice(10))?.[1] ?? '1:*'
        const since = /SINCE (\d+-\w+-\d+)/i.exec(rest)?.[1]
        const found = lettersOf(range)
          .filter(({ recibidoEn }) => !since || recibidoEn.getTime() >= Date.parse(`${since} UTC`))
          .map(({ uid }) => uid)
        send(`* SEARCH ${[...found, ...self.inventa].join(' ')}`)
        ok()
      } else if (upper.startsWith('UID FETCH')) {
        if (fetch(rest.split(' ')[2]!)) ok()
      } else if (upper.startsWith('UID STORE')) {
        for (const { flags } of lettersOf(rest.split(' ')[2]!)) flags.add('\\Seen')
        ok()
      } else if (upper.startsWith('UID MOVE')) {
        const [, , range, ...to] = rest.split(' ')
        const target = self.carpetas.get(to.join(' ').replace(/^"|"$/g, ''))
        if (!target) return void send(`${tag} NO [TRYCREATE] no such mailbox`)
        for (const letter of lettersOf(range!)) {
          box!.splice(box!.indexOf(letter), 1)
          target.push({ ...letter, uid: (target.at(-1)?.uid ?? 0) + 1 })
        }
        ok()
      } else if (upper === 'LOGOUT') {
        send('* BYE')
        ok()
        socket.end()
      } else if (/^(NOOP|ID|CLOSE|ENABLE)/.test(upper)) ok()
      else send(`${tag} BAD unknown ${rest}`)
    }

    socket.on('data', (chunk: Buffer) => {
      text += chunk.toString('utf8')
      for (let end = text.indexOf('\r\n'); end >= 0; end = text.indexOf('\r\n')) {
        const line = text.slice(0, end)
        text = text.slice(end + 2)
        answer(line)
      }
    })
  }

  const server = plain ? createPlain(serve) : createServer(options, serve)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', () => resolve()))
  self.puerto = (server.address() as AddressInfo).port
  return self
}
