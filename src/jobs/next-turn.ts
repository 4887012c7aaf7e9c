// The event loop's own pause: what takes long is done in pieces, and the server answers between them.

/** Resolves in a later turn of the event loop, after what waits now. */
export const nextTurn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve))
