// What other areas and the command line may use of registration.

export { createClave } from './clave'
export { createInstalador } from './instalar.route'
export { ARGON2_COST, type Argon2Cost, createPasswords, type Passwords } from './passwords'
export { createRegistro, type NewOwner, type Registered, type Registro } from './registro'
export { type Cuenta, createUsuarioStore, type Usuario, type UsuarioStore } from './usuario-store'
