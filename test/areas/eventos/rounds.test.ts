// The shared work of one round's readers (http §13: a stream costs the server little).

import { describe, expect, test } from 'bun:test'
import { createRounds, inRounds } from '../../../src/areas/eventos/rounds'
import type { Tenant } from '../../../src/http/tenant'

const tenant = (over: Partial<Tenant> = {}): Tenant => ({
  cuentaId: 'cta_1',
  empresaId: 'emp_1',
  ambiente: 'simulacion',
  usuarioId: null,
  apiKeyId: 'key_1',
  sesionId: null,
  rol: null,
  permisos: new Set(),
  tiposDte: null,
  empresas: null,
  ip: null,
  ...over,
})

/** Rounds over a company with events 1 to `last`; what was read of the disk, in order. */
function rondas(last: number) {
  const read: string[] = []
  const begin = createRounds(
    {
      lastNumber: () => last,
      isWhole: () => true,
      after(empresaId, numero, ambiente) {
        read.push(`${empresaId} ${ambiente} ${numero}`)
        const numeros = Array.from({ length: Math.min(50, last - numero) }, (_, i) => numero + i + 1)
        return numeros.map((n) => ({ numero: n, evento: 'dte.emitido', cuerpo: `{"n":${n}}` }))
      },
    },
    ({ apiKeyId, sesionId }) => {
      read.push((apiKeyId ?? sesionId)!)
      return 'vigente'
    },
  )
  return { begin, read }
}

describe('a round', () => {
  test('reads once for all readers that stand at one place', () => {
    const { begin, read } = rondas(2)
    const ronda = begin()
    const first = ronda.frames(tenant(), 1)!
    expect(new TextDecoder().decode(first.bytes)).toBe('id: 2\nevent: dte.emitido\ndata: {"n":2}\n\n')
    expect(first).toMatchObject({ hasta: 2, todo: true })
    expect(ronda.frames(tenant({ apiKeyId: 'key_2' }), 1)).toBe(first)
    expect(ronda.frames(tenant(), 2)).toBeNull()
    expect(ronda.frames(tenant(), 2)).toBeNull()
    expect(read).toEqual(['emp_1 simulacion 1', 'emp_1 simulacion 2'])
  })

  test('gives no reader what is of another place, company or environment', () => {
    const { begin, read } = rondas(3)
    const ronda = begin()
    expect(ronda.frames(tenant(), 0)!.bytes).not.toEqual(ronda.frames(tenant(), 1)!.bytes)
    ronda.frames(tenant({ empresaId: 'emp_2' }), 0)
    ronda.frames(tenant({ ambiente: 'produccion' }), 0)
    expect(read).toEqual([
      'emp_1 simulacion 0',
      'emp_1 simulacion 1',
      'emp_2 simulacion 0',
      'emp_1 produccion 0',
    ])
  })

  test('says when more waits behind what it read', () => {
    const ronda = rondas(60).begin()
    expect(ronda.frames(tenant(), 0)).toMatchObject({ hasta: 50, todo: false })
    expect(ronda.frames(tenant(), 50)).toMatchObject({ hasta: 60, todo: true })
  })

  test('looks at each credential once, and anew in the next round', () => {
    const { begin, read } = rondas(1)
    const ronda = begin()
    const session = tenant({ apiKeyId: null, sesionId: 'ses_1' })
    for (const one of [tenant(), session, tenant(), session]) ronda.standing(one)
    begin().standing(tenant())
    expect(read).toEqual(['key_1', 'ses_1', 'key_1'])
  })
})

describe('many readers', () => {
  test('are served in rounds, the first at once, with a turn for the server between them', async () => {
    const { begin } = rondas(1)
    const served: unknown[] = []
    let others = 0
    const done = inRounds(Array(250).keys(), begin, (_, ronda) => {
      if (!served.includes(ronda)) setImmediate(() => others++)
      served.push(ronda)
    })
    expect(served).toHaveLength(100)
    await done
    expect(served).toHaveLength(250)
    expect(new Set(served).size).toBe(3)
    expect(others).toBeGreaterThanOrEqual(2)
  })
})
