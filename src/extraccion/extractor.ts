// The server's side of extraction: what is refused before anything is read, and who reads the rest.

import { AppError } from '../domain/errors'
import { type Clase, claseOf } from './clase'
import { type Archivo, type Extraccion, type Extractor, PROPUESTA_VACIA } from './tipos'

const MIB = 1024 * 1024
/** extraccion §1. */
const BYTES_MAX = 10 * MIB

function check({ bytes }: Archivo, admitted: readonly Clase[], words: string): Clase {
  if (bytes.length > BYTES_MAX) throw new AppError('PAYLOAD_TOO_LARGE', 'El archivo supera los 10 MiB')
  const clase = claseOf(bytes)
  if (!clase || !admitted.includes(clase))
    throw new AppError('UNSUPPORTED_MEDIA_TYPE', `El archivo no es ${words}`)
  return clase
}

const unread = (motivo: string): Extraccion => ({
  metodo: 'sin_extraer',
  paginas: null,
  propuesta: PROPUESTA_VACIA,
  camposDudosos: [],
  texto: null,
  motivo,
})

export function createExtractor(): Extractor {
  return {
    async extraer(archivo, { signal } = {}) {
      const clase = check(archivo, ['pdf', 'xml', 'eml', 'png', 'jpeg'], 'PDF, XML, EML, PNG ni JPEG')
      signal?.throwIfAborted()
      if (clase === 'png' || clase === 'jpeg')
        return unread('Es una imagen: complete los datos a mano o pida que la lea la inteligencia artificial')
      return unread('No se pudo leer: complete los datos a mano')
    },
    async extraerEstado(archivo, { signal } = {}) {
      check(archivo, ['pdf', 'texto'], 'PDF ni CSV')
      signal?.throwIfAborted()
      return {
        formato: 'desconocido',
        tarjeta: null,
        paginas: null,
        filas: [],
        ilegibles: [],
        motivo: 'No se reconoce el formato del estado de cuenta: suba el CSV que entrega su banco',
      }
    },
  }
}
