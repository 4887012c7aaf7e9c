// The past's claims, notes of credit and fees (simulator §21.3): each comes some days after the invoice that it is about, before the next
// one of the same neighbour.

import type { Acto } from './actos'

type Ruts = Record<'ANDES' | 'MAULE' | 'LIRCAY' | 'PENCAHUE' | 'VILCHES' | 'QUILVO', string>

/** `at` tells the instant of an hour, so many days ago. */
export function pastNotas(ruts: Ruts, at: (dias: number, hora: number) => number): Acto[] {
  const { ANDES, MAULE, LIRCAY, PENCAHUE, VILCHES, QUILVO } = ruts
  return [
    // Claimed 27 and 30 days ago; the first one is voided by its issuer two days later, whose temper it is.
    { acto: 'acusa', rut: MAULE, at: at(27, 16), datos: { accion: 'RCD' } },
    { acto: 'acusa', rut: LIRCAY, at: at(30, 16), datos: { accion: 'RFP' } },
    { acto: 'acusa', rut: PENCAHUE, at: at(53, 16), datos: { accion: 'ERM' } },
    { acto: 'excluye', rut: PENCAHUE, at: at(51, 16), datos: {} },
    // By reference: a whole invoice, a part of one, of two, and of another.
    { acto: 'anota', rut: ANDES, at: at(45, 11), datos: { clase: 'anula', sobre: 1 } },
    { acto: 'anota', rut: VILCHES, at: at(53, 11), datos: { clase: 'parte', sobre: 1 } },
    { acto: 'anota', rut: VILCHES, at: at(24, 11), datos: { clase: 'parte', sobre: 2 } },
    { acto: 'anota', rut: VILCHES, at: at(10, 11), datos: { clase: 'parte', sobre: 1 } },
    // By amount alone; and two that nothing links: a correction of text, and one over an invoice on paper.
    { acto: 'anota', rut: LIRCAY, at: at(60, 11), datos: { clase: 'global', sobre: 1 } },
    { acto: 'anota', rut: VILCHES, at: at(38, 11), datos: { clase: 'texto', sobre: 1 } },
    { acto: 'anota', rut: QUILVO, at: at(44, 11), datos: { clase: 'papel', sobre: 1 } },
  ]
}

/** The person paid by boletas of third parties. */
const PRESTADOR = '9876543-3'
const HONORARIOS: readonly (readonly [dias: number, descripcion: string, monto: number])[] = [
  [82, 'Instalación eléctrica de bodega', 180_000],
  [68, 'Reparación de techo', 240_000],
  [54, 'Mantención de jardín', 95_000],
  [40, 'Pintura de oficina', 320_000],
  [25, 'Mantención de jardín', 95_000],
  [11, 'Traslado de maquinaria', 150_000],
]
/** Typed wrong, and annulled three days later. */
const ANULADO = 40

/** The boletas of third parties that the company issued. */
export const pastHonorarios = (at: (dias: number, hora: number) => number): Acto[] => [
  ...HONORARIOS.map(
    ([dias, descripcion, monto]): Acto => ({
      acto: 'honorario',
      rut: PRESTADOR,
      at: at(dias, 17),
      datos: { descripcion, monto },
    }),
  ),
  { acto: 'anula_bte', rut: PRESTADOR, at: at(ANULADO - 3, 9), datos: { causa: 'Error de digitación' } },
]
