// bte.anular: annuls a boleta de terceros at the SII (areas/bte §2).

import type { CausaBte } from '../../domain/bte/boleta'
import { AppError } from '../../domain/errors'
import { annulBte, type BteSession, readMonth } from '../../sii/bte'
import { monthsOf, titularOf } from './boletas'
import { bteToJson } from './bte-json'
import { type JobDeps, useBte } from './portal-bte'

export const ANULAR_BTE = 'bte.anular'
export interface ArgsAnularBte {
  id: string
  causa: CausaBte
  glosa: string | null
}

export function anularBteJob(deps: JobDeps) {
  const { boletas, merge, clock, audit, accesoOf, rutOf } = deps
  const isVigente = (id: string): boolean => boletas.get(id).estado === 'vigente'

  async function annul(session: BteSession, { id, causa, glosa }: ArgsAnularBte): Promise<void> {
    const row = boletas.get(id)
    const titular = titularOf(row)
    const meses = monthsOf(row)
    async function look(): Promise<void> {
      const at = clock()
      const filas = []
      for (const mes of meses) filas.push(...(await readMonth(session, mes)))
      await merge(titular, meses, filas, at)
    }
    // An earlier attempt may have done it and lost the answer.
    if (row.anulacion_at) await look()
    if (!isVigente(id)) return
    const { resultado } = await annulBte(session, row.folio!, causa, () =>
      boletas.askAnnulment(id, causa, glosa),
    )
    if (resultado !== 'desconocido') {
      boletas.transaction(() =>
        boletas.state(id, resultado === 'anulada' ? 'anulada' : 'anulacion_solicitada'),
      )
      return
    }
    await look()
    if (isVigente(id))
      throw new AppError(
        'SII_ERROR',
        'El SII no dijo si anuló la boleta, y el informe del mes la muestra vigente',
      )
  }

  return deps.trabajos.define<ArgsAnularBte>({
    tipo: ANULAR_BTE,
    operacion: 'bte',
    async run({ empresaId, ambiente, args }, ctx) {
      if (isVigente(args.id)) {
        const acceso = accesoOf({ empresaId, ambiente }, 'bte', ctx.como)
        await useBte(deps, acceso, { rut: rutOf(empresaId), pay: ctx.charge }, (session) =>
          annul(session, args),
        )
      }
      const row = boletas.get(args.id)
      const { id: objeto, folio, estado, anulacion_at } = row
      return {
        result: bteToJson(row),
        // Annulled elsewhere while this one waited: nothing was asked for from here.
        write: () =>
          anulacion_at &&
          audit(
            ctx.actor,
            () => {},
            () => ({ accion: 'bte.anulada', objeto, detalle: { folio, causa: args.causa, estado } }),
          ),
      }
    },
  })
}
