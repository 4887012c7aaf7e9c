// Passwords: argon2id, never compared by us, never logged.

/** `memoryCost` in KiB. Tests pass the cheapest that Bun takes. */
export interface Argon2Cost {
  memoryCost: number
  timeCost: number
}

/** OWASP's second recommendation for argon2id: 19 MiB, two passes. */
export const ARGON2_COST: Argon2Cost = { memoryCost: 19_456, timeCost: 2 }

export interface Passwords {
  hash(password: string): Promise<string>
  /** False for a wrong password, and after the same time when there is no hash to compare with. */
  verify(password: string, hash: string | null): Promise<boolean>
}

export function createPasswords(cost: Argon2Cost): Passwords {
  // Keyboards differ in how they compose an ñ; the person typed the same.
  const form = (password: string) => password.normalize('NFC')
  // One at a time: they run on the threads that sign, and a flood of logins must leave the documents some.
  let last: Promise<unknown> = Promise.resolve()
  function inTurn<T>(work: () => Promise<T>): Promise<T> {
    const mine = last.then(work)
    last = mine.catch(() => {})
    return mine
  }
  const hash = (password: string) =>
    inTurn(() => Bun.password.hash(form(password), { algorithm: 'argon2id', ...cost }))
  let decoy: Promise<string> | null = null
  return {
    hash,
    async verify(password, known) {
      // Without it, how long a login takes would tell which e-mails have an account.
      decoy ??= hash('nadie tiene esta clave')
      const stored = known ?? (await decoy)
      const matches = await inTurn(() => Bun.password.verify(form(password), stored))
      return matches && known !== null
    },
  }
}
