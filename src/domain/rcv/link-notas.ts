// Which invoice a note of credit acts on (domain/rcv §5). Everything here depends on the documents of two parties alone, so the same
// register gives the same links whatever the order in which it was read.

import type { Pause } from '../../base/turn'
import { GUIA } from '../dte/tipos'
import {
  byDate,
  type DocumentoVinculable,
  inOrder,
  type NotaVinculable,
  nearest,
  type Referido,
} from './candidatas'

export interface Vinculo {
  ncId: string
  facturaId: string
  monto: number
  origen: 'xml' | 'automatica'
  /** Hundredths. */
  confianza: number
  razones: string[]
}

export interface Partes {
  notas: readonly NotaVinculable[]
  facturas: readonly DocumentoVinculable[]
  /** Links made by hand: their notes are theirs, and what they take of a balance is taken. */
  manuales: readonly { ncId: string; facturaId: string; monto: number }[]
  /** Links taken away by hand, as `note/invoice`. */
  quitadas: ReadonlySet<string>
}

/** The links of the notes between two parties, beside those made by hand. */
export async function linkNotas(partes: Partes, pause: Pause): Promise<Vinculo[]> {
  const { facturas, manuales, quitadas } = partes
  const saldos = new Map(facturas.map(({ id, montoTotal, cargos }) => [id, montoTotal + cargos]))
  const saldoOf = ({ id }: DocumentoVinculable): number => saldos.get(id) ?? 0
  const byKey = new Map(facturas.map((factura) => [`${factura.tipoDte}/${factura.folio}`, factura]))
  const sorted = byDate(facturas)
  const byTotal = Map.groupBy(sorted, ({ montoTotal }) => montoTotal)
  for (const { facturaId, monto } of manuales) saldos.set(facturaId, (saldos.get(facturaId) ?? 0) - monto)
  const aMano = new Set(manuales.map(({ ncId }) => ncId))
  const links: Vinculo[] = []
  let left = partes.notas.filter(({ id }) => !aMano.has(id)).sort(inOrder)

  const link = (
    nota: NotaVinculable,
    factura: DocumentoVinculable,
    monto: number,
    how: Omit<Vinculo, 'ncId' | 'facturaId' | 'monto'>,
  ) => {
    saldos.set(factura.id, saldoOf(factura) - monto)
    links.push({ ncId: nota.id, facturaId: factura.id, monto, ...how })
  }

  /** Spends a note on the invoices that it names, in their order; false when none of them is here. */
  function spend(
    nota: NotaVinculable,
    named: readonly Referido[],
    how: (referido: Referido) => Omit<Vinculo, 'ncId' | 'facturaId' | 'monto'>,
  ): boolean {
    let rest = Math.max(0, nota.montoTotal)
    let found = false
    const seen = new Set<string>()
    for (const referido of named) {
      const factura = byKey.get(`${referido.tipoDte}/${referido.folio}`)
      if (!factura || seen.has(factura.id) || quitadas.has(`${nota.id}/${factura.id}`)) continue
      seen.add(factura.id)
      const monto = referido.codigo === 2 ? 0 : Math.min(rest, Math.max(0, saldoOf(factura)))
      // Nothing is left of it, or of the note.
      if (monto === 0 && referido.codigo !== 2 && nota.montoTotal > 0) continue
      rest -= monto
      link(nota, factura, monto, how(referido))
      found = true
    }
    return found
  }

  const named = (list: readonly Referido[] | null): readonly Referido[] =>
    (list ?? []).filter(({ tipoDte }) => tipoDte !== GUIA)

  const step = async (run: (nota: NotaVinculable) => boolean): Promise<void> => {
    const rest: NotaVinculable[] = []
    for (const nota of left) {
      const wait = pause()
      if (wait) await wait
      if (!run(nota)) rest.push(nota)
    }
    left = rest
  }

  await step((nota) =>
    spend(nota, named(nota.xml), ({ folio }) => ({
      origen: 'xml',
      confianza: 100,
      razones: [`FolioRef ${folio} en el XML de la nota`],
    })),
  )
  await step((nota) => {
    const several = nota.registro.length > 1
    return spend(nota, named(nota.registro), ({ folio }) => ({
      origen: 'automatica',
      confianza: several ? 85 : 95,
      razones: [`Folio ${folio} en el registro${several ? ', entre varios' : ''}`],
    }))
  })
  await step((nota) => {
    // It names what it acts on, and that is not here: another would contradict it.
    if (named(nota.xml).some(isTax) || named(nota.registro).some(isTax)) return false
    if (nota.montoTotal <= 0) return false
    const found = nearest(nota, { sorted, byTotal }, saldoOf, quitadas)
    if (!found) return false
    const { factura, confianza, razones } = found
    link(nota, factura, nota.montoTotal, { origen: 'automatica', confianza, razones })
    return true
  })
  return links
}

/** Orders, contracts and the like (801 and on) say nothing of an invoice. */
const isTax = ({ tipoDte }: Referido): boolean => tipoDte < 800
