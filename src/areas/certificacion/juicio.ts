// The faults for which a set would be refused, known before it is issued (areas/certificacion §2): its cases are accepted as they would be,
// and undone.

import { ownTurn } from '../../base/turn'
import type { ClaseIntento } from '../../domain/certificacion/etapas'
import type { DudaSet } from '../../domain/certificacion/set'
import type { Titular } from '../../domain/titular'
import type { Conjuntos, Emisores, FaltaCaso } from '../dte'
import type { SetDelTexto } from './lectura'

/** The envelope of a class. */
export const sobreOf = (clase: ClaseIntento) =>
  clase === 'boleta' ? ('EnvioBOLETA' as const) : ('EnvioDTE' as const)

/** A set as far as its faults depend on it. */
export interface SetJuzgado {
  texto: SetDelTexto
  /** Whether there are folios for all of it. */
  conFolios: boolean
}

/** The block of a request that is absent while a doubt of its section is open. */
const BLOQUES: Readonly<Record<string, string>> = {
  receptores: 'receptor',
  receptores_extranjeros: 'receptor',
  propio: 'receptor',
  traslado: 'traslado',
}

/** Whether an open doubt asks already for what a fault finds missing. */
const isAsked = ({ caso, campo, regla }: FaltaCaso, abiertas: readonly DudaSet[]): boolean =>
  regla === 'requerido' &&
  abiertas.some(({ clave }) => {
    const at = `caso ${caso}.${BLOQUES[clave.slice(clave.indexOf('.') + 1)]}`
    return campo === at || (at.endsWith('.traslado') && /\.(?:patente|rut_transportista|chofer)$/.test(campo))
  })

export type Juicios = ReturnType<typeof createJuicios>

export function createJuicios({
  emisores,
  judgeSet,
}: {
  emisores: Emisores
  judgeSet: Conjuntos['judgeSet']
}) {
  // By the reading itself, which is another one once answers or day change (lectura.ts).
  const kept = new WeakMap<SetDelTexto, { seen: string; faltas: FaltaCaso[] }>()

  const seenOf = (titular: Titular, { conFolios }: SetJuzgado): string =>
    JSON.stringify([conFolios, emisores.get(titular)])

  const knownOf = (titular: Titular, set: SetJuzgado): FaltaCaso[] | null => {
    const known = kept.get(set.texto)
    return known?.seen === seenOf(titular, set) ? known.faltas : null
  }

  function judge({ empresaId, ambiente }: Titular, set: SetJuzgado): FaltaCaso[] {
    const { seccion, solicitudes, abiertas } = set.texto
    const titular = { empresaId, ambiente }
    const all = judgeSet({ titular, sobre: sobreOf(seccion.clase), solicitudes })
    const faltas = all.filter((falta) => !isAsked(falta, abiertas))
    kept.set(set.texto, { seen: seenOf(titular, set), faltas })
    return faltas
  }

  return {
    /** Judged anew only where answers, day, company or stock are others than before. */
    of: (titular: Titular, set: SetJuzgado): FaltaCaso[] => knownOf(titular, set) ?? judge(titular, set),
    /** Judges sets in turns of their own, so that none of them holds what others wait for; with `anew`, those known too. */
    async prepare(titular: Titular, sets: readonly SetJuzgado[], anew = false): Promise<void> {
      for (const set of sets) {
        if (!anew && knownOf(titular, set)) continue
        await ownTurn()
        judge(titular, set)
      }
    },
  }
}
