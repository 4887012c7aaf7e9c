// What is typed of a boleta de terceros, kept while its page stands.

export interface Servicio {
  id: number
  descripcion: string
  monto: number | null
}

/** What was typed and not issued, by company and environment: who follows a link away finds it again. It goes with the page. */
export const TYPED = new Map<string, Typed>()

export interface Typed {
  rut: string | null
  nombre: string
  direccion: string
  comuna: string
  /** Null: today, whichever day that is when it is found again. */
  fecha: string | null
  referencia: string
  servicios: readonly Servicio[]
}

/** Whether anything is lost with it: a service that says nothing is none. */
export const isFilled = ({ rut, nombre, direccion, comuna, fecha, referencia, servicios }: Typed): boolean =>
  rut !== null ||
  fecha !== null ||
  [nombre, direccion, comuna, referencia].some((text) => text.trim() !== '') ||
  servicios.some(({ descripcion, monto }) => descripcion.trim() !== '' || monto !== null)
