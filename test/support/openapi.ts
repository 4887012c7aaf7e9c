// The API's whole description, every part written out where it is used: what `/openapi.json` publishes shortened (http §23).

import { type DocumentedRoute, describeApi } from '../../src/http/openapi'
import { createNames } from '../../src/http/openapi-names'

const ABOUT = { version: '0', publicUrl: null, cookie: 'timbre_000000', hoy: '2026-11-20' }

/** The same document with its named schemas in `components`. Throws when two schemas share a name. */
export function withNames<T extends { components: { schemas: object } }>(document: T): T {
  const { walk, schemas } = createNames()
  const walked = walk(document) as T
  return { ...walked, components: { ...walked.components, schemas } }
}

// biome-ignore lint/suspicious/noExplicitAny: a document of many shapes, asserted field by field
export const describedRoutes = (routes: readonly DocumentedRoute[]): any =>
  JSON.parse(JSON.stringify(withNames(describeApi(routes, ABOUT))))

/** The same of a server under test. */
export const described = ({ app }: { app: { elysia: { routes: readonly unknown[] } } }) =>
  describedRoutes(app.elysia.routes as readonly DocumentedRoute[])
