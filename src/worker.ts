// The thread beside the server's: does what would hold the event loop for longer than a turn of it. An entry of its own in the
// binary (Makefile, `build`).

import { AppError } from './domain/errors'
import { readCarta } from './mail/carta'
import { readEml } from './mail/eml'
import { compose, renderEscPos, renderPdf } from './pdf'
import { standBack } from './stand-back'
import { readPfx } from './xml/certificado'
import { writeRecibidoEn } from './xml/recibido'

/** What can be asked of the thread: values in, a value out. */
const TAREAS = { compose, renderPdf, renderEscPos, readPfx, readEml, readCarta, writeRecibidoEn }

export type Tareas = typeof TAREAS

export interface Pedido<K extends keyof Tareas = keyof Tareas> {
  tarea: K
  args: Parameters<Tareas[K]>
}

/** An error does not cross whole: of an expected one its parts do. */
export type Respuesta =
  | { valor: unknown }
  | { falla: Pick<AppError, 'code' | 'message' | 'detalles'> }
  | { error: string }

async function answer({ tarea, args }: Pedido): Promise<Respuesta> {
  try {
    return { valor: await (TAREAS[tarea] as (...args: unknown[]) => unknown)(...args) }
  } catch (fault) {
    if (!(fault instanceof AppError)) return { error: String((fault as Error)?.stack ?? fault) }
    const { code, message, detalles } = fault
    return { falla: { code, message, detalles } }
  }
}

standBack()

declare const self: Worker
self.onmessage = async ({ data }: MessageEvent<Pedido>) => self.postMessage(await answer(data))
