// The one door of every file that came, by upload or by mail (areas/recibidos §1): it is read and judged off the event loop, and what is
// new in it is kept, once, however often it comes.

import { LARGE, nextTurn, pauses } from '../../base/turn'
import { AppError, faultsError } from '../../domain/errors'
import type { TitularDeCuenta } from '../../domain/titular'
import type { Eml } from '../../mail/eml'
import type { Store } from '../../store/store'
import type { ArchivoLeido, DocumentoLeido, RespuestaLeida } from '../../xml/recibido'
import type { Emisores } from '../dte'
import type { Archivos, Arrival, Sellado } from './archivos'
import { createKeep, type Guardado, type Preparado } from './keep'
import type { Pdfs } from './pdfs'
import { type Ignorado, type Pieza, pairPdfs, takeApart } from './piezas'

/** A file, and how it came. */
export interface ArchivoEntrante extends Arrival {
  bytes: Uint8Array
  /** A mail that was taken apart already. */
  eml?: Eml
}

export interface Entrado {
  documentos: Guardado[]
  /** Answers to documents issued here, and mails of the SII about an upload. */
  respuestas: number
  /** Answers of which anything was written now, to whatever documents. */
  respuestasNuevas: number
  /** Documents of another receiver: they are not kept. */
  ajenos: number
  ignorados: Ignorado[]
}

/** The result of taking in an answer. */
export interface Tomada {
  /** Whether anything in it is about a document or an upload of the company. */
  propia: boolean
  /** Whether it had not come before, or not been written to its end. */
  nueva: boolean
  /** Why what it says of no document of the company is set aside, in words, each once. */
  motivos?: readonly string[]
}

/** A listener to what came. */
export interface RecibidoListener {
  /** An answer; writes what it says by itself. Null of one that it does not take. */
  respuesta?(titular: TitularDeCuenta, respuesta: RespuestaLeida, arrival: Arrival): Promise<Tomada | null>
  /** New documents of one file, in the transaction that wrote them. */
  entraron?(titular: TitularDeCuenta, archivoId: string, ids: readonly string[], arrival: Arrival): void
}

/** Documents and time of one transaction: more hold the event loop for longer than a turn. What is cut off between two is found again. */
const STEP = 20
const STEP_MS = 5

