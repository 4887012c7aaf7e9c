// The schedule's task of folios: types that are set to ask by themselves and have few left, or by their forecast will soon (areas/folios §1;
// jobs §7). What few folios set off at once goes the same way (`reposicion.ts`): an attempt that failed, or an amount that did not lift a
// type above its threshold, would else be the last before the folios run out, and then no folio is taken any more.

import { and, eq } from 'drizzle-orm'
import { AppError } from '../../domain/errors'
import type { OperacionPortal } from '../../domain/portal'
import type { Titular } from '../../domain/titular'
import type { Store } from '../../store/store'
import { folioAlerta } from '../../store/tables/folios'
import type { Tarea } from '../programacion'
import type { Forecasts } from './forecasts'
import type { MayRefill } from './reposicion'
import type { PortalFolios } from './sii/deps'
import type { EncargoSolicitud } from './sii/encargo'

interface Deps extends Pick<PortalFolios, 'accesoOf'> {
  store: Pick<Store, 'db'>
  folios: Pick<Forecasts, 'needsMore'> & { encargo: EncargoSolicitud; mayRefill: MayRefill }
  /** Until when the SII keeps waiting who comes by the way that the operation goes. */
  pausedUntil(titular: Titular, operacion: OperacionPortal): Date | null
}

export function foliosTarea({ store: { db }, folios, accesoOf, pausedUntil }: Deps): Tarea<'folios'> {
  const typesOf = ({ empresaId, ambiente }: Titular): number[] =>
    db
      .select({ tipoDte: folioAlerta.tipoDte })
      .from(folioAlerta)
      .where(
        and(
          eq(folioAlerta.empresaId, empresaId),
          eq(folioAlerta.ambiente, ambiente),
          eq(folioAlerta.reposicionAutomatica, true),
        ),
      )
      .all()
      .map(({ tipoDte }) => tipoDte)

  return {
    nombre: 'folios',
    operacion: 'solicitud_folios',
    permiso: 'folios:administrar',
    encargos: async (titular) =>
      typesOf(titular)
        .filter((tipoDte) => folios.needsMore(titular, tipoDte) && folios.mayRefill(titular, tipoDte))
        .map((tipoDte) => folios.encargo.of(titular, tipoDte, null)),
    check(titular) {
      // A company whose types never ask automatically lacks nothing for it.
      if (!typesOf(titular).length) return
      try {
        accesoOf(titular, 'folios', { prioridad: 'programada' })
      } catch (fault) {
        // The simulator has a desk that asks for no credential.
        const desk = titular.ambiente === 'simulacion'
        if (!desk || !(fault instanceof AppError) || fault.code !== 'PORTAL_CREDENTIALS_MISSING') throw fault
      }
    },
    pausedUntil: (titular) => pausedUntil(titular, 'folios'),
  }
}
