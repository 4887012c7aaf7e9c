// GET /invitacion and GET /restablecer: the pages that the links of the mails open (http §14).

import { newArea } from '../../http/area'
import type { AreaDeps } from '../../http/deps'
import { HTML } from '../../http/openapi-responses'
import { AJENA } from '../../http/query'
import { INVITACION, RESTABLECER } from './paginas/enlaces'
import { PAGE_HEADERS } from './paginas/pagina'

const PAGINA = { 200: { description: 'La página', content: HTML } }
const tags = ['Autenticacion']

export const linkPagesRoutes = ({ credential }: Pick<AreaDeps, 'credential'>) =>
  newArea(credential)
    .get('/invitacion', () => new Response(INVITACION, { headers: PAGE_HEADERS }), {
      publico: true,
      query: AJENA,
      detail: {
        tags,
        summary: 'Página en que una persona acepta su invitación',
        description:
          'El token va tras `#token=` del enlace, que no llega al servidor con la dirección; la página lo envía a `POST /auth/invite/accept`.',
        responses: PAGINA,
      },
    })
    .get('/restablecer', () => new Response(RESTABLECER, { headers: PAGE_HEADERS }), {
      publico: true,
      query: AJENA,
      detail: {
        tags,
        summary: 'Página en que una persona pone una contraseña nueva',
        description:
          'El token va tras `#token=` del enlace, o se escribe; la página lo envía a `POST /auth/password/restablecer`.',
        responses: PAGINA,
      },
    })
