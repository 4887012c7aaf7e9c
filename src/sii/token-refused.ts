// The sign by which an operation tells that the SII does not take its token (sii §2.3).

/** Thrown by an operation when the SII turned its token down; never leaves `Tokens.use` as such. */
export class TokenRefused extends Error {
  constructor(
    readonly codigo: string,
    readonly glosa: string,
  ) {
    super(`Token refused: ${codigo}`)
    this.name = 'TokenRefused'
  }
}
