// A file that cannot be read: an answer, not an error.

/** The message is Spanish and goes to a person. */
export class FileFault extends Error {
  readonly paginas: number | null

  constructor(mensaje: string, paginas: number | null = null) {
    super(mensaje)
    this.name = 'FileFault'
    this.paginas = paginas
  }
}
