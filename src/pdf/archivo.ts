// Laid out documents as one PDF file, one behind the other. What they have in common, fonts and logo, stands in it once.

import type { Compuesto, PaginaCompuesta } from './compose'
import { type Cara, FUENTES } from './fuentes/fuente'
import { toWinAnsi } from './fuentes/winansi'
import { createEscritor, type EscritorPdf, pdfString } from './objetos'
import type { Logo } from './plantilla/logo'

interface ArchivoPdf {
  add(compuesto: Compuesto, logo: Logo | null): void
  /** The bytes written since the last flush. */
  flush(): Uint8Array
  /** The end of the file. `marcadores`: whether a reader shows the titles of the documents, to go to each. */
  finish(info: { titulo: string; autor: string; marcadores: boolean }): Uint8Array
}

export function createArchivo(): ArchivoPdf {
  const escritor = createEscritor()
  const arbol = escritor.reserve()
  const fuentes = `/Font<</F0 ${putFont(escritor, 'normal')} 0 R/F1 ${putFont(escritor, 'negrita')} 0 R>>`
  const putLogo = createLogos(escritor)
  const hojas: number[] = []
  const documentos: { titulo: string; hoja: number }[] = []

  return {
    add({ titulo, timbre, original, originales, cedible }, logo) {
      const imagenes = [
        timbre ? `/T ${escritor.add(timbre.dict, timbre.datos)} 0 R` : '',
        logo ? `/L ${putLogo(logo)} 0 R` : '',
      ].join('')
      const recursos = `/Resources<<${fuentes}${imagenes && `/XObject<<${imagenes}>>`}>>`
      const put = (paginas: readonly PaginaCompuesta[]): string[] =>
        paginas.map(
          ({ caja, contenido }) =>
            `/Type/Page/Parent ${arbol} 0 R/MediaBox[0 0 ${caja}]/Contents ${escritor.add('/Filter/FlateDecode', contenido)} 0 R${recursos}`,
        )
      // Copies are equal, so they share the content of their pages.
      const copia = put(original)
      const todas = [...Array.from({ length: originales }, () => copia).flat(), ...put(cedible)]
      const escritas = todas.map((hoja) => escritor.add(hoja))
      documentos.push({ titulo, hoja: escritas[0]! })
      for (const hoja of escritas) hojas.push(hoja)
    },
    flush: escritor.flush,
    finish({ titulo, autor, marcadores }) {
      escritor.put(
        arbol,
        `/Type/Pages/Count ${hojas.length}/Kids[${hojas.map((id) => `${id} 0 R`).join(' ')}]`,
      )
      const indice = marcadores ? `/Outlines ${putMarcadores(escritor, documentos)} 0 R` : ''
      const raiz = escritor.add(
        `/Type/Catalog/Pages ${arbol} 0 R${indice}/Lang(es-CL)/ViewerPreferences<</DisplayDocTitle true>>`,
      )
      const info = escritor.add(`/Title${textOf(titulo)}/Author${textOf(autor)}/Producer(Timbre)`)
      return escritor.finish(raiz, info)
    },
  }
}

const textOf = (text: string): string => pdfString(toWinAnsi(text))

/** The outline of the file (ISO 32000-1 §12.3.3): an entry for each document, which leads to its first page. */
function putMarcadores(
  escritor: EscritorPdf,
  documentos: readonly { titulo: string; hoja: number }[],
): number {
  const indice = escritor.reserve()
  const ids = documentos.map(() => escritor.reserve())
  documentos.forEach(({ titulo, hoja }, i) => {
    const [antes, despues] = [ids[i - 1], ids[i + 1]]
    const vecinos = `${antes ? `/Prev ${antes} 0 R` : ''}${despues ? `/Next ${despues} 0 R` : ''}`
    escritor.put(
      ids[i]!,
      `/Title${textOf(titulo)}/Parent ${indice} 0 R${vecinos}/Dest[${hoja} 0 R/XYZ null null null]`,
    )
  })
  escritor.put(indice, `/Type/Outlines/First ${ids[0]} 0 R/Last ${ids.at(-1)} 0 R/Count ${ids.length}`)
  return indice
}

/** Equal logos, as the documents of a company bear, are written once. */
function createLogos(escritor: EscritorPdf): (logo: Logo) => number {
  const escritos: { datos: Uint8Array; id: number }[] = []
  return ({ dict, datos }) => {
    const known = escritos.find((escrito) => Buffer.compare(escrito.datos, datos) === 0)
    if (known) return known.id
    const id = escritor.add(dict, datos)
    escritos.push({ datos, id })
    return id
  }
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
