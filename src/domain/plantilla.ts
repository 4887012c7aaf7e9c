// The limits on a company's templates, wherever they are made.

/** Versions of one company (http §16.4). */
export const VERSIONES_MAX = 20
