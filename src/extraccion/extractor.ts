// The server's side of extraction: what is refused before anything is read, and who reads the rest.

import { AppError } from '../domain/errors'
import { type Clase, claseOf, requireClase } from './clase'
import { type Abandono, createThread, type Thread } from './thread'
import type { Archivo, Extractor } from './tipos'
import { unread, unreadEstado } from './unread'

const MIB = 1024 * 1024
/** extraccion §1. */
const BYTES_MAX = 10 * MIB

function check({ bytes }: Archivo, admitted: readonly Clase[], words: string): Clase {
  if (bytes.length > BYTES_MAX) throw new AppError('PAYLOAD_TOO_LARGE', 'El archivo supera los 10 MiB')
  return requireClase(bytes, admitted, words)
}

const ABANDONOS: Record<Abandono, string> = {
  plazo: 'Leer el archivo toma más de 10 segundos: complete los datos a mano',
  error: 'El archivo no se pudo leer: complete los datos a mano',
  memoria: 'Leer el archivo toma demasiada memoria: complete los datos a mano',
}

export function createExtractor(thread: Thread = createThread()): Extractor {
  return {
    async extraer(archivo, { signal } = {}) {
      const clase = check(archivo, ['pdf', 'xml', 'eml', 'png', 'jpeg'], 'un PDF, XML, EML, PNG o JPEG')
      signal?.throwIfAborted()
      if (clase === 'png' || clase === 'jpeg')
        return unread('Es una imagen: complete los datos a mano o pida que la lea la inteligencia artificial')
      const answer = await thread.ask({ tarea: 'extraer', args: [archivo, clase] }, signal)
      return 'abandono' in answer ? unread(ABANDONOS[answer.abandono]) : answer.valor
    },
    async imagenesDe(archivo, { signal } = {}) {
      const clase = claseOf(archivo.bytes)
      if (clase === 'png' || clase === 'jpeg') return { imagenes: [archivo.bytes], omitidas: [] }
      if (clase !== 'pdf' && clase !== 'eml') return { imagenes: [], omitidas: [] }
      const answer = await thread.ask({ tarea: 'imagenes', args: [archivo, clase] }, signal)
      return 'abandono' in answer
        ? { imagenes: [], omitidas: [], motivo: ABANDONOS[answer.abandono] }
        : answer.valor
    },
    async extraerEstado(archivo, { signal } = {}) {
      const clase = check(archivo, ['pdf', 'texto'], 'un PDF o CSV')
      signal?.throwIfAborted()
      const answer = await thread.ask({ tarea: 'extraerEstado', args: [archivo, clase] }, signal)
      return 'abandono' in answer ? unreadEstado(ABANDONOS[answer.abandono]) : answer.valor
    },
  }
}
