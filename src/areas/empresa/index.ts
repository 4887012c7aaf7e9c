// What other areas may use of companies.

export { type Certificados, createCertificados, type IssueSimulatedCertificate } from './certificados'
export { EmpresaBreve, EmpresaJson, NuevaEmpresa, toBreve, toJson } from './empresa-json'
export { createEmpresaStore, type Empresa, type EmpresaStore, type EnvioReceptor } from './empresa-store'
export { createEmpresas, type Empresas } from './empresas'
