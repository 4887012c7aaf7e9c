// The page that zeus shows while a service is out, which has no title (simulator §13.3).

import { html } from '../portal/paginas'

export const outagePage = (): Response =>
  new Response(
    `<html><body><p>${html('El servicio no se encuentra disponible en este momento. Intente más tarde.')}</p></body></html>`,
    { headers: { 'content-type': 'text/html; charset=ISO-8859-1' } },
  )
