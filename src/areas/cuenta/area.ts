// The account, its use and its plan (http §17).

export { type CuentaDeps, cuentaRoutes as cuentaArea } from './cuenta.route'
