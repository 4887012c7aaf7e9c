// Somebody new, once issued to, becomes a customer where that was left on. What keeps that from being done is told and stops nothing.

import { api } from '../api/client'
import { toFault } from '../api/fault'
import type { useInvalidate } from '../api/query'
import { notify } from '../shell/notices'
import type { Form } from './form'
import { clienteOf } from './from-cliente'

export async function keepCliente(form: Form, invalidate: ReturnType<typeof useInvalidate>): Promise<void> {
  const body = form.guardarCliente ? clienteOf(form.receptor) : null
  if (!body) return
  try {
    await api('POST /v1/clientes', { body })
    await invalidate('GET /v1/clientes')
  } catch (thrown) {
    const fault = toFault(thrown)
    // Another page, or another person, was first.
    if (fault.code === 'ALREADY_EXISTS') return
    notify({
      tone: 'aviso',
      title: `${body.razon_social} no se guardó entre sus clientes`,
      text: fault.message,
    })
  }
}
