// What is counted of an account: how fast it asks, and what it asks of the SII (contract §16).

import type { Clock } from '../../domain/ambiente'
import type { Log } from '../../domain/log'
import type { Rates } from '../../domain/rate'
import { createCuota, type Pagador } from '../../http/cuota'
import { createRateLimits } from '../../http/rate-limit'
import type { Sii } from '../../sii'
import { createCharge, createMetered } from '../../sii/metered'
import type { Store } from '../../store/store'
import type { Eventos } from '../eventos'
import { createAvisoCuota, createRevisionCuotas } from './aviso-cuota'

/** `metered` is the SII as who pays asks it, `charge` any other service. */
export function createMedicion({
  store,
  clock,
  log,
  rates,
  sii,
  eventos,
}: {
  store: Store
  clock: Clock
  log: Log
  rates: Rates
  sii: Sii
  eventos: Pick<Eventos, 'emitOnce'>
}) {
  const avisarCuota = createAvisoCuota({ store, eventos })
  const rateLimits = createRateLimits(rates, clock)
  const cuota = createCuota({ client: store.client, clock, log, rateLimits, avisar: avisarCuota })
  const charge = createCharge<Pagador>(cuota.reserve)
  return {
    avisarCuota,
    revisarCuotas: createRevisionCuotas({ store, clock, avisar: avisarCuota }),
    rateLimits,
    cuota,
    charge,
    metered: createMetered(sii, charge),
  }
}
