// The settings of a person's daily mail about the firm (areas/firma §4).

import { Type } from '@sinclair/typebox'
import { newArea } from '../../http/area'
import type { AreaDeps } from '../../http/deps'
import { Datos, Exact, Nullable, OneOf } from '../../http/envelope'
import { Hora } from '../../http/formats'
import type { Aviso } from './aviso'

interface Deps extends Pick<AreaDeps, 'credential' | 'audit'> {
  aviso: Aviso
}

const tags = ['Firma']
const AJUSTE = {
  activo: Type.Boolean(),
  hora: Hora({ description: 'Hora de Chile, `HH:MM`.', examples: ['07:30'] }),
  dias: OneOf({ habiles: 'de lunes a viernes, sin feriados', todos: 'todos los días' }),
  minima: OneOf({ mal: 'sólo lo urgente', aviso: 'también lo que conviene mirar' }),
}
const AvisoDiario = Exact({
  ...AJUSTE,
  enviado_en: Nullable(
    Type.String({ format: 'date-time', description: 'El último que tomó el servidor de correo.' }),
  ),
  falla: Nullable(Type.String({ description: 'Por qué no salió el de hoy: se intenta otra vez.' })),
})

export const avisoRoutes = ({ credential, audit, aviso }: Deps) =>
  newArea(credential)
    .get(
      '/v1/firma/aviso-diario',
      ({ tenant }) => ({ ok: true as const, data: aviso.get(tenant.usuarioId) }),
      {
        session: true,
        response: Datos(AvisoDiario),
        detail: { tags, summary: 'El correo diario de la persona sobre sus empresas' },
      },
    )
    .put(
      '/v1/firma/aviso-diario',
      ({ tenant, body }) => {
        audit(
          tenant,
          () => aviso.put(tenant.usuarioId, body),
          () => ({ accion: 'firma.aviso_ajustado', detalle: { activo: body.activo } }),
        )
        return { ok: true as const, data: aviso.get(tenant.usuarioId) }
      },
      {
        session: true,
        body: Exact(AJUSTE),
        response: Datos(AvisoDiario),
        detail: {
          tags,
          summary: 'Enciende, cambia o apaga el correo diario',
          description:
            'Uno al día, a la dirección con que la persona entra: primero lo que termina hoy. Sin nada que esperar no llega, y el de un día en que el servidor no estuvo no llega después. Sin correo en el servidor, 409 `INVALID_STATE`.',
          'x-errores': ['INVALID_STATE'],
        },
      },
    )
    .post(
      '/v1/firma/aviso-diario/probar',
      async ({ tenant }) => ({ ok: true as const, data: await aviso.probe(tenant, tenant.usuarioId) }),
      {
        session: true,
        response: Datos(
          Exact({
            para: Type.String({ examples: ['contadora@example.cl'] }),
            vacio: Type.Boolean({ description: 'Nada espera: el correo lo dice.' }),
          }),
        ),
        detail: {
          tags,
          summary: 'Manda en el acto el correo de hoy a la persona que lo pide',
          'x-errores': ['INVALID_STATE'],
        },
      },
    )
