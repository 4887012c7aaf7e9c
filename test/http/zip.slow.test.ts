// Archives as answers: what stands in them, and that they cost no more than is read of them.

import { describe, expect, test } from 'bun:test'
import { type ArchivoZip, zipResponse } from '../../src/http/zip'
import { leerZip } from '../support/leer-zip'

const archivo = (n: number, over: Partial<ArchivoZip> = {}): ArchivoZip => ({
  nombre: `DTE_76543210-3_T33F${n}.xml`,
  bytes: Buffer.from(`<DTE>${n}</DTE>`.repeat(20)),
  fecha: '2026-11-20T11:02:11',
  compress: true,
  ...over,
})

async function* files(count: number, over: Partial<ArchivoZip> = {}) {
  for (let n = 1; n <= count; n++) yield archivo(n, over)
}

const read = async (response: Response) => leerZip(Buffer.from(await response.arrayBuffer()))

describe('an archive', () => {
  test('holds every file with its name and bytes, compressed where that is worth it', async () => {
    const response = zipResponse('documentos.zip', files(3))
    expect(response.headers.get('content-type')).toBe('application/zip')
    expect(response.headers.get('content-disposition')).toBe('attachment; filename="documentos.zip"')
    const found = await read(response)
    expect(found.map(({ nombre }) => nombre)).toEqual([1, 2, 3].map((n) => archivo(n).nombre))
    expect(found[2]).toMatchObject({ bytes: archivo(3).bytes, comprimido: true })
    expect((await read(zipResponse('x.zip', files(1, { compress: false }))))[0]!.comprimido).toBe(false)
  })

  test('may be empty, hold an empty file, and tells the time of each', async () => {
    expect(await read(zipResponse('x.zip', files(0)))).toEqual([])
    const bytes = Buffer.from(await zipResponse('x.zip', files(1, { bytes: Buffer.alloc(0) })).arrayBuffer())
    expect(leerZip(bytes)).toHaveLength(1)
    // 11:02:10 of 20 November 2026, in the words of MS-DOS.
    expect([bytes.readUInt16LE(10), bytes.readUInt16LE(12)]).toEqual([
      (11 << 11) | (2 << 5) | 5,
      (46 << 9) | (11 << 5) | 20,
    ])
  })

  test.each([65_534, 65_535, 70_000])('may hold %d files', async (count) => {
    const found = await read(zipResponse('x.zip', files(count, { bytes: Buffer.from('x'), compress: false })))
    expect(found).toHaveLength(count)
    expect(found.at(-1)!.nombre).toBe(archivo(count).nombre)
  })

  test('asks for files only as they are taken, and for none once the connection has broken', async () => {
    let asked = 0
    let ended = false
    async function* endless() {
      try {
        for (;;) yield archivo(++asked, { bytes: Buffer.alloc(100_000, String(asked)), compress: false })
      } finally {
        ended = true
      }
    }
    const { promise: closed, resolve: close } = Promise.withResolvers<void>()
    const server = Bun.serve({
      port: 0,
      fetch(request) {
        request.signal.addEventListener('abort', () => close())
        return zipResponse('x.zip', endless())
      },
    })
    const control = new AbortController()
    const response = await fetch(server.url, { signal: control.signal })
    const reader = response.body!.getReader()
    await reader.read()
    control.abort()
    await closed
    while (!ended) await new Promise((resolve) => setImmediate(resolve))
    const then = asked
    // The sockets' buffers, not the archive.
    expect(then).toBeLessThan(500)
    for (let turn = 0; turn < 20; turn++) await new Promise((resolve) => setImmediate(resolve))
    expect(asked).toBe(then)
    await server.stop(true)
  })

  test('leaves the event loop its turn between any two files', async () => {
    let turns = 0
    let over = false
    const count = () => {
      turns++
      if (!over) setImmediate(count)
    }
    setImmediate(count)
    await read(zipResponse('x.zip', files(50)))
    over = true
    expect(turns).toBeGreaterThanOrEqual(50)
  })

  test('breaks off where a file cannot be had: nobody takes it for whole', async () => {
    async function* broken() {
      yield archivo(1)
      throw new Error('no disk')
    }
    expect(zipResponse('x.zip', broken()).arrayBuffer()).rejects.toThrow('no disk')
  })
})
