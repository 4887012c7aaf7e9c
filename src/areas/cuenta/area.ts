// The account, its use and its plan (contract §17).

export { type CuentaDeps, cuentaRoutes as cuentaArea } from './cuenta.route'
