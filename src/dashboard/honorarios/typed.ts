// The typed fields of a boleta de terceros.

export interface Servicio {
  id: number
  descripcion: string
  monto: number | null
}

export interface Typed {
  rut: string | null
  nombre: string
  direccion: string
  comuna: string
  /** Null: today, whichever day that is when it is found again, until the SII's draft of it was asked for. */
  fecha: string | null
  referencia: string
  servicios: readonly Servicio[]
}

export const BLANK: Typed = {
  ...{ rut: null, nombre: '', direccion: '', comuna: '', fecha: null, referencia: '' },
  servicios: [{ id: 0, descripcion: '', monto: null }],
}

/** The fault of an amount: `tried` tells of an empty one too. */
export function montoFault(monto: number | null, tried: boolean): string | undefined {
  if (monto === null) return tried ? 'Escriba el monto' : undefined
  return monto > 0 ? undefined : 'Un monto es mayor que cero'
}

/** Whether anything is lost with it: a service that says nothing is none. */
export const isFilled = ({ rut, nombre, direccion, comuna, fecha, referencia, servicios }: Typed): boolean =>
  rut !== null ||
  fecha !== null ||
  [nombre, direccion, comuna, referencia].some((text) => text.trim() !== '') ||
  servicios.some(({ descripcion, monto }) => descripcion.trim() !== '' || monto !== null)
