// The interface of registration and sessions for other areas and the command line.

export { Password, sessionFields, TokensReply, tokensReply, toUsuarioJson } from './auth-json'
export type { Entry } from './entry'
export { tellingFactor } from './factor-mail'
export { createFactors, type Factors } from './factors'
export { createPasswordChange, RESTABLECER_MINUTOS } from './password-change'
export type { Mensaje, SendMail } from './password-mail'
export { ARGON2_COST, type Argon2Cost, createPasswords, type Passwords } from './passwords'
export { createRegistration, noteByOperator } from './registration'
export { createUsuarioStore, derechosOf, SIN_CAMBIOS, type Usuario, type UsuarioStore } from './usuario-store'
