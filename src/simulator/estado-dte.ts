// The SII's state of one document (sii §5): for QueryEstDte, QueryEstDteAv and the boleta REST alike.

import { filaDe } from '../domain/dte/tipos'
import { isAnulado, isGranted } from './cafs'
import { isEmisor } from './contribuyentes'
import type { Lado } from './hosts'
import type { Libro } from './libro'
import { isSeen } from './portal/dueno'
import type { Sim } from './sim'

interface PreguntaDte {
  lado: Lado
  rutEmisor: string
  rutReceptor: string
  tipoDte: number
  folio: number
  /** `YYYY-MM-DD` */
  fecha: string
  monto: string
  /** SignatureValue without white space; undefined when it is not compared. */
  firma?: string
  /** The world that the document may belong to (`worldOf`). */
  mundo: string | null
}

interface RespuestaDte {
  estado: keyof typeof ESTADOS
  errCode: string
  glosa: string
  recibido: boolean
  trackId: number | null
}

const ESTADOS = {
  DOK: ['0', 'Documento Recibido por el SII. Datos Coinciden con los Registrados'],
  DNK: ['1', 'Documento Recibido por el SII pero Datos NO Coinciden con los registrados'],
  FAU: ['3', 'Documento No Recibido por el SII'],
  FNA: ['4', 'Documento No Autorizado'],
  FAN: ['5', 'Documento Anulado'],
  EMP: ['6', 'Empresa no autorizada a emitir Documentos Tributarios Electronicos'],
  TMD: ['10', 'Existe Nota de Debito que Modifica Texto Documento'],
  TMC: ['11', 'Existe Nota de Credito que Modifica Texto Documento'],
  MMD: ['12', 'Existe Nota de Debito que Modifica Montos Documento'],
  MMC: ['13', 'Existe Nota de Credito que Modifica Montos Documento'],
  AND: ['14', 'Existe Nota de Debito que Anula Documento'],
  ANC: ['15', 'Existe Nota de Credito que Anula Documento'],
} as const

// The strongest first; among equals the nota de crédito (our choice, simulator §4.1).
const POR_NOTA = [
  { codigo: 1, nota: 'credito', estado: 'ANC' },
  { codigo: 1, nota: 'debito', estado: 'AND' },
  { codigo: 3, nota: 'credito', estado: 'MMC' },
  { codigo: 3, nota: 'debito', estado: 'MMD' },
  { codigo: 2, nota: 'credito', estado: 'TMC' },
  { codigo: 2, nota: 'debito', estado: 'TMD' },
] as const

/** Answers what is known of a document. */
export function askDte(sim: Sim, libro: Libro, pregunta: PreguntaDte): RespuestaDte {
  const { lado, rutEmisor, tipoDte, folio } = pregunta
  const reply = (
    estado: keyof typeof ESTADOS,
    recibido: boolean,
    trackId: number | null = null,
  ): RespuestaDte => {
    const [errCode, glosa] = ESTADOS[estado]
    return { estado, errCode, glosa, recibido, trackId }
  }
  if (!isEmisor(sim, lado, rutEmisor)) return reply('EMP', false)
  const found = libro.findDocumento(lado, rutEmisor, tipoDte, folio)
  const documento = found && isSeen(libro.findEnvio(found.trackId)!, pregunta.mundo) ? found : null
  // A rejected document was never received, as far as a query tells (inference, sii §5.1).
  if (!documento || documento.veredicto === 'rechazado') {
    if (isAnulado(sim, lado, rutEmisor, tipoDte, folio)) return reply('FAN', false)
    return reply(isGranted(sim, lado, rutEmisor, tipoDte, folio) ? 'FAU' : 'FNA', false)
  }
  const same =
    documento.rutReceptor === pregunta.rutReceptor &&
    documento.fechaEmision === pregunta.fecha &&
    Number(documento.montoTotal) === Number(pregunta.monto) &&
    (pregunta.firma === undefined || documento.firma === pregunta.firma)
  if (!same) return reply('DNK', true, documento.trackId)
  const notas = libro.notasOf(lado, rutEmisor, tipoDte, folio)
  const strongest = POR_NOTA.find(({ codigo, nota }) =>
    notas.some((n) => n.codigo === codigo && filaDe(n.tipoNota)?.nota === nota),
  )
  return reply(strongest?.estado ?? 'DOK', true, documento.trackId)
}
