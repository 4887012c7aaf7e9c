// How often is done what only counts higher: in CI enough for a proof of each kind, by `make nightly` all of it.

/** The one word that chooses. */
export const NIGHTLY = process.env.NIGHTLY === '1'

const of = <T>(ci: T, nightly: T): T => (NIGHTLY ? nightly : ci)

export const COUNTS = {
  /** Lives of the trial of emission: of each moment one. */
  emissionLives: of(16, 50),
  /** Lives of the trial of webhooks: of each moment one. */
  deliveryLives: of(3, 9),
  /** Series that are due at one minute, and deaths amid them. */
  series: of(120, 1000),
  seriesKills: of(5, 20),
  /** Answers to suppliers of each moment. */
  answersOfEach: of(2, 6),
  /** Random documents, over twelve types. */
  randomDocuments: of(240, 1200),
  /** Invoices of random guides, and notes. */
  randomDerived: of(24, 120),
  /** Seeds of rehearsed certifications, in each of both dialects. */
  rehearsalSeeds: of(20, 500),
  /** Deaths amid a copy to a bucket. */
  backupKills: of(6, 30),
  /** Letters whose rate and memory are measured. */
  letters: of(500, 2000),
  /** Deaths amid a reading of the mailbox. */
  mailboxKills: of(12, 40),
}
