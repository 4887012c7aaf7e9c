// The thread beside the server's: does what would hold the event loop for longer than a turn of it. An entry of its own in the
// binary (Makefile, `build`).

import { writeXlsx } from './base/xlsx'
import { AppError } from './domain/errors'
import { type CartaLeida, readCarta } from './mail/carta'
import { type Eml, readEml } from './mail/eml'
import { compose, renderEscPos, renderPdf } from './pdf'
import { standBack } from './stand-back'
import { readPfx } from './xml/certificado'
import { writeRecibidoEn } from './xml/recibido'
import { readHistoria } from './xml/recibido/historia'

/** The tasks of the thread: values in, a value out. */
const TAREAS = {
  compose,
  renderPdf,
  renderEscPos,
  readPfx,
  readEml,
  readCarta,
  writeRecibidoEn,
  readHistoria,
  writeXlsx,
}

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

/** The files of a mail, or one that was written, which are handed over and not copied: nothing here keeps them. */
function partesOf({ tarea }: Pedido, respuesta: Respuesta): ArrayBuffer[] {
  if (!('valor' in respuesta)) return []
  if (tarea === 'writeXlsx') return wholeOf([respuesta.valor as Uint8Array])
  const eml =
    tarea === 'readCarta'
      ? (respuesta.valor as CartaLeida).eml
      : tarea === 'readEml'
        ? (respuesta.valor as Eml)
        : null
  return wholeOf((eml?.partes ?? []).map(({ bytes }) => bytes))
}

/** The buffers of those that are the whole of theirs. */
function wholeOf(files: readonly Uint8Array[]): ArrayBuffer[] {
  const whole = files.filter((bytes) => bytes.length === bytes.buffer.byteLength)
  return [...new Set(whole.map(({ buffer }) => buffer as ArrayBuffer))]
}

standBack()

declare const self: Worker
self.onmessage = async ({ data }: MessageEvent<Pedido>) => {
  const respuesta = await answer(data)
  self.postMessage(respuesta, partesOf(data, respuesta))
}
