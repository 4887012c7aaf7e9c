// kill -9 of the built server at each step of an answer to a supplier, its mail server being a real one: asked for, written, frozen, in the
// mail server's hands, told. Each is frozen once, and leaves in the same bytes however often (areas/recibidos/intercambio §2).
// `killed-answers.ts [SEED]`.

import { connect, createServer, type Socket } from 'node:net'
import { FACTURA, latin1, RECEPTOR } from '../support/archivos-recibidos'
import { type Buzon, openBuzon } from '../support/smtp'
import { COUNTS } from './counts'
import { type Running, serve, simulador, withFolder } from './process/binary'
import { type Report, runAlone, seeded, until } from './process/check'
import { addCompany, ask, type Json, openAccount } from './process/client'
import { readDead } from './process/steps'

const BASE = '/v1/recibidos'
const PARA = 'respuestas@proveedor.example'
const PACIENCIA_MS = 60_000
/** Where a step was not met, more lives than asked for, but no more than these. */
const MAX_VIDAS = 90

/** When a life ends: so long after it was asked, heard or not; as the mail server is called, has the message, or has said so. */
const MOMENTOS = ['asked', 'accepted', 'called', 'taken', 'told'] as const
type Momento = (typeof MOMENTOS)[number]

/** The state of an answer on disk when its server died. */
const PASOS = ['none', 'written', 'frozen', 'mailed', 'sent'] as const
type Paso = (typeof PASOS)[number]

const answerOf = (folio: number): Json =>
  [
    { tipo: 'recepcion' },
    { tipo: 'resultado', estado: 2, glosa: `Faltó la caja ${folio}` },
    { tipo: 'recibo', recinto: `Bodega Ñuñoa ${folio}` },
  ][folio % 3]

interface Relay {
  port: number
  /** The next caller is left standing, and this is told. */
  hold(called: () => void): void
  close(): void
}

