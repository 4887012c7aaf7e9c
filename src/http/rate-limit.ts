// How fast requests may come (http §16.1): token buckets in memory, one for each key, account and company, and the headers
// that tell of them on every answer of /v1.

import type { Clock } from '../base/clock'
import type { Rate, Rates } from '../base/rate'
import { AppError } from '../domain/errors'
import type { ReplySet } from './reply'
import type { AccountTenant } from './tenant'

/** The state of a bucket: `tokens` of its `rate`. */
interface Bucket {
  tokens: number
  /** Milliseconds since 1970. */
  at: number
}

// A bucket that is forgotten is a full one, so two generations are enough: whoever asks keeps his, and memory is bounded.
const GENERATION = 10_000

/** Buckets by name; each operation is one or two look-ups, however many there are. */
function createBuckets({ rate, burst }: Rate) {
  let young = new Map<string, Bucket>()
  let old = new Map<string, Bucket>()
  return {
    rate,
    burst,
    /** The bucket as it is now. */
    find(name: string, now: number): Bucket {
      let bucket = young.get(name)
      if (!bucket) {
        bucket = old.get(name) ?? { tokens: burst, at: now }
        if (young.size >= GENERATION) {
          old = young
          young = new Map()
        }
        young.set(name, bucket)
      }
      // A clock that was set back gives nothing and takes nothing.
      const passed = Math.max(0, now - bucket.at)
      bucket.tokens = Math.min(burst, bucket.tokens + (passed * rate) / 1000)
      bucket.at = now
      return bucket
    },
  }
}

type Buckets = ReturnType<typeof createBuckets>

export interface RateLimits {
  /**
   * Takes `tokens` (one when omitted) of the key or session and of the account; `emission` of the company's emission too. A
   * request that costs more than a bucket holds takes a full one, less what of it was `paid` before its body was read. Throws
   * RATE_LIMIT, nothing taken.
   */
  request(set: ReplySet, tenant: AccountTenant, emission: boolean, tokens?: number, paid?: number): void
  /** Takes one of an address that showed no good credential; the fault when it has none left. */
  stranger(set: ReplySet, address: string): AppError | null
  /** Takes one of the questions that a company may send to the SII. Throws RATE_LIMIT. */
  lookup(set: ReplySet | null, empresaId: string): void
}

/** Limits that are off tell nothing. */
export function createRateLimits(rates: Rates, clock: Clock): RateLimits {
  const buckets = (rate: Rate | null): Buckets | null => rate && createBuckets(rate)
  const keys = buckets(rates.key)
  const tenants = buckets(rates.tenant)
  const emissions = buckets(rates.emission)
  const strangers = buckets(rates.key)
  const lookups = buckets(rates.lookup)

  /** Takes `cost` of each bucket, or none when one has less; the headers tell of the one with the least left. */
  function spend(
    set: ReplySet | null,
    wanted: readonly (readonly [Buckets | null, string])[],
    cost = 1,
    paid = 0,
  ) {
    const now = clock().getTime()
    const wholeIn = ({ burst }: Buckets): number => Math.min(cost, burst)
    const priceIn = (of: Buckets): number => wholeIn(of) - Math.min(paid, of.burst)
    let least: Buckets | null = null
    let tokens = Number.POSITIVE_INFINITY
    let enough = true
    let lacking = 0
    const found: { bucket: Bucket; price: number }[] = []
    for (const [of, name] of wanted) {
      if (!of) continue
      const bucket = of.find(name, now)
      const price = priceIn(of)
      found.push({ bucket, price })
      if (price > bucket.tokens) enough = false
      // The repeat pays its first part anew.
      lacking = Math.max(lacking, (wholeIn(of) - bucket.tokens) / of.rate)
      if (bucket.tokens < tokens) {
        least = of
        tokens = bucket.tokens
      }
    }
    if (!least) return null
    if (enough) {
      for (const { bucket, price } of found) bucket.tokens -= price
      if (set) setHeaders(set, least, tokens - priceIn(least), now)
      return null
    }
    if (set) setHeaders(set, least, tokens, now)
    const seconds = Math.max(1, Math.ceil(lacking))
    return new AppError('RATE_LIMIT', `Demasiadas solicitudes; espere ${seconds} segundo(s) y repita`, {
      headers: { 'retry-after': String(seconds) },
    })
  }

  return {
    request(set, { apiKeyId, sesionId, cuentaId, empresaId }, emission, tokens, paid) {
      const buckets: [Buckets | null, string][] = [
        [keys, apiKeyId ?? sesionId!],
        [tenants, cuentaId],
        [emission ? emissions : null, empresaId ?? ''],
      ]
      const fault = spend(set, buckets, tokens, paid)
      if (fault) throw fault
    },
    stranger: (set, address) => spend(set, [[strangers, address]]),
    lookup(set, empresaId) {
      // An answer tells of its request's own buckets, unless this one refuses it.
      const fault = spend(null, [[lookups, empresaId]])
      if (!fault) return
      spend(set, [[lookups, empresaId]])
      throw fault
    },
  }
}

/** The header that says that an answer has been counted. */
export const RATE_LIMIT = 'x-ratelimit-limit'

function setHeaders({ headers }: ReplySet, { rate, burst }: Buckets, tokens: number, now: number): void {
  headers[RATE_LIMIT] = String(burst)
  headers['x-ratelimit-remaining'] = String(Math.max(0, Math.floor(tokens)))
  headers['x-ratelimit-reset'] = String(Math.ceil(now / 1000 + (burst - tokens) / rate))
}
