// Which readings of the register are under way in this process, so that those of one company follow each other.

import type { Titular } from '../../domain/titular'
import type { Tramo } from './statements'

/** Readings of the register that are under way in this process, one at a time for each company and environment. */
export type EnCurso = ReturnType<typeof createEnCurso>

export function createEnCurso() {
  const last = new Map<string, Promise<unknown>>()
  const months = new Set<string>()
  const nameOf = ({ empresa_id, ambiente, periodo }: Pick<Tramo, 'empresa_id' | 'ambiente' | 'periodo'>) =>
    `${empresa_id}/${ambiente}/${periodo}`
  return {
    /** Runs after those of the same company that came before; what is done to no month alone has none. */
    async run<T>(
      tramo: Pick<Tramo, 'empresa_id' | 'ambiente' | 'periodo'>,
      work: () => Promise<T>,
    ): Promise<T> {
      const queue = `${tramo.empresa_id}/${tramo.ambiente}`
      const month = nameOf(tramo)
      const mine = (last.get(queue) ?? Promise.resolve()).then(async () => {
        months.add(month)
        try {
          return await work()
        } finally {
          months.delete(month)
        }
      })
      const settled = mine.catch(() => {})
      last.set(queue, settled)
      try {
        return await mine
      } finally {
        if (last.get(queue) === settled) last.delete(queue)
      }
    },
    /** Whether any month of the company is being read. */
    busy: ({ empresaId, ambiente }: Titular): boolean =>
      [...months].some((month) => month.startsWith(`${empresaId}/${ambiente}/`)),
    has: ({ empresaId, ambiente }: Titular, periodo: string): boolean =>
      months.has(`${empresaId}/${ambiente}/${periodo}`),
  }
}
