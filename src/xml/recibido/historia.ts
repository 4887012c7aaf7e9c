// Files of a company's own past, read and judged as any other's (xml §3.5), some in one go: on the thread each costs its judging alone.

import type { Ambiente } from '../../domain/ambiente'
import type { Dte } from '../../domain/dte/dte'
import { AppError } from '../../domain/errors'
import { parseRut } from '../../domain/rut'
import { authorityKey } from '../autoridades'
import { readRecibidoEn } from './index'
import type { Contenido, DocumentoLeido } from './tipos'

/** A document of the past. The last three are there only where all of it was asked for. */
export interface DocumentoHistorico
  extends Pick<
    DocumentoLeido,
    | 'huella'
    | 'digest'
    | 'rutEmisor'
    | 'rutReceptor'
    | 'tipoDte'
    | 'folio'
    | 'fechaEmision'
    | 'montoTotal'
    | 'firma'
    | 'timbre'
    | 'montos'
    | 'informe'
  > {
  /** Another environment's authority signed its folios. */
  otroAmbiente: boolean
  /** Chile time, as written; null where it says none. */
  firmadoEn: string | null
  contenido?: Contenido
  /** Its text in Latin-1, with references for what that lacks. */
  xml?: string
}

/** The content of one file; `motivo` where it holds no document. */
export interface ArchivoHistorico {
  documentos: DocumentoHistorico[]
  motivo: string | null
}

const IDK = /<IDK>\s*(\d{1,4})\s*<\/IDK>/
const FIRMADO = /<TmstFirma>\s*([\dT:-]{19})\s*<\/TmstFirma>/
const BEYOND = /[^\x00-\xff]/gu

/** The same text to any reader of XML: a signature is made over what it reads. */
const toLatin1 = (texto: string): string => texto.replace(BEYOND, (c) => `&#${c.codePointAt(0)};`)

function withKeys(dte: Dte, d: DocumentoLeido): Dte {
  const { tipoDte, folio, fechaEmision, rutEmisor, rutReceptor } = d
  return {
    ...dte,
    idDoc: { ...dte.idDoc, tipoDte: tipoDte as Dte['idDoc']['tipoDte'], folio, fechaEmision },
    emisor: { ...dte.emisor, rut: rutEmisor },
    receptor: { ...dte.receptor, rut: parseRut(rutReceptor) ?? rutReceptor },
  }
}

function toHistorico(d: DocumentoLeido, ambiente: Ambiente, todo: boolean): DocumentoHistorico {
  const texto = d.texto!
  const autoridad = authorityKey(Number(IDK.exec(texto)?.[1] ?? 0))
  const { huella, digest, rutEmisor, rutReceptor, tipoDte, folio, fechaEmision, montoTotal } = d
  return {
    ...{ huella, digest, rutEmisor, rutReceptor, tipoDte, folio, fechaEmision, montoTotal },
    ...{ firma: d.firma, timbre: d.timbre, montos: d.montos, informe: todo ? d.informe : [] },
    otroAmbiente: autoridad !== null && autoridad.ambiente !== ambiente,
    firmadoEn: FIRMADO.exec(texto)?.[1] ?? null,
    ...(todo && {
      contenido: { ...d.contenido, dte: withKeys(d.contenido.dte, d) },
      xml: toLatin1(texto),
    }),
  }
}

/** Reads each file; as JSON, which crosses from a thread at less cost. */
export function readHistoria(ambiente: Ambiente, archivos: readonly Uint8Array[], todo: boolean): string[] {
  return archivos.map((bytes) => {
    let leido: ArchivoHistorico
    try {
      const { documentos, rechazados } = readRecibidoEn(ambiente, bytes, true)
      leido = {
        documentos: documentos.map((d) => toHistorico(d, ambiente, todo)),
        motivo: documentos.length ? null : (rechazados[0] ?? 'No trae ningún documento'),
      }
    } catch (fault) {
      if (!(fault instanceof AppError)) throw fault
      leido = { documentos: [], motivo: fault.message }
    }
    return JSON.stringify(leido)
  })
}
