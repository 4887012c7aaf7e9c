// A request's URL as the router needs it. HTTP/1.0 and an empty Host leave the runtime nothing but the path, which the
// router would cut in the middle.

const originals = new WeakMap<Request, Request>()

/** The request with a whole URL; itself, untouched, when its client named a host. */
export function withWholeUrl(request: Request): Request {
  if (!request.url.startsWith('/')) return request
  const whole = new Request(`http://localhost${request.url}`, request)
  originals.set(whole, request)
  return whole
}

/** The request as it came through the port: the one whose address the runtime knows. */
export const asReceived = (request: Request): Request => originals.get(request) ?? request
