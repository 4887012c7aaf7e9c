// What the templates of a company are held to, wherever they are made.

/** Versions of one company (contract §16). */
export const VERSIONES_MAX = 20
