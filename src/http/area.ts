// How an area begins: with the credential's options on its routes.

import type { Credential } from './credential'

/**
 * A controller: the one instance of all areas, which hooks of an area's own would reach too. What a schema does not know is refused
 * (src §4): write schemas with `Exact` of `envelope.ts`.
 */
export const newArea = (credential: Credential): Credential => credential

/** Adds the routes of an area to the one server, in the order in which the documentation shows them. */
export function addRoutes<D>(deps: D, routes: readonly ((deps: D) => unknown)[]): void {
  for (const add of routes) add(deps)
}
