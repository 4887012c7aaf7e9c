// Long content as pieces, one after another.

import { createReadStream } from 'node:fs'

/**
 * A file in pieces of a megabyte. It is opened by the first who asks for one: a stream that is opened and never read would throw the fault
 * of its file where nobody hears it.
 */
export async function* fileStream(path: string): AsyncGenerator<Uint8Array> {
  yield* createReadStream(path, { highWaterMark: 1024 * 1024 }) as AsyncIterable<Uint8Array>
}

/** Pieces as a stream that asks for the next when there is room for it. */
export function streamOf(pieces: AsyncIterable<Uint8Array>): ReadableStream<Uint8Array> {
  const iterator = pieces[Symbol.asyncIterator]()
  return new ReadableStream({
    async pull(controller) {
      const { done, value } = await iterator.next()
      if (done) controller.close()
      else controller.enqueue(value)
    },
    async cancel() {
      await iterator.return?.()
    },
  })
}
