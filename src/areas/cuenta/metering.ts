// The metering of an account: its pace, and its questions to the SII (http §16).

import type { Clock } from '../../base/clock'
import type { Log } from '../../base/log'
import type { Rates } from '../../base/rate'
import { createCuota, type Pagador } from '../../http/cuota'
import { createRateLimits } from '../../http/rate-limit'
import type { Sii } from '../../sii'
import { createCharge, createMetered } from '../../sii/metered'
import type { Store } from '../../store/store'
import type { Eventos } from '../eventos'
import { createNotifyCuota, createReviewCuotas } from './notify-cuota'

/** `metered` is the SII as who pays asks it, `charge` any other service. */
export function createMetering({
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
  const notifyCuota = createNotifyCuota({ store, eventos })
  const rateLimits = createRateLimits(rates, clock)
  const cuota = createCuota({ client: store.client, clock, log, rateLimits, notify: notifyCuota })
  const charge = createCharge<Pagador>(cuota.reserve)
  return {
    notifyCuota: notifyCuota,
    reviewCuotas: createReviewCuotas({ store, clock, notify: notifyCuota }),
    rateLimits,
    cuota,
    charge,
    metered: createMetered(sii, charge),
  }
}
