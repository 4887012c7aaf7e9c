// The one instance that every area adds its routes to.

import { Elysia } from 'elysia'

/**
 * `normalize: false`: Elysia would else drop unknown fields (src §4). `standardHostname: false`: it would else look for the path behind
 * a host of four letters or more, and miss it in others.
 */
export function newServer() {
  const server = new Elysia({ normalize: false, handler: { standardHostname: false } })
  // Elysia adds all routes of an instance anew to one that uses it, three times for most: of itself there is nothing to add.
  const use = server.use.bind(server)
  server.use = ((plugin: typeof server) => (plugin === server ? server : use(plugin))) as typeof server.use
  return server
}
