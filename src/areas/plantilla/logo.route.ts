// The logo of a company: load, look at, fetch, forget (http §22.2).

import { createHash } from 'node:crypto'
import { Type } from '@sinclair/typebox'
import { AppError } from '../../domain/errors'
import { newArea } from '../../http/area'
import type { AreaDeps } from '../../http/deps'
import { Datos, Exact } from '../../http/envelope'
import { Base64 } from '../../http/formats'
import { idempotentRequest } from '../../http/idempotency'
import { IDEMPOTENCY_PARAMETER } from '../../http/openapi'
import { DESCARGA } from '../../http/openapi-responses'
import { LogoJson, logoToJson } from './plantilla-json'
import type { Plantillas } from './plantillas'

interface Deps extends Pick<AreaDeps, 'credential' | 'audit' | 'idempotency'> {
  plantillas: Plantillas
}

const tags = ['Plantilla PDF']

export const logoRoutes = ({ credential, audit, idempotency, plantillas }: Deps) =>
  newArea(credential)
    .post(
      '/v1/plantilla/logo',
      async ({ tenant, body, request, set }) => {
        const archivo = body.logo_base64
        const listo = await plantillas.prepareLogo(archivo)
        const load = () =>
          audit(
            tenant,
            () => plantillas.setLogo(tenant.empresaId, archivo, listo),
            (loaded) => ({ accion: 'plantilla.logo_cargado', detalle: logoToJson(loaded) }),
          )
        return idempotency.create({ set }, idempotentRequest(request, tenant, body), () => logoToJson(load()))
      },
      {
        upload: { archivo: 'logo_base64' },
        permission: 'plantilla:administrar',
        body: Exact({
          logo_base64: Base64({
            description: 'La imagen en base64; o como `archivo` en multipart/form-data.',
            examples: [
              'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAIAAACQd1PeAAAADElEQVR42mP4z8AAAAMBAQDJ/pLvAAAAAElFTkSuQmCC',
            ],
          }),
        }),
        response: { 201: Datos(LogoJson) },
        detail: {
          tags,
          parameters: [IDEMPOTENCY_PARAMETER],
          summary: 'Carga el logo de la empresa',
          description:
            'PNG o JPEG de hasta 1 MiB y 4 millones de píxeles; SVG no. Reemplaza al anterior y desde ahora se imprime en todos los documentos, salvo con una plantilla cuyo `logo.mostrar` sea false y en `escpos`, cuyas impresoras guardan el suyo. Se revisa y prepara aquí: una imagen dañada se rechaza ahora, nunca al imprimir.',
        },
      },
    )
    .get(
      '/v1/plantilla/logo',
      ({ tenant, request }) => {
        const logo = plantillas.logo(tenant.empresaId)
        const archivo = plantillas.logoArchivo(tenant.empresaId)
        if (!logo || !archivo) throw new AppError('NOT_FOUND', 'La empresa no tiene logo')
        const etag = `"${createHash('sha256').update(archivo).digest('hex').slice(0, 32)}"`
        const headers = {
          'content-type': logo.tipo,
          'x-content-type-options': 'nosniff',
          etag,
          'cache-control': 'private, no-cache',
        }
        if (request.headers.get('if-none-match') === etag) return new Response(null, { status: 304, headers })
        return new Response(archivo as Uint8Array<ArrayBuffer>, { headers })
      },
      {
        permission: 'empresa:leer',
        detail: {
          tags,
          summary: 'Descarga el logo, tal como se cargó',
          'x-contenido': ['image/png', 'image/jpeg'],
          'x-errores': ['NOT_FOUND'],
          responses: DESCARGA,
        },
      },
    )
    .delete(
      '/v1/plantilla/logo',
      ({ tenant, status }) => {
        audit(
          tenant,
          () => plantillas.removeLogo(tenant.empresaId),
          () => ({ accion: 'plantilla.logo_borrado' }),
        )
        return status(204, undefined)
      },
      {
        permission: 'plantilla:administrar',
        response: { 204: Type.Void() },
        detail: {
          tags,
          summary: 'Borra el logo',
          'x-errores': ['NOT_FOUND'],
        },
      },
    )
