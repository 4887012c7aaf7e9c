// Keys that make a repeated request harmless.

/** 128 random bits. Not `crypto.randomUUID`: over plain http on a LAN browsers have none. */
export function createIdempotencyKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  return [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('')
}
