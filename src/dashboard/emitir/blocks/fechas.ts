// The date of issue, left out of the body unless chosen, so that the server's day counts, and the hour to wait for.

import { parseInstante } from '../../../domain/fecha'
import type { Block } from '../block'

/** `programar`: `YYYY-MM-DDTHH:MM`, by the clock of this browser. */
export type Fechas = Record<'emision' | 'programar', string>

/** An instant by the clock of this browser; what is none stays as it was written. */
function localOf(instant: string): string {
  const at = new Date(instant)
  if (Number.isNaN(at.getTime())) return instant
  return new Date(at.getTime() - at.getTimezoneOffset() * 60_000).toISOString().slice(0, 16)
}

export const fechas: Block<Fechas> = {
  id: 'fechas',
  title: 'Fecha',
  place: 'mas',
  initial: { emision: '', programar: '' },
  keys: ['fecha_emision', 'programar_para'],
  toBody({ emision, programar }) {
    const at = programar ? new Date(programar) : null
    const instant = at && !Number.isNaN(at.getTime()) ? at.toISOString() : programar
    return {
      body: {
        ...(emision && { fecha_emision: emision }),
        ...(programar && { programar_para: instant }),
      },
      ...(programar && !parseInstante(instant) && { faults: { programar_para: 'No es una fecha y hora' } }),
    }
  },
  fromRequest: () => ({ emision: '', programar: '' }),
  fromDraft: ({ fecha_emision = '', programar_para }) => ({
    emision: fecha_emision,
    programar: programar_para === undefined ? '' : localOf(programar_para),
  }),
}
