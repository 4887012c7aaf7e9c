// The key of a wish whose answer may have been lost (dashboard §7): asked for again, it is not done twice.

import { expect, test } from 'bun:test'
import { renderToString } from 'react-dom/server'
import { Fault, readFault } from '../../../src/dashboard/api/fault'
import { type KeptWishes, useWish, type Wish } from '../../../src/dashboard/api/wish'

function wishes(kept?: KeptWishes) {
  let wish: ReturnType<typeof useWish>
  const Page = () => {
    wish = useWish(kept)
    return null
  }
  renderToString(<Page />)
  return wish!
}

function store(): KeptWishes {
  const all = new Map<string, Wish>()
  return {
    find: (body) => all.get(body) ?? null,
    put: (wish) => void all.set(wish.body, wish),
    remove: ({ body }) => void all.delete(body),
  }
}

test('a wish keeps its key through every refusal, a proxy’s page among them, until it comes true', async () => {
  const wish = wishes()
  const first = wish.keyOf({ monto: 1 })
  for (const fault of [
    await readFault(new Response('<html>504 Gateway Time-out', { status: 504 })),
    await readFault(Response.json({ code: 'RATE_LIMIT', error: 'Demasiadas' }, { status: 429 })),
    new Fault('SIN_RESPUESTA', 'El servidor no responde.'),
  ]) {
    wish.settled(fault)
    expect(wish.keyOf({ monto: 1 })).toBe(first)
  }
  wish.settled(null)
  expect(wish.keyOf({ monto: 1 })).not.toBe(first)
})

test('another body is another wish, and the first is found again after a reload', () => {
  const kept = store()
  const wish = wishes(kept)
  const first = wish.keyOf({ monto: 1 })
  wish.settled(new Fault('SIN_RESPUESTA', 'El servidor no responde.'))
  const second = wish.keyOf({ monto: 2 })
  expect(second).not.toBe(first)
  wish.settled(null)
  expect(wishes(kept).keyOf({ monto: 1 })).toBe(first)
  expect(wishes(kept).keyOf({ monto: 2 })).not.toBe(second)
})

test('a key that the server knows for something else is given up', () => {
  const wish = wishes(store())
  const first = wish.keyOf({ monto: 1 })
  wish.settled(
    new Fault('IDEMPOTENCY_MISMATCH', 'La Idempotency-Key ya se usó con otro cuerpo', { status: 422 }),
  )
  expect(wish.keyOf({ monto: 1 })).not.toBe(first)
})
