// Turns a kept or fresh answer of `Idempotency` into the route's reply.

/** The part of a route's context with status and headers. */
export interface ReplySet {
  status?: number | string
  headers: Record<string, string | number>
}

/** Sets the status and, on a replay, `Idempotent-Replayed` (http §6, §9); returns the body. */
export function reply<T>(
  set: ReplySet,
  { status, body, replayed }: { status: number; body: T; replayed: boolean },
): T {
  set.status = status
  if (replayed) set.headers['idempotent-replayed'] = 'true'
  return body
}
