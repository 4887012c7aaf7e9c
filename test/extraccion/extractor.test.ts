// What is refused before anything is read, and what is left to a person (extraccion §1).

import { describe, expect, test } from 'bun:test'
import {
  CAMPOS,
  type Campo,
  createExtractor,
  type EstadoCuenta,
  type Extraccion,
  type FilaEstado,
  PROPUESTA_VACIA,
} from '../../src/extraccion'

const extractor = createExtractor()
const archivo = (bytes: Uint8Array | string, nombre = 'a.bin') => ({
  bytes: typeof bytes === 'string' ? Buffer.from(bytes, 'latin1') : bytes,
  nombre,
  tipo: 'application/pdf',
})

describe('a file', () => {
  test('of more than 10 MiB is refused', async () => {
    const big = archivo(new Uint8Array(10 * 1024 * 1024 + 1))
    await expect(extractor.extraer(big)).rejects.toMatchObject({ code: 'PAYLOAD_TOO_LARGE' })
    await expect(extractor.extraerEstado(big)).rejects.toMatchObject({ code: 'PAYLOAD_TOO_LARGE' })
  })

  test('is what its bytes say, whatever its name and the type that came with it', async () => {
    for (const bytes of ['MZ\x90\0\x03\0', 'PK\x03\x04\0\0', '<!DOCTYPE html><html></html>', 'hola', ''])
      await expect(extractor.extraer(archivo(bytes, 'a.pdf'))).rejects.toMatchObject({
        code: 'UNSUPPORTED_MEDIA_TYPE',
      })
    await expect(extractor.extraerEstado(archivo('\x89PNG\r\n', 'a.csv'))).rejects.toMatchObject({
      code: 'UNSUPPORTED_MEDIA_TYPE',
    })
  })

  test('that is a picture is left to a person', async () => {
    for (const bytes of ['\x89PNG\r\n\x1a\n', '\xff\xd8\xff\xe0']) {
      const done: Extraccion = await extractor.extraer(archivo(bytes, 'foto'))
      expect(done).toMatchObject({ metodo: 'sin_extraer', paginas: null, propuesta: PROPUESTA_VACIA })
      expect(done.motivo).toContain('imagen')
    }
  })

  test('that nobody waits for any more is not begun', async () => {
    const gone = AbortSignal.abort(new Error('gone'))
    await expect(extractor.extraer(archivo('%PDF-1.4'), { signal: gone })).rejects.toThrow('gone')
  })

  test('of a statement that no layout fits has no rows and says so', async () => {
    const done: EstadoCuenta = await extractor.extraerEstado(archivo('a;b;c\r\n1;2;3\r\n', 'a.csv'))
    const none: FilaEstado[] = []
    expect(done).toMatchObject({ formato: 'desconocido', filas: none })
    expect(done.motivo).toBeString()
  })
})

test('the fields are told by their published names', () => {
  const one: Campo = 'proveedor.tax_id'
  expect(CAMPOS).toContain(one)
})
