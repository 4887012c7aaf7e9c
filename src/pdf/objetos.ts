// A small PDF writer (src §3.13, pdf §7; PDF 1.7, ISO 32000-1 §7): numbered objects, streams, the cross-reference table. A page
// of ours has a fixed shape, so this costs microseconds where a general library costs milliseconds. What is written can be
// taken piece by piece: of a file of hundreds of documents no more is held than where its objects are.

/** Writes a file. Text given to it is Latin-1: one char code, one byte. */
export interface EscritorPdf {
  /** A number for an object that others name before it is written. */
  reserve(): number
  put(id: number, dict: string, datos?: Uint8Array): void
  /** `reserve` and `put` at once. */
  add(dict: string, datos?: Uint8Array): number
  /** The bytes written since the last flush. */
  flush(): Uint8Array
  /** The end of the file, with what was not taken. */
  finish(raiz: number, info: number): Uint8Array
}

// The comment of bytes above 127 tells transfer programs that the file is binary.
const CABECERA = '%PDF-1.7\n%\xe2\xe3\xcf\xd3\n'

export function createEscritor(): EscritorPdf {
  /** By number less one, where each object begins; -1 while it is only reserved. */
  const lugares: number[] = []
  let piezas: (string | Uint8Array)[] = []
  let size = 0
  const write = (pieza: string | Uint8Array): void => {
    piezas.push(pieza)
    size += pieza.length
  }
  write(CABECERA)

  const reserve = (): number => lugares.push(-1)
  const put = (id: number, dict: string, datos?: Uint8Array): void => {
    lugares[id - 1] = size
    write(`${id} 0 obj\n<<${datos ? `/Length ${datos.length}` : ''}${dict}>>\n`)
    if (datos) {
      write('stream\n')
      write(datos)
      write('\nendstream\n')
    }
    write('endobj\n')
  }
  function flush(): Uint8Array {
    const taken = joined(piezas)
    piezas = []
    return taken
  }
  return {
    reserve,
    put,
    add(dict, datos) {
      const id = reserve()
      put(id, dict, datos)
      return id
    },
    flush,
    finish(raiz, info) {
      if (lugares.includes(-1)) throw new Error('a reserved PDF object was never written')
      const total = lugares.length + 1
      const xref = lugares.map((lugar) => `${String(lugar).padStart(10, '0')} 00000 n \n`).join('')
      const cola = `trailer\n<</Size ${total}/Root ${raiz} 0 R/Info ${info} 0 R>>\nstartxref\n${size}\n%%EOF\n`
      write(`xref\n0 ${total}\n0000000000 65535 f \n${xref}${cola}`)
      return flush()
    },
  }
}

function joined(piezas: readonly (string | Uint8Array)[]): Uint8Array {
  const bytes = Buffer.allocUnsafe(piezas.reduce((sum, { length }) => sum + length, 0))
  let at = 0
  for (const pieza of piezas) {
    if (typeof pieza === 'string') bytes.write(pieza, at, 'latin1')
    else bytes.set(pieza, at)
    at += pieza.length
  }
  return bytes
}

/** A literal string of PDF: parentheses around Latin-1 or WinAnsi codes. */
export const pdfString = (codes: string): string => `(${codes.replace(/[\\()]/g, '\\$&')})`

/** A number with at most two decimals and no trailing zeros. */
export const pdfNumber = (value: number): string => String(Math.round(value * 100) / 100)
