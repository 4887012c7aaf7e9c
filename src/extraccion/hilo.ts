// The thread that reads strangers' files: an entry of its own, bundled with pdf.js, packed and embedded beside the program
// (`pack.ts`). It may be ended at any moment, and is when a file takes too long.

import { standBack } from '../stand-back'
import { contrast } from './ia-respuesta'
import { readEstado, readFactura, readPaginas } from './lectura'

const TAREAS = {
  extraer: readFactura,
  extraerEstado: readEstado,
  imagenes: readPaginas,
  contrastar: contrast,
}

export type Tareas = typeof TAREAS

export interface Pedido<K extends keyof Tareas = keyof Tareas> {
  tarea: K
  args: Parameters<Tareas[K]>
}

export type Respuesta = { valor: unknown } | { error: string }

standBack()

// Nothing here asks the network, and what a file may talk the reader into finds none.
const NONE = { value: undefined, configurable: false, writable: false }
Object.defineProperties(globalThis, { fetch: NONE, XMLHttpRequest: NONE, WebSocket: NONE, Worker: NONE })

declare const self: Worker
self.onmessage = async ({ data: { tarea, args } }: MessageEvent<Pedido>) => {
  let respuesta: Respuesta
  try {
    respuesta = { valor: await (TAREAS[tarea] as (...args: unknown[]) => unknown)(...args) }
  } catch (fault) {
    respuesta = { error: String((fault as Error)?.stack ?? fault) }
  }
  self.postMessage(respuesta)
}
