// What is typed of a boleta de terceros, kept while its page stands.

export interface Servicio {
  id: number
  descripcion: string
  monto: number | null
}

/** What was typed and not issued, by company and environment: who follows a link away finds it again. It goes with the page. */
export const TYPED = new Map<string, Typed>()
interface Typed {
  rut: string | null
  nombre: string
  direccion: string
  comuna: string
  fecha: string
  referencia: string
  servicios: readonly Servicio[]
}
