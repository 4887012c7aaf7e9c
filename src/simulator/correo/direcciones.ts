// Addresses that the post office serves (simulator §22): nobody outside ever has one, for `.invalid` is nobody's.

const SERVIDA = /^[^\s@<>",;:()[\]\\\p{Cc}]+@(?:[a-z0-9-]+\.)*simulador\.invalid$/u

/** The address as its box is named; null when the post office does not serve it. */
export function servida(direccion: string): string | null {
  const small = direccion.trim().toLowerCase()
  return small.length <= 254 && SERVIDA.test(small) ? small : null
}

/** The box of a company or of anybody with a RUT: `76543210-3@simulador.invalid`. */
export const buzonDe = (rut: string): string => `${rut.toLowerCase()}@simulador.invalid`
