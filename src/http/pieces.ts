// Long answers that are made as they are sent.

import { ownTurn } from '../base/turn'

/**
 * The pieces as the body of an answer: each is asked for once the one before it is taken, in a turn of the event loop of its own, and
 * none once the connection has broken, which ends them.
 */
export const streamOf = (pieces: AsyncGenerator<Uint8Array, void, undefined>): ReadableStream<Uint8Array> =>
  new ReadableStream<Uint8Array>({
    async pull(controller) {
      await ownTurn()
      const { done, value } = await pieces.next()
      if (done) controller.close()
      else controller.enqueue(value)
    },
    async cancel() {
      await pieces.return()
    },
  })
