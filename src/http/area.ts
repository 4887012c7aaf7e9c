// How an area begins: strict about unknown fields, with the credential plugin's options on its routes.

import { Elysia } from 'elysia'
import type { Credential } from './credential'

/**
 * A controller. `normalize: false` keeps Elysia from dropping the fields that a schema does not know: with it they are
 * refused (src §4). Write schemas with `Exact` of `envelope.ts`.
 */
export const newArea = (credential: Credential) => new Elysia({ normalize: false }).use(credential)
