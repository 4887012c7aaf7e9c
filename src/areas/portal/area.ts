// The access of companies to the SII's portal (http §28).

import { AppError } from '../../domain/errors'
import { addRoutes } from '../../http/area'
import type { Pagador } from '../../http/cuota'
import type { AreaDeps } from '../../http/deps'
import { type AccountTenant, reachable } from '../../http/tenant'
import type { Charge } from '../../sii/metered'
import { createEmpresaStore } from '../empresa'
import type { Administracion } from './administracion'
import { claveRoutes, type IssueSimulatedClave } from './clave.route'
import { createPortalServices } from './create'
import { portalTrims } from './keeper'
import { portalRoutes } from './portal.route'

interface PortalDeps extends Pick<AreaDeps, 'store' | 'clock' | 'credential' | 'idempotency' | 'audit'> {
  administracionPortal: Administracion
  charge: Charge<Pagador>
  issueSimulatedClave: IssueSimulatedClave
}

type Deps = Parameters<typeof createPortalServices>[0] & Omit<PortalDeps, 'administracionPortal'>

export function bindPortal(deps: Deps) {
  const services = createPortalServices(deps)
  return {
    ...services,
    trims: portalTrims(deps.store.db),
    crons: [{ name: 'portal.ocio', pattern: '* * * * *', run: services.portal.closeIdle }],
    routes: () => routes({ ...deps, administracionPortal: services.administracion }),
  }
}

const routes = ({ administracionPortal: administracion, ...deps }: PortalDeps) => {
  const empresas = createEmpresaStore(deps.store.db)
  const titularOf = (tenant: AccountTenant, id: string) => {
    const empresa = empresas.find(tenant.cuentaId, reachable(tenant, id))
    if (!empresa) throw new AppError('NOT_FOUND', 'La empresa no existe')
    const { cuentaId, ambiente, rut } = empresa
    return { titular: { cuentaId, empresaId: empresa.id, ambiente }, rut }
  }
  const parts = { ...deps, administracion, titularOf }
  addRoutes(parts, [portalRoutes, claveRoutes])
}