/** Before the mail server: passes on, or lets a caller stand. */
async function openDoor(target: number): Promise<Relay> {
  let held: (() => void) | null = null
  const open = new Set<Socket>()
  const server = createServer((from) => {
    open.add(from)
    from.on('error', () => {})
    if (held) {
      const tell = held
      held = null
      return tell()
    }
    const to = connect(target, '127.0.0.1')
    open.add(to)
    to.on('error', () => from.destroy())
    from.on('close', () => to.destroy())
    to.on('close', () => from.destroy())
    from.pipe(to).pipe(from)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    port: (server.address() as { port: number }).port,
    hold(called) {
      held = called
    },
    close() {
      for (const socket of open) socket.destroy()
      server.close()
    },
  }
}

/** One life that is asked for an answer, and dies at its moment. */
async function live(
  server: Running,
  momento: Momento,
  { buzon, relay, random }: { buzon: Buzon; relay: Relay; random: () => number },
  request: () => Promise<unknown>,
): Promise<void> {
  const came = Promise.withResolvers<void>()
  const soon = (ms: number): void => void setTimeout(came.resolve, random() * ms)
  if (momento === 'called') relay.hold(came.resolve)
  if (momento === 'taken' || momento === 'told')
    buzon.alRecibir(() => {
      // At once: the mail server answers a process that is gone.
      if (momento === 'taken') server.signal('SIGKILL')
      soon(momento === 'told' ? 15 : 0)
    })
  const asked = request().catch(() => null)
  if (momento === 'asked') soon(15)
  if (momento === 'accepted') void asked.then(() => soon(25))
  const late = setTimeout(came.resolve, PACIENCIA_MS)
  await came.promise
  clearTimeout(late)
  await server.kill()
  await asked
  buzon.alRecibir(() => {})
}

export const killedAnswers = (checks: Report, seed = 13): Promise<void> =>
  withFolder(async (root) => {
    const random = seeded(seed)
    const buzon = await openBuzon()
    const relay = await openDoor(buzon.smtp.port)
    const sii = await simulador(`${root}/sii`)
    const data = `${root}/datos`
    const open = (): Promise<Running> =>
      serve(data, sii.url, {
        TIMBRE_SMTP_URL: `smtp://127.0.0.1:${relay.port}`,
        TIMBRE_SMTP_FROM: 'facturas@timbre.example.cl',
      })
    const met = new Map<Paso, number>(PASOS.map((paso) => [paso, 0]))
    try {
      let server = await open()
      const { key } = await addCompany(server.url, await openAccount(server.url), RECEPTOR, {}, [
        'recibidos:*',
      ])
      const unmet = (): boolean => [...met.values()].some((times) => times === 0)
      const least = COUNTS.answersOfEach * MOMENTOS.length
      let folio = 0
      while (folio < least || (unmet() && folio < MAX_VIDAS)) {
        const momento = MOMENTOS[folio++ % MOMENTOS.length]!
        const name = `answer ${folio}, killed once ${momento}`
        const xml = latin1(FACTURA.replace(/<Folio>\d+</, `<Folio>${folio}<`))
        const came = await ask('POST', `${server.url}${BASE}`, key, {
          archivo_base64: xml.toString('base64'),
          nombre: `f${folio}.xml`,
        })
        const { id } = came.body.data
        const headers = { ...key, 'idempotency-key': `respuesta-${folio}` }
        const say = (url: string) =>
          ask('POST', `${url}${BASE}/${id}/respuestas`, headers, { ...answerOf(folio), para: PARA })
        const before = buzon.recibidos.length
        await live(server, momento, { buzon, relay, random }, () => say(server.url))

        const left = readDead<{ estado: string; firmada_en: string | null }>(
          data,
          `SELECT r.estado, r.firmada_en FROM respuesta r JOIN respuesta_documento d ON d.respuesta_id = r.id
           WHERE d.recibido_id = '${id}'`,
        )
        const [row] = left
        const mailed = buzon.recibidos.length > before
        const paso: Paso = !row
          ? 'none'
          : row.estado === 'enviada'
            ? 'sent'
            : mailed
              ? 'mailed'
              : row.firmada_en
                ? 'frozen'
                : 'written'
        met.set(paso, met.get(paso)! + 1)

        server = await open()
        // A client that heard nothing asks once more, by the same key.
        const again = await say(server.url)
        checks.check(`${name} (${paso}): asked again it is the same`, again.status === 202, again)
        let answers: Json[] = []
        await until(
          async () => {
            answers = (await ask('GET', `${server.url}${BASE}/${id}`, key)).body.data.respuestas
            return answers[0]?.estado === 'enviada'
          },
          PACIENCIA_MS,
          20,
        )
        const [answer] = answers
        checks.check(
          `${name} (${paso}): one answer, and it left`,
          answers.length === 1 && answer.estado === 'enviada',
          answers,
        )
        const response = await fetch(`${server.url}${BASE}/respuestas/${answer?.id}/xml`, { headers: key })
        const frozen = Buffer.from(await response.arrayBuffer())
        const mails = buzon.recibidos.slice(before)
        checks.check(
          `${name} (${paso}): every mail is the same to the byte`,
          mails.length >= 1 && mails.every(({ raw }) => raw === mails[0]!.raw),
          mails.map(({ raw }) => raw.slice(0, 400)),
        )
        checks.check(
          `${name} (${paso}): and brings what is frozen here`,
          mails.every(({ attachments: [file] }) => frozen.equals(Buffer.from(file!.content as ArrayBuffer))),
          mails.length,
        )
        checks.check(
          `${name} (${paso}): no more mails than lives`,
          mails.length <= (paso === 'mailed' ? 2 : 1),
          mails.length,
        )
      }
      checks.note(`died ${[...met].map(([paso, times]) => `${paso} ${times}`).join(', ')}`)
      checks.check('every step was met', !unmet(), [...met])
      await server.kill()
      const [sum] = readDead<Json>(
        data,
        `SELECT (SELECT count(*) FROM respuesta) AS respuestas, (SELECT count(*) FROM respuesta_xml) AS archivos,
           (SELECT count(DISTINCT numero) FROM respuesta) AS numeros`,
      )
      checks.check(
        'each has one frozen file and a number of its own',
        sum.respuestas === folio && sum.archivos === folio && sum.numeros === folio,
        sum,
      )
    } finally {
      await sii.kill()
      relay.close()
      await buzon.close()
    }
  })

if (import.meta.main)
  await runAlone('kill -9 amid answers to suppliers', (checks) =>
    killedAnswers(checks, Number(process.argv[2] ?? 13)),
  )
