// bte.sincronizar: reads the SII's report of a month (areas/bte §3).

import { readMonth } from '../../sii/bte'
import type { Encargo } from '../trabajos'
import { type JobDeps, useBte } from './portal-bte'

const SINCRONIZAR_BTE = 'bte.sincronizar'
interface ArgsMes {
  periodo: string
}

/** The reading of a month as it is queued: one at a time for the same month. */
export const encargoMes = (periodo: string): Encargo => ({
  tipo: SINCRONIZAR_BTE,
  operacion: 'bte',
  clave: periodo,
  objeto: periodo,
  args: { periodo } satisfies ArgsMes,
})

export const syncBteJob = (deps: JobDeps) =>
  deps.trabajos.define<ArgsMes>({
    tipo: SINCRONIZAR_BTE,
    operacion: 'bte',
    async run({ empresaId, ambiente, args: { periodo } }, ctx) {
      const titular = { empresaId, ambiente }
      const acceso = deps.accesoOf(titular, 'bte', ctx.como)
      const about = { rut: deps.rutOf(empresaId), pay: ctx.charge }
      const at = deps.clock()
      const filas = await useBte(deps, acceso, about, (session) => readMonth(session, periodo))
      const read = await deps.merge(titular, [periodo], filas, at)
      return {
        result: { periodo, boletas: filas.length, ...read },
        write: () =>
          deps.audit(
            ctx.actor,
            () => {},
            () => ({
              accion: 'bte.sincronizada',
              objeto: periodo,
              detalle: { boletas: filas.length, ...read },
            }),
          ),
      }
    },
  })
