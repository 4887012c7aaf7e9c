// The mailbox in the built binary against a mail server that nobody here wrote (areas/recibidos/buzon §2): both ways of encryption, a
// refused password, letters by the hundred with their rate and memory, and kill -9 amid a reading until every step of one was met: nothing
// twice, nothing lost.

import { Database } from 'bun:sqlite'
import { existsSync, mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { slowness } from '../bench/slowness'
import { FACTURA, latin1, mail, RECEPTOR } from '../support/archivos-recibidos'
import { nuevaEmpresa } from '../support/test-app'
import { COUNTS } from './counts'
import { type Running, start, withFolder } from './process/binary'
import { type Report, runAlone, seeded } from './process/check'
import { ask, type Json, openAccount } from './process/client'
import { type Dovecot, startDovecot } from './process/dovecot'
import { ensureTools } from './tools'

const { letters: LETTERS, mailboxKills: KILLS } = COUNTS
/** Where a step was not met, more lives than asked for, but no more than these. */
const MAX_KILLS = 160
/** Letters a second where RSA-2048 is signed as often as on the reference machine, and megabytes that a reading may add. */
const RATE = 50
const GROWTH_MB = 120

const letter = (folio: number): Buffer =>
  Buffer.from(
    mail([{ nombre: `f${folio}.xml`, bytes: latin1(FACTURA.replace(/<Folio>\d+</, `<Folio>${folio}<`)) }])
      .toString('latin1')
      .replace('<m1@', `<m${folio}@`),
    'latin1',
  )

/** 0 of a process that is gone. */
function rssMb(pid: number): number {
  const path = `/proc/${pid}/status`
  return existsSync(path) ? Number(/VmRSS:\s+(\d+)/.exec(readFileSync(path, 'utf8'))?.[1] ?? 0) / 1024 : 0
}

interface Place {
  data: string
  imap: Dovecot
  session: Record<string, string>
  empresa: string
}

const serve = ({ data, imap }: Pick<Place, 'data' | 'imap'>): Promise<Running> =>
  start(['serve', '--data', data, '--addr', '127.0.0.1:0'], {
    TIMBRE_LOG_LEVEL: 'info',
    NODE_EXTRA_CA_CERTS: imap.ca,
  })

const box = (imap: Dovecot, over: object = {}) => ({
  ...{ tipo: 'imap', host: 'localhost', puerto: imap.puertos.tls, seguridad: 'tls' },
  ...{ usuario: imap.usuario, clave: imap.clave, despues: 'marcar', ...over },
})

async function read(url: string, { session }: Place, limitMs = 120_000): Promise<Json> {
  const asked = await ask('POST', `${url}/v1/recibidos/buzon/leer?esperar=0`, session)
  if (asked.status !== 202) return asked
  const until = Date.now() + limitMs
  for (;;) {
    const job = await ask('GET', `${url}/v1/recibidos/trabajos/${asked.body.data.job_id}`, session)
    if (!['pending', 'processing'].includes(job.body.data.estado) || Date.now() > until) return job
    await Bun.sleep(20)
  }
}

const total = async (url: string, path: string, { session }: Place): Promise<number> =>
  (await ask('GET', `${url}${path}?limite=1`, session)).body.paginacion.total

async function ways(checks: Report, url: string, place: Place): Promise<void> {
  const { imap, session, empresa } = place
  const path = `${url}/v1/empresa/${empresa}/buzon`
  const tried = async (over: object) => {
    const put = await ask('PUT', path, session, box(imap, over))
    if (put.status !== 200) return put
    return ask('POST', `${path}/probar`, session)
  }
  const wrong = await tried({ clave: 'otra' })
  checks.check(
    'a wrong password is refused',
    wrong.status === 502 && wrong.body.code === 'MAILBOX_ERROR',
    wrong.body,
  )
  const again = await ask('POST', `${path}/probar`, session)
  checks.check('and is not tried again', again.status === 409, again.body)
  const starttls = await tried({ seguridad: 'starttls', puerto: imap.puertos.starttls })
  checks.check('STARTTLS opens the box', starttls.status === 200, starttls.body)
  const named = await tried({ host: '127.0.0.1' })
  checks.check('a certificate of another name does not', named.status === 502, named.body)
  const none = await tried({ carpeta: 'Ñandú' })
  checks.check('a folder that is not there is named', /Ñandú/.test(none.body.error), none.body)
  const tls = await tried({})
  checks.check(
    'TLS opens the box',
    tls.status === 200 && tls.body.data.mensajes === imap.state().total,
    tls.body,
  )
}

async function rate(checks: Report, server: Running, place: Place): Promise<void> {
  const { imap } = place
  for (let folio = 1; folio <= LETTERS; folio++) imap.put(`1.${folio}.a`, letter(folio))
  const before = rssMb(server.pid)
  let peak = before
  const watch = setInterval(() => {
    peak = Math.max(peak, rssMb(server.pid))
  }, 100)
  // A slower machine, or one that others keep busy, reads as much more slowly as it signs.
  const slower = slowness()
  const began = Date.now()
  const done = await read(server.url, place)
  clearInterval(watch)
  const perSecond = LETTERS / ((Date.now() - began) / 1000)
  checks.note(`${perSecond.toFixed(0)} letters a second, ${before.toFixed(0)} → ${peak.toFixed(0)} MB`)
  const { result } = done.body.data
  checks.check(
    `${LETTERS} letters are in`,
    result?.mensajes === LETTERS && result?.documentos === LETTERS,
    done.body,
  )
  const least = RATE / Math.max(slower, slowness())
  checks.check(`at ${RATE} a second or more, by the machine’s pace`, perSecond >= least, { perSecond, least })
  checks.check('and memory stays flat', peak - before < GROWTH_MB, peak - before)
  checks.check(
    'all are marked, none is gone',
    imap.state().leidos === LETTERS && imap.state().total === LETTERS,
    imap.state(),
  )
}

async function killed(checks: Report, place: Place, seed: number): Promise<void> {
  const { imap, data } = place
  const random = seeded(seed)
  const met = { leyendo: 0, sin_marcar: 0 }
  const look = (): void => {
    const db = new Database(join(data, 'timbre.db'), { readonly: true })
    if (db.query("SELECT 1 FROM mensaje WHERE resultado = 'leyendo'").get()) met.leyendo++
    if (db.query('SELECT 1 FROM buzon_visto WHERE por_marcar = 1').get()) met.sin_marcar++
    db.close()
  }
  let all = LETTERS
  for (let i = 0; i < KILLS || met.leyendo === 0 || met.sin_marcar === 0; i++) {
    if (i > MAX_KILLS) break
    for (let n = 0; n < 30; n++) imap.put(`2.${++all}.a`, letter(all))
    const server = await serve(place)
    await ask('POST', `${server.url}/v1/recibidos/buzon/leer?esperar=0`, place.session).catch(() => null)
    await Bun.sleep(20 + random() * 500)
    await server.kill()
    look()
  }
  checks.note(
    `died with a letter in hand ${met.leyendo} times, with letters not yet marked ${met.sin_marcar} times`,
  )
  checks.check('every step of a reading was met', met.leyendo > 0 && met.sin_marcar > 0, met)
  const server = await serve(place)
  const done = await read(server.url, place)
  checks.check('the next reading ends', done.body.data?.estado === 'completed', done.body)
  checks.check(
    'each letter is one message',
    (await total(server.url, '/v1/recibidos/mensajes', place)) === all,
  )
  const db = new Database(join(data, 'timbre.db'), { readonly: true })
  const documents = db
    .query('SELECT count(*) AS n, count(DISTINCT folio) AS folios FROM recibido')
    .get() as Json
  const left = db
    .query("SELECT count(*) AS n FROM mensaje WHERE resultado <> 'documentos' OR documentos <> 1")
    .get() as Json
  db.close()
  checks.check('each document is here once', documents.n === all && documents.folios === all, documents)
  checks.check('and each message tells of its own', left.n === 0, left)
  const { total: there, leidos } = imap.state()
  checks.check('the server has them all, marked', there === all && leidos === all, imap.state())
  await server.kill()
}

export async function mailbox(checks: Report, seed = 9): Promise<void> {
  const absent = ensureTools(['dovecot', 'openssl'])
  checks.check('a mail server is installed', absent.length === 0, absent)
  await withFolder(async (root) => {
    mkdirSync(join(root, 'imap'))
    const imap = await startDovecot(join(root, 'imap'))
    if (!imap) return checks.note('dovecot wants to be root: not asked')
    try {
      const data = join(root, 'data')
      const server = await serve({ data, imap })
      const session = await openAccount(server.url)
      const made = await ask('POST', `${server.url}/v1/empresa`, session, nuevaEmpresa(RECEPTOR))
      const place: Place = { data, imap, session, empresa: made.body.data.id }
      await ways(checks, server.url, place)
      await rate(checks, server, place)
      checks.check('the server has nothing to complain of', server.errors() === '', server.errors())
      await server.kill()
      await killed(checks, place, seed)
    } finally {
      await imap.stop()
    }
  })
}

if (import.meta.main)
  await runAlone('a mailbox of a server that nobody here wrote', (checks) =>
    mailbox(checks, Number(process.argv[2] ?? 9)),
  )
