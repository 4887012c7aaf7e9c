// A small PDF writer (PDF 1.7, ISO 32000-1 §7): numbered objects, streams, the cross-reference table. A page of ours has a
// fixed shape, so this costs microseconds where a general library costs milliseconds.

interface Objeto {
  cabeza: string
  datos: Uint8Array | null
}

/** Collects objects and writes the file. Text given to it is Latin-1: one char code, one byte. */
export interface EscritorPdf {
  /** A number for an object that others name before it is written. */
  reserve(): number
  put(id: number, dict: string, datos?: Uint8Array): void
  /** `reserve` and `put` at once. */
  add(dict: string, datos?: Uint8Array): number
  finish(raiz: number, info: number): Uint8Array
}

export function createEscritor(): EscritorPdf {
  const objetos: (Objeto | undefined)[] = []
  const put = (id: number, dict: string, datos?: Uint8Array): void => {
    const cabeza = datos
      ? `${id} 0 obj\n<</Length ${datos.length}${dict}>>\nstream\n`
      : `${id} 0 obj\n<<${dict}>>\nendobj\n`
    objetos[id - 1] = { cabeza, datos: datos ?? null }
  }
  const reserve = (): number => objetos.push(undefined)
  return {
    reserve,
    put,
    add(dict, datos) {
      const id = reserve()
      put(id, dict, datos)
      return id
    },
    finish: (raiz, info) => assemble(objetos, raiz, info),
  }
}

// The comment of bytes above 127 tells transfer programs that the file is binary.
const CABECERA = '%PDF-1.7\n%\xe2\xe3\xcf\xd3\n'
const FIN_STREAM = '\nendstream\nendobj\n'

function assemble(objetos: (Objeto | undefined)[], raiz: number, info: number): Uint8Array {
  let size = CABECERA.length
  let xref = `xref\n0 ${objetos.length + 1}\n0000000000 65535 f \n`
  for (const objeto of objetos) {
    if (!objeto) throw new Error('a reserved PDF object was never written')
    xref += `${String(size).padStart(10, '0')} 00000 n \n`
    size += objeto.cabeza.length + (objeto.datos ? objeto.datos.length + FIN_STREAM.length : 0)
  }
  const cola = `${xref}trailer\n<</Size ${objetos.length + 1}/Root ${raiz} 0 R/Info ${info} 0 R>>\nstartxref\n${size}\n%%EOF\n`

  const archivo = Buffer.allocUnsafe(size + cola.length)
  let at = archivo.write(CABECERA, 0, 'latin1')
  for (const objeto of objetos) {
    at += archivo.write(objeto!.cabeza, at, 'latin1')
    if (!objeto!.datos) continue
    archivo.set(objeto!.datos, at)
    at += objeto!.datos.length
    at += archivo.write(FIN_STREAM, at, 'latin1')
  }
  archivo.write(cola, at, 'latin1')
  return archivo
}

/** A literal string of PDF: parentheses around Latin-1 or WinAnsi codes. */
export const pdfString = (codes: string): string => `(${codes.replace(/[\\()]/g, '\\$&')})`

/** A number with at most two decimals and no trailing zeros. */
export const pdfNumber = (value: number): string => String(Math.round(value * 100) / 100)
