// The printed representation as a PDF file: fonts prepared once, one image for the timbre, one content stream a page.
import { deflateSync } from 'node:zlib'
import { tipoDocumento } from '../domain/dte/tipos'
import { composeCarta } from './carta/carta'
import { copiasDe } from './cedible'
import { type Cara, FUENTES } from './fuentes/fuente'
import { toWinAnsi } from './fuentes/winansi'
import { type Formato, type Impreso, type OpcionesPdf, plantillaDe } from './impreso'
import { contentOf, type Pagina } from './lienzo'
import { createEscritor, type EscritorPdf, pdfNumber, pdfString } from './objetos'
import type { Simbolo } from './pdf417'
import { composeRollo } from './rollo/rollo'
import { encodeTimbre, encodeTimbreRollo } from './timbre'

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

/**
 * Prints a document: `copias` ordinary copies, then the cedible one when asked for and the type has it. The same values
 * give the same bytes. Throws `INVALID_STATE` when the TED is too long for its barcode.
 */
export function renderPdf(impreso: Impreso, opciones: OpcionesPdf): Uint8Array {
  const { formato, marcaDeAgua = impreso.marca?.palabra ?? null } = opciones
  const { simbolo, compose } = papel(formato, impreso)
  const { originales, acuse } = copiasDe(impreso.dte, opciones)

  const escritor = createEscritor()
  const arbol = escritor.reserve()
  const { logo } = plantillaDe(impreso)
  const imagenes = [
    simbolo ? `/T ${putTimbre(escritor, simbolo)} 0 R` : '',
    logo ? `/L ${escritor.add(logo.imagen.dict, logo.imagen.datos)} 0 R` : '',
  ].join('')
  const fuentes = `/F0 ${putFont(escritor, 'normal')} 0 R/F1 ${putFont(escritor, 'negrita')} 0 R`
  const recursos = `/Resources<</Font<<${fuentes}>>${imagenes && `/XObject<<${imagenes}>>`}>>`
  // Copies are equal, so they share the content of their pages.
  const original = originales > 0 ? putPages(escritor, compose(false), marcaDeAgua) : []
  const copia = acuse ? putPages(escritor, compose(true), marcaDeAgua) : []
  const contenidos = [...Array.from({ length: originales }, () => original).flat(), ...copia]
  const hojas = contenidos.map(({ contenido, caja }) =>
    escritor.add(`/Type/Page/Parent ${arbol} 0 R/MediaBox[0 0 ${caja}]/Contents ${contenido} 0 R${recursos}`),
  )
  escritor.put(arbol, `/Type/Pages/Count ${hojas.length}/Kids[${hojas.map((id) => `${id} 0 R`).join(' ')}]`)
  const raiz = escritor.add(
    `/Type/Catalog/Pages ${arbol} 0 R/Lang(es-CL)/ViewerPreferences<</DisplayDocTitle true>>`,
  )
  return escritor.finish(raiz, putInfo(escritor, impreso))
}

function putPages(escritor: EscritorPdf, paginas: readonly Pagina[], marcaDeAgua: string | null) {
  return paginas.map((pagina) => {
    const bytes = Buffer.from(contentOf({ ...pagina, marcaDeAgua }), 'latin1')
    return {
      caja: `${pdfNumber(pagina.ancho)} ${pdfNumber(pagina.alto)}`,
      contenido: escritor.add('/Filter/FlateDecode', deflateSync(bytes)),
    }
  })
}

/** Rows of the symbol stand once in the image; the page stretches them to their three modules. */
function putTimbre(escritor: EscritorPdf, { ancho, filas, bits }: Simbolo): number {
  const mask = `/Type/XObject/Subtype/Image/ImageMask true/Width ${ancho}/Height ${filas}/BitsPerComponent 1/Decode[1 0]`
  return escritor.add(`${mask}/Filter/FlateDecode`, deflateSync(bits))
}

const archivos = new Map<Cara, Buffer>()

function fontFile(cara: Cara): Buffer {
  let archivo = archivos.get(cara)
  if (!archivo) {
    archivo = Buffer.from(FUENTES[cara].truetype, 'base64')
    archivos.set(cara, archivo)
  }
  return archivo
}

function putFont(escritor: EscritorPdf, cara: Cara): number {
  const fuente = FUENTES[cara]
  const stream = escritor.add(`/Filter/FlateDecode/Length1 ${fuente.bytes}`, fontFile(cara))
  // A subset bears six capitals before its name (ISO 32000-1 §9.6.4).
  const nombre = `/TIMBRE+${fuente.nombre}`
  const descriptor = escritor.add(
    `/Type/FontDescriptor/FontName${nombre}/Flags 32/FontBBox[${fuente.bbox}]/ItalicAngle 0` +
      `/Ascent ${fuente.ascendente}/Descent ${fuente.descendente}/CapHeight ${fuente.mayuscula}/StemV ${fuente.trazo}` +
      `/FontFile2 ${stream} 0 R`,
  )
  return escritor.add(
    `/Type/Font/Subtype/TrueType/BaseFont${nombre}/Encoding/WinAnsiEncoding/FirstChar 32/LastChar 255` +
      `/Widths[${fuente.anchos}]/FontDescriptor ${descriptor} 0 R`,
  )
}

function putInfo(escritor: EscritorPdf, { dte }: Impreso): number {
  const { tipoDte, folio } = dte.idDoc
  const titulo = `${tipoDocumento(tipoDte).nombre}${folio > 0 ? ` N° ${folio}` : ''}`
  const [title, author] = [titulo, dte.emisor.razonSocial].map((text) => pdfString(toWinAnsi(text)))
  return escritor.add(`/Title${title}/Author${author}/Producer(Timbre)`)
}
