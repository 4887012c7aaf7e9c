// What is counted of an account: how fast it asks, and what it asks of the SII (contract §16).

import type { Clock } from '../../domain/ambiente'
import type { Log } from '../../domain/log'
import type { AvisarCuota } from '../../domain/plan/cuota'
import type { Rates } from '../../domain/rate'
import { createCuota, type Pagador } from '../../http/cuota'
import { createRateLimits } from '../../http/rate-limit'
import type { Sii } from '../../sii'
import { createCharge, createMetered } from '../../sii/metered'
import type { Store } from '../../store/store'

/** `metered` is the SII as who pays asks it, `charge` any other service. */
export function createMedicion({
  store: { client },
  clock,
  log,
  rates,
  sii,
}: {
  store: Store
  clock: Clock
  log: Log
  rates: Rates
  sii: Sii
}) {
  const avisarCuota: AvisarCuota = (evento, cuota, { cuentaId, periodo, usadas, limite }) =>
    log.info(evento, { cuota, cuenta_id: cuentaId, periodo, usadas, limite })
  const rateLimits = createRateLimits(rates, clock)
  const cuota = createCuota({ client, clock, log, rateLimits, avisar: avisarCuota })
  const charge = createCharge<Pagador>(cuota.reserve)
  return { avisarCuota, rateLimits, cuota, charge, metered: createMetered(sii, charge) }
}
