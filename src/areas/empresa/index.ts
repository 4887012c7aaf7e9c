// The interface of companies for other areas.

export { EmpresaBreve, NuevaEmpresa, toBreve } from './empresa-json'
export { createEmpresaStore, type Empresa, type EmpresaStore } from './empresa-store'
export { createEmpresas, type Empresas } from './empresas'
