// A mail server that nobody here wrote (Debian's dovecot), on a folder of its own, with a certificate that is vouched for by itself.

import { chmodSync, chownSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

export interface Dovecot {
  /** From the first byte encrypted, and by STARTTLS. */
  puertos: { tls: number; starttls: number }
  /** Path of the certificate. */
  ca: string
  usuario: string
  clave: string
  put(name: string, letter: Uint8Array): void
  /** How many letters lie in the folder, and how many of them are marked as read. */
  state(): { total: number; leidos: number }
  stop(): Promise<void>
}

const freePort = (): number => {
  const server = Bun.listen({ hostname: '127.0.0.1', port: 0, socket: { data() {} } })
  const { port } = server
  server.stop(true)
  return port
}

/** Starts it; null where it cannot run, for it wants to be root. */
export async function startDovecot(dir: string): Promise<Dovecot | null> {
  if (process.getuid?.() !== 0 || !Bun.which('dovecot')) return null
  const puertos = { tls: freePort(), starttls: freePort() }
  const mail = join(dir, 'mail')
  for (const box of ['cur', 'new', 'tmp']) mkdirSync(join(mail, box), { recursive: true })
  const [cert, key] = [join(dir, 'cert.pem'), join(dir, 'key.pem')]
  Bun.spawnSync([
    ...['openssl', 'req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '2', '-subj', '/CN=localhost'],
    ...['-addext', 'subjectAltName=DNS:localhost', '-keyout', key, '-out', cert],
  ])
  writeFileSync(
    join(dir, 'dovecot.conf'),
    `protocols = imap
base_dir = ${dir}/run
state_dir = ${dir}/run
log_path = ${dir}/log
ssl = required
ssl_cert = <${cert}
ssl_key = <${key}
mail_location = maildir:${mail}
first_valid_uid = 1
passdb {
  driver = static
  args = password=clave-del-buzon
}
userdb {
  driver = static
  args = uid=65534 gid=65534 home=${dir}
}
service imap-login {
  inet_listener imap {
    address = 127.0.0.1
    port = ${puertos.starttls}
  }
  inet_listener imaps {
    address = 127.0.0.1
    port = ${puertos.tls}
    ssl = yes
  }
}
`,
  )
  Bun.spawnSync(['chown', '-R', '65534:65534', mail])
  // Whoever the letters belong to has to come there.
  chmodSync(dir, 0o755)
  chmodSync(join(dir, '..'), 0o755)
  const child = Bun.spawn(['dovecot', '-F', '-c', join(dir, 'dovecot.conf')], {
    stdout: 'ignore',
    stderr: 'inherit',
  })
  for (let tries = 0; tries < 100; tries++) {
    const there = await Bun.connect({
      hostname: '127.0.0.1',
      port: puertos.tls,
      socket: { data() {} },
    }).catch(() => null)
    if (there) {
      there.end()
      break
    }
    await Bun.sleep(50)
  }
  return {
    puertos,
    ca: cert,
    usuario: 'dte',
    clave: 'clave-del-buzon',
    put(name, letter) {
      const path = join(mail, 'new', name)
      writeFileSync(path, letter)
      chownSync(path, 65_534, 65_534)
    },
    state() {
      const names = [...readdirSync(join(mail, 'cur')), ...readdirSync(join(mail, 'new'))]
      return { total: names.length, leidos: names.filter((name) => /:2,[A-Z]*S/.test(name)).length }
    },
    async stop() {
      child.kill()
      await child.exited
    },
  }
}
