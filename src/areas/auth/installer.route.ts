// GET /instalar/:clave: the page that the log's one-time link opens (http §23).

import { createHash, timingSafeEqual } from 'node:crypto'
import { Type } from '@sinclair/typebox'
import { newArea } from '../../http/area'
import type { AreaDeps } from '../../http/deps'
import { HTML } from '../../http/openapi-responses'
import { AJENA } from '../../http/query'
import { GONE, INSTALLER } from './paginas/instalador'
import { PAGE_HEADERS } from './paginas/pagina'
import type { Registration } from './registration'

/** The installer link of one run of the server. */
interface Installer {
  /** Path of the link, `/instalar/…`. */
  path: string
  /** Whether that is the key of the link, and there is no user yet. */
  opens(clave: string): boolean
}

/** A link with a new key: it is good until the first user exists or the server ends. */
export function createInstaller(random: (size: number) => Uint8Array, registration: Registration): Installer {
  const clave = Buffer.from(random(24)).toString('base64url')
  const digest = (text: string) => createHash('sha256').update(text).digest()
  return {
    path: `/instalar/${clave}`,
    opens: (given) => timingSafeEqual(digest(given), digest(clave)) && registration.isEmpty(),
  }
}

interface Deps extends Pick<AreaDeps, 'credential'> {
  installer: Installer
}

export const installerRoute = ({ credential, installer }: Deps) =>
  newArea(credential).get(
    '/instalar/:clave',
    ({ params }) => {
      const good = installer.opens(params.clave)
      return new Response(good ? INSTALLER : GONE, { status: good ? 200 : 404, headers: PAGE_HEADERS })
    },
    {
      publico: true,
      query: AJENA,
      params: Type.Object({ clave: Type.String() }),
      detail: {
        tags: ['Autenticacion'],
        summary: 'Página que registra a la primera persona',
        description:
          'Un servidor sin usuarios anota este enlace en su registro al partir. Deja de servir con el primer usuario o al reiniciar.',
        responses: {
          200: { description: 'La página', content: HTML },
          404: { description: 'El enlace no sirve, o ya no', content: HTML },
        },
      },
    },
  )
