// The signers of the neighbourhood (simulator §21.2): an accountant for what is handed in, and a person of
// each neighbour's own for its answers.

import { issueCertificate } from '../certificados'
import { rutOfNumero } from '../contribuyente/ficha'
import type { Sim } from '../sim'
import type { Firmante } from './firma'

/** The accountant of the whole neighbourhood. */
export const CONTADORA = '90000010-3'
const DAY = 86_400_000

/** The person who answers for a neighbour; her RUT follows from its own. */
export const personaDe = (rut: string): string =>
  rutOfNumero(String(15_000_000 + (Number.parseInt(rut, 10) % 1_000_000)))

/** Keys and certificates of persons, which live as long as the process; made when they are first needed. */
export function createFirmantes({ random }: Sim) {
  const known = new Map<string, Promise<Firmante & { desde: number; hasta: number }>>()
  return async (rut: string, at: number): Promise<Firmante> => {
    const had = await known.get(rut)
    if (had && at >= had.desde && at <= had.hasta) return had
    // Long before and long after, since the past is played too.
    const issued = issueCertificate({
      ...{ rut, nombre: rut === CONTADORA ? 'Contadora del Vecindario' : 'Vecina del Vecindario' },
      ...{ dias: 3650, now: new Date(at - 400 * DAY), clave: 'vecindario', random },
    }).then(({ llave, certificado }) => ({
      ...{ rut, llave, certificado },
      ...{ desde: Date.parse(certificado.validFrom), hasta: Date.parse(certificado.validTo) },
    }))
    known.set(rut, issued)
    return issued
  }
}
