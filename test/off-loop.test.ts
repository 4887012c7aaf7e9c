// Work on another thread: the same as at once, however it ends.

import { describe, expect, test } from 'bun:test'
import { readdirSync, readFileSync } from 'node:fs'
import { getPriority } from 'node:os'
import { join } from 'node:path'
import { readCarta } from '../src/mail/carta'
import { createThread, offLoop } from '../src/off-loop'
import { type Compuesto, compose, createArchivo, renderPdf } from '../src/pdf'
import { readPfx } from '../src/xml/certificado'
import { FACTURA, latin1, mail } from './support/archivos-recibidos'
import { boleta } from './support/emisor'
import { testAppWithFolios } from './support/test-app'

const pfx = (name: string) =>
  Buffer.from(readFileSync(join(import.meta.dir, `fixtures/pfx/${name}.b64`), 'utf8'), 'base64')
const CLAVE = 'clave123'

describe('a PFX', () => {
  test('is opened by the thread as it is at once', async () => {
    expect(await offLoop.readPfx('cta_1', pfx('triple-des'), CLAVE)).toEqual(
      readPfx(pfx('triple-des'), CLAVE),
    )
  })

  test('that cannot be opened says why, and the next one is opened', async () => {
    const bad = offLoop.readPfx('cta_1', pfx('moderno-aes256'), 'otra')
    await expect(bad).rejects.toMatchObject({
      code: 'CERTIFICATE_INVALID',
      detalles: [{ campo: 'clave', regla: 'clave_incorrecta' }],
    })
    expect((await offLoop.readPfx('cta_1', pfx('moderno-aes256'), CLAVE)).rutTitular).toBeString()
  })

  test('leaves the event loop its turns while it is opened', async () => {
    let turns = 0
    let open = true
    const count = (): void => {
      turns++
      if (open) setImmediate(count)
    }
    setImmediate(count)
    await offLoop.readPfx('cta_1', pfx('java-moderno'), CLAVE)
    open = false
    expect(turns).toBeGreaterThan(10)
  })
})

test('a file that takes too long is refused, and the next one is read by a new thread (areas/recibidos §1)', async () => {
  const plazo = { ms: 1, mensaje: 'tarda demasiado' }
  const thread = createThread(plazo)
  const ask = () => thread('cta_1', 'writeRecibidoEn', 'simulacion', latin1(FACTURA))
  const late = ask()
  const waiting = ask()
  await expect(late).rejects.toMatchObject({
    code: 'VALIDATION_ERROR',
    detalles: [{ campo: 'archivo', mensaje: 'tarda demasiado' }],
  })
  await expect(waiting).rejects.toMatchObject({ code: 'VALIDATION_ERROR' })
  plazo.ms = 60_000
  expect((await ask()).documentos).toHaveLength(1)
})

test.skipIf(process.platform !== 'linux')('the threads stand back for the event loop', async () => {
  await offLoop.readPfx('cta_1', pfx('moderno-aes256'), CLAVE)
  const threads = readdirSync('/proc/self/task').filter((id) =>
    readFileSync(`/proc/self/task/${id}/comm`, 'latin1').startsWith('Worker'),
  )
  expect(threads.length).toBeGreaterThan(0)
  for (const id of threads) expect(getPriority(Number(id))).toBeGreaterThan(getPriority(process.pid))
})

describe('the paper of a long document', () => {
  test('is the same from the thread, and of a short one no thread is asked', async () => {
    const app = await testAppWithFolios({ folios: { 39: 5 } })
    const detalle = Array.from({ length: 1000 }, (_, i) => ({
      nombre: `Clavo ${i}`,
      cantidad: 1,
      precio: 100,
    }))
    const seen: Parameters<typeof renderPdf>[] = []
    const { printer } = app.app.services
    const pdf = printer.pdf
    printer.pdf = (owner, ...args) => {
      seen.push(args)
      return pdf(owner, ...args)
    }
    const long = await app.app.handle(
      new Request('http://localhost/v1/dte/previsualizar', {
        method: 'POST',
        headers: { ...app.tenant.key, 'content-type': 'application/json' },
        body: JSON.stringify(boleta({ detalle })),
      }),
    )
    printer.pdf = pdf
    expect(long.status).toBe(200)
    const bytes = Buffer.from(await long.arrayBuffer())
    expect(bytes.equals(Buffer.from(renderPdf(...seen[0]!)))).toBe(true)

    const alone = (compuesto: Compuesto) => {
      const archivo = createArchivo()
      archivo.add(compuesto, null)
      return Buffer.from(archivo.finish({ titulo: '', autor: '', marcadores: true }))
    }
    const apart = await offLoop.printer.compose('cta_1', ...seen[0]!)
    expect(apart.original.length).toBeGreaterThan(10)
    expect(alone(apart).equals(alone(compose(...seen[0]!)))).toBe(true)
  })
})

describe('a long letter', () => {
  const paper = Buffer.alloc(6 * 1024 * 1024, '%PDF-1.4 ')
  const letter = mail([
    { nombre: 'f.xml', bytes: latin1(FACTURA) },
    { nombre: 'f.pdf', tipo: 'application/pdf', bytes: paper },
  ])

  test('is read by the thread as it is at once, and whoever has it keeps it', async () => {
    const before = Buffer.from(letter)
    const read = await offLoop.readCarta('cta_1', letter)
    expect(read).toEqual(await readCarta(letter))
    expect(read.eml!.partes.map(({ nombre }) => nombre)).toEqual(['f.xml', 'f.pdf'])
    expect(letter.equals(before)).toBe(true)
  })

  test('is handed over in pieces, with turns for others between', async () => {
    let turns = 0
    const { postMessage } = Worker.prototype
    let turnsBefore = 0
    Worker.prototype.postMessage = function (this: Worker, ...args: unknown[]) {
      turnsBefore = turns
      return (postMessage as (...args: unknown[]) => void).apply(this, args)
    } as typeof postMessage
    let over = false
    const count = (): void => {
      turns++
      if (!over) setImmediate(count)
    }
    setImmediate(count)
    await offLoop.readCarta('cta_1', letter)
    over = true
    Worker.prototype.postMessage = postMessage
    expect(turnsBefore).toBeGreaterThanOrEqual(Math.floor(letter.length / 1024 / 1024))
  })
})
