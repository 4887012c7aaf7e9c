// POST /v1/dte/previsualizar: the paper of a document that is not issued (http §1).

import { Type } from '@sinclair/typebox'
import { unidadSii } from '../../../domain/comunas'
import { newArea } from '../../../http/area'
import type { AreaDeps } from '../../../http/deps'
import { Exact, OneOf } from '../../../http/envelope'
import { FORMATOS, type Impreso, type Plantilla, type Printer } from '../../../pdf'
import type { Plantillas } from '../../plantilla'
import { checkPapel } from '../archivo/impresion'
import type { Guias } from '../referencias/guias'
import type { Referencias } from '../referencias/referencias'
import { SolicitudBody } from '../solicitud/solicitud.schema'
import { ERRORES_DOCUMENTO } from './accepted-reply'
import type { Emision } from './emision'
import { readOnBehalfOf } from './on-behalf-of'
import type { Reviewed } from './review'

const MARCA_DE_AGUA = 'VISTA PREVIA – SIN VALOR TRIBUTARIO'

// Printed below the timbre alone, which a preview has not: a company without resolution can see its paper.
const SIN_RESOLUCION = { numero: 0, fecha: '' }

const toImpreso = (
  { empresa, ambiente, documento: { dte, impresion } }: Reviewed,
  plantilla: Plantilla,
): Impreso => ({
  dte,
  ted: null,
  resolucion: empresa.resolucion ?? SIN_RESOLUCION,
  unidadSii: dte.emisor.comuna ? unidadSii(dte.emisor.comuna) : null,
  emisor: { ...(empresa.sitioWeb && { sitioWeb: empresa.sitioWeb }) },
  impresion,
  ambiente,
  plantilla,
})

interface Deps extends Pick<AreaDeps, 'credential'> {
  emision: Emision
  plantillas: Plantillas
  referencias: Referencias
  guias: Guias
  printer: Printer
}

/** Prints a document as it would be issued, on the paper in use for its type, with no folio and no timbre; stores nothing. */
export const previsualizarRoute = ({ credential, emision, plantillas, referencias, guias, printer }: Deps) =>
  newArea(credential).post(
    '/v1/dte/previsualizar',
    async ({ body, tenant, query, request }) => {
      const whose = readOnBehalfOf(tenant, body, request)
      const reviewed = emision.review(body, whose)
      const { dte, solicitud } = reviewed.documento
      referencias.check(dte, whose)
      guias.referred(dte, whose, solicitud.forzarGuia)
      const formato = query.formato ?? 'carta'
      checkPapel(formato, dte.idDoc.tipoDte)
      const plantilla = plantillas.papel(whose.empresaId, formato, dte.idDoc.tipoDte)
      const pdf = await printer.pdf(tenant.cuentaId, toImpreso(reviewed, plantilla), {
        formato,
        cedible: false,
        marcaDeAgua: MARCA_DE_AGUA,
      })
      return new Response(pdf as Uint8Array<ArrayBuffer>, {
        headers: {
          'content-type': 'application/pdf',
          'content-disposition': `inline; filename="vista-previa-${dte.idDoc.tipoDte}.pdf"`,
          'cache-control': 'no-store',
        },
      })
    },
    {
      permission: 'dte:emitir',
      body: SolicitudBody,
      query: Exact({
        formato: Type.Optional(
          OneOf(FORMATOS, { description: '`carta` si se omite; `57mm` sólo para boletas (39 y 41).' }),
        ),
      }),
      detail: {
        tags: ['DTE'],
        summary: 'Ver el papel de un documento sin emitirlo',
        'x-errores': ERRORES_DOCUMENTO,
        description:
          'El PDF tal como quedaría, con la plantilla activa y el logo, y con la marca «VISTA PREVIA – SIN VALOR TRIBUTARIO» en cada página, sin folio y sin timbre. No toma folio ni guarda nada, y no necesita CAF ni certificado. Las faltas son las de `POST /v1/dte/validar`.',
        'x-contenido': 'application/pdf',
        responses: {
          200: {
            description: 'El PDF',
            headers: { 'Content-Disposition': { $ref: '#/components/headers/Content-Disposition' } },
          },
        },
      },
    },
  )
