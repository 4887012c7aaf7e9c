// How much of a large mass of cases a run plays. `make nightly` plays all.

export const TODO = process.env.NIGHTLY === '1'
/** One case in so many is played. */
const CADA = 3

/** Whether a case is played: of a table of rows and columns every row and every column, each with a third of the others. */
export const enMuestra = (row: number, column: number): boolean => TODO || (row + column) % CADA === 0

/** So many random cases, or all of them. */
export const casos = (all: number, otherwise: number): number => (TODO ? all : otherwise)
