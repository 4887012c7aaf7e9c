// POST /v1/plantilla/previsualizar: how documents would look on a paper, before it is anyone's (http §22.2).

import { faultsError } from '../../domain/errors'
import { newArea } from '../../http/area'
import type { AreaDeps } from '../../http/deps'
import { papelFaults } from '../../pdf'
import { codigosDe, readVistaPrevia } from './bodies'
import { VistaPreviaBody } from './plantilla-json'
import type { Plantillas } from './plantillas'
import type { createVistaPrevia } from './vista-previa'

interface Deps extends Pick<AreaDeps, 'credential'> {
  plantillas: Plantillas
  vistaPrevia: ReturnType<typeof createVistaPrevia>
}

export const previsualizarRoute = ({ credential, plantillas, vistaPrevia }: Deps) =>
  newArea(credential).post(
    '/v1/plantilla/previsualizar',
    ({ tenant, body }) => {
      const { plantilla: id, config, tipo_dte, cedible = false, ...asked } = readVistaPrevia(body).leido
      if (id !== undefined && config !== undefined) {
        const mensaje = 'config: va en lugar de plantilla, no junto con ella'
        throw faultsError([{ campo: 'config', regla: 'sobra', mensaje }])
      }
      const { empresaId } = tenant
      const version = id === undefined ? null : plantillas.get(empresaId, id)
      const formato = asked.formato ?? version?.formato ?? 'carta'
      const tipo = tipo_dte ?? codigosDe(formato)[0]!
      const faults = papelFaults(formato, tipo)
      if (faults.length) throw faultsError(faults)
      const chosen = version?.config ?? config
      const plantilla = chosen
        ? plantillas.withLogo(empresaId, chosen)
        : plantillas.papel(empresaId, formato, tipo)
      const pdf = vistaPrevia(tenant, { tipo, formato, cedible, plantilla })
      return new Response(pdf as Uint8Array<ArrayBuffer>, {
        headers: { 'content-type': 'application/pdf', 'cache-control': 'no-store' },
      })
    },
    {
      permission: 'plantilla:administrar',
      body: VistaPreviaBody,
      detail: {
        tags: ['Plantilla PDF'],
        summary: 'Ver un documento de ejemplo con una plantilla',
        'x-errores': ['NOT_FOUND'],
        description:
          'Un PDF con la marca MUESTRA, los datos de la empresa y una venta inventada; no guarda nada ni gasta folios. Con `config`, una que aún no existe; con `plantilla`, una versión; sin ellas, o sin cuerpo, la activa.',
        'x-contenido': 'application/pdf',
      },
    },
  )
