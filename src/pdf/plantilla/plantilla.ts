// The choices of a company for its paper (http §22.2): declarative and closed. It adds to what the law
// prints and never takes from it: only columns and fields of print code N (pdf §1.1) can be hidden, and the
// box is red or black.
import type { Color } from '../lienzo'
import type { Logo } from './logo'

/** A row of the issuer's own, taken from `impresion.datos` by its label. */
export interface FilaExtra {
  /** The label of the datum in `impresion.datos`. */
  dato: string
  /** Printed instead of it. */
  etiqueta?: string
  lugar: 'documento' | 'receptor'
}

export interface Plantilla {
  colores: {
    recuadro: 'rojo' | 'negro'
    /** The colour of the issuer's name and of headings; null is the ordinary ink. */
    acento: Color | null
  }
  columnas: { linea: boolean; codigo: boolean }
  mostrar: { telefono: boolean; email: boolean; sitioWeb: boolean; contacto: boolean; ciudad: boolean }
  textos: { encabezado?: string; nota?: string; leyenda?: string }
  filas: FilaExtra[]
  logo: { imagen: Logo; posicion: 'izquierda' | 'arriba'; altoMm: number } | null
}

/** The paper of a company that chose nothing. */
export const PLANTILLA_NORMAL: Plantilla = {
  colores: { recuadro: 'rojo', acento: null },
  columnas: { linea: false, codigo: true },
  mostrar: { telefono: true, email: true, sitioWeb: true, contacto: true, ciudad: true },
  textos: {},
  filas: [],
  logo: null,
}

/** The measures of a logo in points: of the height asked for, or narrower when it would pass `anchoMax`. */
export function fitLogo({ imagen, altoMm }: NonNullable<Plantilla['logo']>, anchoMax: number) {
  const alto = (altoMm * 72) / 25.4
  const escala = Math.min(alto / imagen.alto, anchoMax / imagen.ancho)
  return { ancho: imagen.ancho * escala, alto: imagen.alto * escala }
}
