/** A copy could not be written, read or opened; the message says why in Spanish, without secrets. */
export class RespaldoFault extends Error {}
