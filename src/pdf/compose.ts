// A document laid out: what is its own in a file, whichever file it comes to stand in. It crosses from one thread to another.
import { deflateSync } from 'node:zlib'
import { tipoDocumento } from '../domain/dte/tipos'
import { composeCarta } from './carta/carta'
import { copiasDe } from './cedible'
import type { Formato, Impreso, OpcionesPdf } from './impreso'
import { contentOf, type Pagina } from './lienzo'
import { pdfNumber } from './objetos'
import type { Simbolo } from './pdf417'
import { composeRollo } from './rollo/rollo'
import { encodeTimbre, encodeTimbreRollo } from './timbre'

/** A page written: its size in points and its content stream, deflated. */
export interface PaginaCompuesta {
  caja: string
  contenido: Uint8Array
}

export interface Compuesto {
  /** `Factura electrónica N° 12` */
  titulo: string
  /** The image of the timbre; null in a preview. */
  timbre: { dict: string; datos: Uint8Array } | null
  /** The pages of one ordinary copy; copies are equal. */
  original: PaginaCompuesta[]
  originales: number
  /** The pages of the cedible copy; none where it is not asked for or the type has none. */
  cedible: PaginaCompuesta[]
}

/** How a paper is composed: the barcode that suits it, then the pages of a copy. */
function papel(formato: Formato, impreso: Impreso) {
  const { ted } = impreso
  if (formato === 'carta') {
    const simbolo = ted === null ? null : encodeTimbre(ted)
    return { simbolo, compose: (cedible: boolean) => composeCarta(impreso, simbolo, { cedible }) }
  }
  const timbre = ted === null ? null : encodeTimbreRollo(ted, formato)
  return {
    simbolo: timbre?.simbolo ?? null,
    compose: (cedible: boolean) => composeRollo(formato, impreso, timbre, { cedible }),
  }
}

/** Lays a document out. Throws `INVALID_STATE` when the TED is too long for its barcode. */
export function compose(impreso: Impreso, opciones: OpcionesPdf): Compuesto {
  const { formato, marcaDeAgua = impreso.marca?.palabra ?? null } = opciones
  const { simbolo, compose } = papel(formato, impreso)
  const { originales, acuse } = copiasDe(impreso.dte, opciones)
  const { tipoDte, folio } = impreso.dte.idDoc
  return {
    titulo: `${tipoDocumento(tipoDte).nombre}${folio > 0 ? ` N° ${folio}` : ''}`,
    timbre: simbolo && imageOf(simbolo),
    original: originales > 0 ? writePages(compose(false), marcaDeAgua) : [],
    originales,
    cedible: acuse ? writePages(compose(true), marcaDeAgua) : [],
  }
}

/** Drawn pages as they stand in a file. */
export const writePages = (
  paginas: readonly Pagina[],
  marcaDeAgua: string | null = null,
): PaginaCompuesta[] =>
  paginas.map((pagina) => ({
    caja: `${pdfNumber(pagina.ancho)} ${pdfNumber(pagina.alto)}`,
    contenido: deflateSync(Buffer.from(contentOf({ ...pagina, marcaDeAgua }), 'latin1')),
  }))

/** Rows of the symbol stand once in the image; the page stretches them to their three modules. */
function imageOf({ ancho, filas, bits }: Simbolo): Compuesto['timbre'] {
  const mask = `/Type/XObject/Subtype/Image/ImageMask true/Width ${ancho}/Height ${filas}/BitsPerComponent 1/Decode[1 0]`
  return { dict: `${mask}/Filter/FlateDecode`, datos: deflateSync(bits) }
}
