// The companies of an account and their certificates (http §17).

import type { AccessTokens } from '../../http/access-token'
import { addRoutes } from '../../http/area'
import type { AreaDeps } from '../../http/deps'
import type { Correo } from '../../mail/correo'
import { certificadoRoutes } from './certificado.route'
import {
  type AroundCertificado,
  createCertificados,
  type IsSimulated,
  type IssueSimulatedCertificate,
  type ReadPfx,
} from './certificados'
import { empresaRoutes } from './empresa.route'
import type { Empresa } from './empresa-store'
import { createEmpresas } from './empresas'
import { seleccionarRoute } from './seleccionar.route'
import { createSelection } from './selection'

interface Deps extends Pick<AreaDeps, 'store' | 'clock' | 'newId' | 'credential' | 'idempotency' | 'audit'> {
  tokens: AccessTokens
  correo: Correo | null
  issueSimulatedCertificate: IssueSimulatedCertificate
  isSimulated?: IsSimulated | undefined
  readPfx: ReadPfx
  /** Runs a change of a company on which the alerts of its folios may depend, and what it does by the clock. */
  aroundCambio: (empresaId: string, change: () => Empresa) => Empresa
  /** Runs the loading of a certificate, which may let its company into the portal again. */
  aroundCertificado: AroundCertificado
  /** Told after a session has changed its company. */
  companySelected(sesionId: string): void
}

export const bindEmpresa = (deps: Deps) => ({ routes: () => routes(deps) })

const routes = (deps: Deps) => {
  const parts = {
    ...deps,
    empresas: createEmpresas(deps),
    sesiones: createSelection(deps.store.db),
    certificados: createCertificados(deps),
  }
  addRoutes(parts, [empresaRoutes, seleccionarRoute, certificadoRoutes])
}
