// What other areas and the command line may use of registration and sessions.

export { createAcceso } from './acceso'
export { Password, sessionFields, TokensReply, tokensReply, toUsuarioJson } from './auth-json'
export { type Clave, createClave, RESTABLECER_MINUTOS } from './clave'
export type { Mensaje, SendMail } from './correo-clave'
export type { Entrada, Origen } from './entrada'
export { createInstalador } from './instalar.route'
export { ARGON2_COST, type Argon2Cost, createPasswords, type Passwords } from './passwords'
export {
  createRegistro,
  type NewOwner,
  type Registered,
  type Registro,
  registroDelOperador,
} from './registro'
export {
  type Cuenta,
  createUsuarioStore,
  derechosOf,
  SIN_CAMBIOS,
  type Usuario,
  type UsuarioStore,
} from './usuario-store'
