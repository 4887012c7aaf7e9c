// Puts the access to the portal together: what is kept, who holds it, and the client itself (http §28).

import type { Clock } from '../../base/clock'
import type { NewId } from '../../base/id'
import type { Log } from '../../base/log'
import type { MetodoPortal, OperacionPortal } from '../../domain/portal'
import type { Titular, TitularDeCuenta } from '../../domain/titular'
import type { Acceso, Como, PortalOptions } from '../../sii/portal'
import { createPortal } from '../../sii/portal'
import type { Store } from '../../store/store'
import type { Emisores } from '../dte'
import type { Eventos } from '../eventos'
import { createAccesos, type Metodo, readyFor } from './accesos'
import { createAdministracion } from './administracion'
import { createClaves } from './claves'
import { createHolders } from './holders'
import { createPortalKeeper } from './keeper'
import { createResume } from './resume'

interface Deps extends Omit<PortalOptions, 'keeper'> {
  store: Store
  clock: Clock
  newId: NewId
  log: Log
  eventos: Pick<Eventos, 'emit'>
  emisores: Pick<Emisores, 'firmante'>
  queue: { wake(): void }
}

/** The ways in that a company has, and those that the SII keeps closed. */
export type PortalDeEmpresa = (titular: TitularDeCuenta) => {
  certificado: { valido_hasta: string } | null
  clave: boolean
  bloqueos: { metodo: MetodoPortal; motivo: string; hasta: string | null }[]
}

export function createPortalServices(deps: Deps) {
  const resume = createResume(deps)
  const holders = createHolders({ ...deps, resume })
  const keeper = createPortalKeeper({ ...deps, holders })
  const claves = createClaves(deps)
  const accesos = createAccesos({ ...deps, claves, keeper })
  const portal = createPortal({ ...deps, keeper })

  /**
   * By what an operation of a company goes to the portal, to be handed to `portal.use`. Throws PORTAL_LOCKED and
   * PORTAL_CREDENTIALS_MISSING.
   */
  function accesoOf({ empresaId, ambiente }: Titular, operacion: OperacionPortal, how: Como): Acceso {
    const { cuentaId, rut } = holders.empresaOf(empresaId)
    return accesos.accesoOf({ cuentaId, empresaId, ambiente }, operacion, { ...how, para: rut })
  }

  const administracion = createAdministracion({ ...deps, resume, accesos, claves, holders, keeper, portal })
  /** Until when the SII keeps waiting who comes by the way that an operation of the company goes; a login that is due later keeps nobody. */
  function pausedUntil({ empresaId, ambiente }: Titular, operacion: OperacionPortal): Date | null {
    const { cuentaId } = holders.empresaOf(empresaId)
    const { metodos, pausas } = administracion.estado({ cuentaId, empresaId, ambiente })
    const metodo = readyFor(operacion, metodos)
    const pausa = metodo && pausas[metodo]
    if (pausa?.motivo !== 'COLA' && pausa?.motivo !== 'FIREWALL') return null
    const hasta = new Date(pausa.hasta)
    return hasta > deps.clock() ? hasta : null
  }

  /** A certificate that cannot be opened lets nobody in: it is as good as none. */
  function wayOf(titular: TitularDeCuenta, metodo: MetodoPortal): Metodo | null {
    try {
      const way = accesos.metodoOf(titular, metodo)
      return way.estado === 'sin_cargar' ? null : way
    } catch (error) {
      deps.log.warn('portal.certificado_ilegible', { empresa_id: titular.empresaId, error })
      return null
    }
  }
  const portalDe: PortalDeEmpresa = (titular) => {
    const [certificado, clave] = [wayOf(titular, 'certificado'), wayOf(titular, 'clave')]
    return {
      certificado: certificado?.vence ? { valido_hasta: certificado.vence } : null,
      clave: clave !== null,
      bloqueos: [certificado, clave].flatMap((way) =>
        way?.bloqueo ? [{ metodo: way.metodo, motivo: way.bloqueo.motivo, hasta: way.bloqueo.hasta }] : [],
      ),
    }
  }
  return { portal, accesoOf, pausedUntil, administracion, portalDe }
}
