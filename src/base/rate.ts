// How fast requests may come: the settings of the token buckets (http §16.1).

/** A bucket: `rate` tokens come back in a unit of time, and it holds `burst`. */
export interface Rate {
  rate: number
  burst: number
}

/** Null is off. A second is the unit, of `login` fifteen minutes. */
export interface Rates {
  /** The rate of an API key, or of a session. */
  key: Rate | null
  /** The rate of an account, over all its keys and sessions. */
  tenant: Rate | null
  /** The rate of a company's emission, beside the two above. */
  emission: Rate | null
  /** Failed logins, of an e-mail or of an address. */
  login: Rate | null
  /** Questions of a company that leave for the SII. */
  lookup: Rate | null
}

export const RATES_POR_DEFECTO: Rates = {
  key: { rate: 50, burst: 200 },
  tenant: { rate: 100, burst: 400 },
  emission: null,
  login: { rate: 10, burst: 10 },
  lookup: { rate: 2, burst: 2 },
}

/** Nothing is limited. */
export const SIN_RATES: Rates = { key: null, tenant: null, emission: null, login: null, lookup: null }

/** Failed logins that pass in fifteen minutes, 0 is any number. Within them nothing comes back: a burst can only be fewer. */
export const loginFailuresOf = (login: Rate | null): number => (login ? Math.min(login.rate, login.burst) : 0)

/** Reads `rate` or `rate/burst`; alone, a unit's worth may come at once. `off` for 0, null for what is neither. */
export function parseRate(text: string): Rate | 'off' | null {
  const match = /^(\d{1,7})(?:\/(\d{1,7}))?$/.exec(text.trim())
  if (!match) return null
  const rate = Number(match[1])
  if (rate === 0) return 'off'
  const burst = match[2] === undefined ? rate : Number(match[2])
  return burst === 0 ? null : { rate, burst }
}
