// The time, as an argument.

/** The present instant. An argument everywhere, so that tests hold it still. */
export type Clock = () => Date