export function createEntrada(
  deps: Parameters<typeof createKeep>[0] & {
    pdfs: Pdfs
    archivos: Archivos
    store: Pick<Store, 'client'>
    emisores: Pick<Emisores, 'get'>
    readEml(owner: string, bytes: Uint8Array): Promise<Eml>
    readRecibido(
      owner: string,
      ambiente: TitularDeCuenta['ambiente'],
      bytes: Uint8Array,
    ): Promise<ArchivoLeido>
  },
) {
  const { client } = deps.store
  const { keep, prepare } = createKeep(deps)
  const { seal, sealWhole, letGo } = deps.archivos
  const listeners: RecibidoListener[] = []

  /** Reads each piece, or tells why not; the fault of a file that is no mail is thrown. */
  async function readAll(
    titular: TitularDeCuenta,
    xml: readonly Pieza[],
    isMail: boolean,
    ignorados: Ignorado[],
  ) {
    const read: { pieza: Pieza; leido: ArchivoLeido }[] = []
    // Short ones are read at once, and a mail may have two hundred.
    const pause = pauses()
    for (const pieza of xml) {
      await pause()
      try {
        const leido = await deps.readRecibido(titular.cuentaId, titular.ambiente, pieza.bytes)
        const { nombre } = pieza
        const isEmpty = !leido.documentos.length && !leido.respuestas.length
        ignorados.push(...leido.rechazados.map((motivo) => ({ nombre, motivo })))
        if (!isEmpty) read.push({ pieza, leido })
        else if (!leido.rechazados.length) ignorados.push({ nombre, motivo: 'No trae ningún documento' })
      } catch (fault) {
        if (!isMail || !(fault instanceof AppError) || fault.code !== 'VALIDATION_ERROR') throw fault
        ignorados.push({ nombre: pieza.nombre, motivo: fault.message })
      }
    }
    return read
  }

  async function saveRespuestas(
    titular: TitularDeCuenta,
    arrival: Arrival,
    { respuestas }: Pick<ArchivoLeido, 'respuestas'>,
    entrado: Entrado,
  ): Promise<void> {
    const pause = pauses()
    const apartadas = new Set<string>()
    for (const one of respuestas) {
      // A short one takes no turn of its own, and there may be a hundred.
      await pause()
      const taken = await Promise.all(listeners.map((l) => l.respuesta?.(titular, one, arrival)))
      if (taken.some((tomada) => tomada?.propia)) entrado.respuestas++
      if (taken.some((tomada) => tomada?.nueva)) entrado.respuestasNuevas++
      for (const tomada of taken)
        if (!tomada?.propia) for (const motivo of tomada?.motivos ?? []) apartadas.add(motivo)
    }
    for (const motivo of apartadas)
      entrado.ignorados.push({ nombre: arrival.nombre, motivo: `Una respuesta no se anotó: ${motivo}` })
  }

  /** Writes what is new in one file, and calls `finish` in the last of its transactions. */
  async function saveOne(
    titular: TitularDeCuenta,
    arrival: Arrival,
    one: { bytes: Uint8Array; leido: ArchivoLeido; pdfs: ReturnType<typeof pairPdfs> },
    documentos: readonly DocumentoLeido[],
    entrado: Entrado,
    finish: () => void,
  ): Promise<void> {
    const { leido, pdfs } = one
    let archivoId: string | null = null
    let sealed: Sellado | null = null
    const sellado = () => (sealed ??= sealWhole(one.bytes))
    const pause = pauses()
    const waiting: Preparado[] = []
    const largos: [id: string, pdf: Pieza][] = []
    let [taken, written] = [0, 0]
    const step = client.transaction(() => {
      const began = performance.now()
      const fresh: string[] = []
      do {
        const next = waiting.shift()
        if (!next) break
        const kept = keep(titular, arrival, { leido, sellado }, next, archivoId)
        archivoId = kept.archivoId
        entrado.documentos.push(kept.guardado)
        if (next.pdf?.sellado === null) largos.push([kept.guardado.id, next.pdf.pieza])
        if (!kept.guardado.repetido) fresh.push(kept.guardado.id)
        written++
      } while (performance.now() - began < STEP_MS)
      for (const { entraron } of listeners)
        if (fresh.length && archivoId) entraron?.(titular, archivoId, fresh, arrival)
      if (written === documentos.length) finish()
    })
    try {
      do {
        for (; taken < documentos.length && waiting.length < STEP; taken++) {
          const documento = documentos[taken]!
          waiting.push(prepare(titular, documento, pdfs.get(documento) ?? null))
          await pause()
        }
        // Long ones are sealed and written in turns of their own.
        if (!sealed && waiting.some(({ isNews }) => isNews)) {
          sealed = await seal(one.bytes)
          if (one.bytes.length > LARGE) await nextTurn()
        }
        step.immediate()
        if (written < documentos.length) await nextTurn()
      } while (written < documentos.length)
    } finally {
      if (sealed) letGo(sealed)
    }
    for (const [id, pdf] of largos) await deps.pdfs.save(id, pdf)
  }

  return {
    listen: (listener: RecibidoListener) => void listeners.push(listener),
    /**
     * Takes a file in. Throws VALIDATION_ERROR for one that is neither XML nor a mail, that passes the limits of size and depth, has a
     * DTD, or holds no document; of a mail each attachment that does so is told in `ignorados` instead. `finish` is called with what came
     * of it in the transaction that writes the last of it.
     */
    async entrar(
      titular: TitularDeCuenta,
      archivo: ArchivoEntrante,
      finish: (entrado: Entrado) => void = () => {},
    ): Promise<Entrado> {
      const { correo, xml, pdf, ignorados } = await takeApart(archivo, (bytes) =>
        deps.readEml(titular.cuentaId, bytes),
      )
      const read = await readAll(titular, xml, correo !== null, ignorados)
      if (!read.length) throw sinDocumento(ignorados, correo !== null)
      const pdfs = pairPdfs(
        pdf,
        read.map(({ pieza: { nombre }, leido: { documentos } }) => ({ nombre, documentos })),
      )
      const { rut } = deps.emisores.get(titular).emisor
      const isOther = ({ rutReceptor }: DocumentoLeido): boolean => rutReceptor !== rut
      const entrado: Entrado = { documentos: [], respuestas: 0, respuestasNuevas: 0, ajenos: 0, ignorados }
      for (const { leido } of read) entrado.ajenos += leido.documentos.filter(isOther).length
      const pause = pauses()
      for (const [i, { pieza, leido }] of read.entries()) {
        await pause()
        const arrival = {
          nombre: pieza.nombre,
          origen: archivo.origen,
          mensajeId: archivo.mensajeId,
          responderA: archivo.responderA ?? correo?.responderA ?? null,
          recibidoEn: archivo.recibidoEn,
        }
        await saveRespuestas(titular, arrival, leido, entrado)
        const own = leido.documentos.filter((d) => !isOther(d))
        await saveOne(titular, arrival, { bytes: pieza.bytes, leido, pdfs }, own, entrado, () => {
          if (i === read.length - 1) finish(entrado)
        })
      }
      return entrado
    },
  }
}

const sinDocumento = (ignorados: readonly Ignorado[], isMail: boolean): AppError => {
  const why = ignorados.map(({ nombre, motivo }) => `${nombre}: ${motivo}`).join('; ')
  const mensaje = `${isMail ? 'El correo' : 'El archivo'} no trae ningún documento${why && ` (${why.slice(0, 300)})`}`
  return faultsError([{ campo: 'archivo', regla: 'incompleto', mensaje }])
}
