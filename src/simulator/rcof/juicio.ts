// The SII's judgement of a report: first its signature and cover, later the ledger's figures (simulator
// §20).

import { chileDate } from '../../domain/fecha'
import { TIPOS_RCOF } from '../../domain/rcof'
import { isEmisor, maySend } from '../contribuyentes'
import { firmaFault } from '../firmado'
import type { Lado } from '../hosts'
import type { Razon, Sim } from '../sim'
import type { ConsumoFolios, Resumen, Tramo } from './lectura'
import type { Contado } from './statements'

/** The sender of a report, and the company it is for. */
interface RcofUpload {
  lado: Lado
  rutEnvia: string
  rutEmpresa: string
  xml: Buffer
}

/** Why it is rejected before anybody counts; null when it is not. */
export function judgeEntrada(
  sim: Sim,
  upload: RcofUpload,
  consumo: ConsumoFolios,
): { estado: 'RFR' | 'RCT'; razones: Razon[] } | null {
  const firma = firmaFault(sim, upload.xml, consumo)
  if (firma) return { estado: 'RFR', razones: [{ codigo: 'ENV-3-920', mensaje: firma }] }
  const razones = caratulaFaults(sim, upload, consumo)
  return razones.length ? { estado: 'RCT', razones } : null
}

function caratulaFaults(
  sim: Sim,
  { lado, rutEnvia, rutEmpresa }: RcofUpload,
  consumo: ConsumoFolios,
): Razon[] {
  const razones: Razon[] = []
  const add = (codigo: string, mensaje: string) => razones.push({ codigo, mensaje })
  if (consumo.rutEnvia !== rutEnvia)
    add('CRT-3-11', `RutEnvia ${consumo.rutEnvia} no es quien envió el archivo, ${rutEnvia}`)
  if (!isEmisor(sim, lado, rutEmpresa) || !maySend(sim, lado, rutEmpresa, rutEnvia))
    add('CRT-3-6', 'El usuario no tiene permiso para enviar documentos de la empresa')
  if (consumo.rutEmisor !== rutEmpresa) add('CRT-3-902', `RutEmisor ${consumo.rutEmisor} no es ${rutEmpresa}`)
  if (lado === 'certificacion' && Number(consumo.nroResol) !== 0)
    add('CRT-3-19', `La resolución ${consumo.nroResol} no es la de la empresa en este ambiente`)
  if (consumo.fchInicio !== consumo.fchFinal) add('CRT-3-904', 'El consumo de folios es de un solo día')
  if (consumo.fchInicio > chileDate(sim.now())) add('CRT-3-905', `El día ${consumo.fchInicio} es futuro`)
  return razones
}

/** The ledger's facts about the day. */
interface Hechos {
  contados: readonly Contado[]
  /** The last number of the day before this report: of all, and of those that were not rejected. */
  secuencias: { todas: number; buenas: number }
  isAnulado: (tipoDte: number, folio: number) => boolean
}

/** Objections that a report tells of itself; whoever has more has another fault than those. */
const REPAROS_MAX = 100

const length = (tramos: readonly Tramo[]): number =>
  tramos.reduce((sum, [desde, hasta]) => sum + hasta - desde + 1, 0)

/** The objections to a report by the ledger, which reject nothing. */
export function judgeContenido(
  { secuencia, resumen }: Pick<ConsumoFolios, 'secuencia' | 'resumen'>,
  { contados, secuencias, isAnulado }: Hechos,
): Razon[] {
  const reparos: Razon[] = []
  const add = (codigo: string, mensaje: string) => {
    if (reparos.length < REPAROS_MAX) reparos.push({ codigo, mensaje })
  }
  // Nobody knows whether a rejected report takes its number: both readings pass.
  if (secuencia !== secuencias.todas + 1 && secuencia !== secuencias.buenas + 1)
    add('RCOF-2-1', `SecEnvio ${secuencia} no sigue a ${secuencias.todas}`)
  const said = new Map(resumen.map((one) => [one.tipoDte, one]))
  if (said.size < resumen.length) add('RCOF-2-2', 'Un tipo de documento viene más de una vez')
  for (const tipoDte of TIPOS_RCOF) {
    const own = contados.filter((one) => one.tipoDte === tipoDte)
    const one = said.get(tipoDte)
    if (one) judgeTipo(one, own, isAnulado, add)
    else for (const { folio } of own) add('RCOF-2-5', `${tipoDte}-${folio} fue recibido y no se informa`)
  }
  return reparos
}

function judgeTipo(
  { tipoDte, total, emitidos, anulados, utilizados, rangos, rangosAnulados }: Resumen,
  own: readonly Contado[],
  isAnulado: Hechos['isAnulado'],
  add: (codigo: string, mensaje: string) => void,
): void {
  const wrong = [...rangos, ...rangosAnulados].find(([desde, hasta]) => hasta < desde)
  if (wrong) {
    add('RCOF-2-3', `Tipo ${tipoDte}: el rango ${wrong.join(' a ')} está al revés`)
    return
  }
  if (
    length(rangos) !== emitidos ||
    length(rangosAnulados) !== anulados ||
    emitidos + anulados !== utilizados
  ) {
    // Runs that deny their own counters are not walked.
    add('RCOF-2-4', `Tipo ${tipoDte}: los contadores no son los de los rangos`)
    return
  }
  const received = new Set(own.map(({ folio }) => folio))
  const used = new Set<number>()
  for (const folio of foliosOf(rangos)) {
    if (used.has(folio)) add('RCOF-2-6', `${tipoDte}-${folio} se informa dos veces`)
    used.add(folio)
    if (!received.has(folio) && !isAnulado(tipoDte, folio))
      add('RCOF-2-7', `${tipoDte}-${folio} se informa y no fue recibido con esa fecha`)
  }
  for (const folio of foliosOf(rangosAnulados))
    if (!isAnulado(tipoDte, folio)) add('RCOF-2-8', `${tipoDte}-${folio} se informa anulado y no lo está`)
  for (const folio of received)
    if (!used.has(folio)) add('RCOF-2-5', `${tipoDte}-${folio} fue recibido y no se informa`)
  const sum = own.reduce((pesos, { montoTotal }) => pesos + Number(montoTotal), 0)
  if (sum !== total) add('RCOF-2-9', `Tipo ${tipoDte}: MntTotal dice ${total} y lo recibido suma ${sum}`)
}

function* foliosOf(tramos: readonly Tramo[]): Generator<number> {
  for (const [desde, hasta] of tramos) for (let folio = desde; folio <= hasta; folio++) yield folio
}
