// Puts together what proves who a person is and remembers it: registration, logins, their sessions, and how often one may guess.

import type { NewId } from '../../base/id'
import type { NombrePlan } from '../../domain/plan/planes'
import type { Correo } from '../../mail/correo'
import { createEmpresaStore, createEmpresas } from '../empresa'
import { createAttempts } from './attempts'
import { createCeremonies } from './ceremonies'
import { createChallenges } from './challenges'
import { createEntry } from './entry'
import { createFactors } from './factors'
import { createInstaller } from './installer.route'
import { createLoginTickets } from './login-tickets'
import { createPasskeyProof } from './passkey-proof'
import { createPasskeys } from './passkeys'
import { ARGON2_COST, type Argon2Cost, createPasswords } from './passwords'
import { createProof } from './proof'
import { createRegistration } from './registration'
import { createSesiones } from './sesiones'
import { createUsuarioStore } from './usuario-store'

type Deps = Parameters<typeof createSesiones>[0] &
  Pick<Parameters<typeof createEntry>[0], 'tokens' | 'audit' | 'log'> & {
    newId: NewId
    random: (size: number) => Uint8Array
    correo: Correo | null
    openRegistration: boolean
    planInicial: NombrePlan
    /** The cost of hashing a password; omitted, a server's default. */
    argon2?: Argon2Cost
    /** Failed logins in fifteen minutes before a refusal; 0 never refuses. */
    loginFailures: number
  }

/** One for the whole server: the counts of failures are in it. */
export function createAuth(deps: Deps) {
  const usuarios = createUsuarioStore(deps.store.db)
  const passwords = createPasswords(deps.argon2 ?? ARGON2_COST)
  const registration = createRegistration({ ...deps, usuarios, passwords, empresas: createEmpresas(deps) })
  const sesiones = createSesiones(deps)
  const attempts = createAttempts({ clock: deps.clock, max: deps.loginFailures })
  const empresas = createEmpresaStore(deps.store.db)
  const factors = createFactors(deps)
  const proof = createProof({ ...deps, attempts, factors, passwords, sesiones })
  const loginTickets = createLoginTickets(deps)
  const passkeys = createPasskeys(deps)
  const ceremonies = createCeremonies(createChallenges(deps))
  const passkeyProof = createPasskeyProof({ ...deps, attempts, ceremonies, passkeys, sesiones, usuarios })
  const parts = { usuarios, passwords, registration, sesiones, attempts, factors, proof, passkeyProof }
  return {
    ...parts,
    passkeys,
    ceremonies,
    installer: createInstaller(deps.random, registration),
    entry: createEntry({ ...deps, ...parts, empresas, loginTickets }),
  }
}
