// GET /v1/cuenta: the account of the credential (contract §17).

import { Type } from '@sinclair/typebox'
import { AppError } from '../../domain/errors'
import { newArea } from '../../http/area'
import type { AreaDeps } from '../../http/deps'
import { Datos, Exact } from '../../http/envelope'

export type CuentaDeps = Pick<AreaDeps, 'store' | 'credential'>

const CuentaJson = Exact({
  id: Type.String(),
  nombre: Type.String(),
  email: Type.String(),
  plan: Type.String(),
  created_at: Type.String(),
  estado: Type.Literal('activa'),
})

interface Row {
  id: string
  nombre: string
  email: string
  plan: string
  created_at: string
}

export const cuentaArea = ({ store, credential }: CuentaDeps) => {
  const byId = store.client.prepare<[string], Row>(
    'SELECT id, nombre, email, plan, created_at FROM cuenta WHERE id = ?',
  )
  return newArea(credential).get(
    '/v1/cuenta',
    ({ tenant }) => {
      const cuenta = byId.get(tenant.cuentaId)
      if (!cuenta) throw new AppError('NOT_FOUND', 'La cuenta no existe')
      return { ok: true as const, data: { ...cuenta, estado: 'activa' as const } }
    },
    {
      accountPermission: 'empresa:leer',
      response: Datos(CuentaJson),
      detail: { tags: ['Cuenta'], summary: 'La cuenta de la credencial', 'x-errores': ['NOT_FOUND'] },
    },
  )
}
