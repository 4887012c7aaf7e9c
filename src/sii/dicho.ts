// The SII's words, as `detalles` of an error tell them: one spelling, its code as text, null for what it did
// not say (http §8).

interface Respuesta {
  codigo: string | number | null
  glosa: string | null
}

/** The code and the words. */
export const dichoOf = ({ codigo, glosa }: Respuesta) => ({
  codigo_sii: codigo === null ? null : String(codigo),
  glosa,
})

/** The same of an operation that it refused, with why and what to do as far as that is known. */
export const rehusadoOf = (
  operacion: string,
  respuesta: Respuesta,
  explicacion: { causa: string | null; solucion: string | null } | null,
) => ({
  operacion,
  ...dichoOf(respuesta),
  causa: explicacion?.causa ?? null,
  solucion: explicacion?.solucion ?? null,
})
