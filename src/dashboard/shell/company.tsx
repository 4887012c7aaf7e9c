// The company of the address becomes the session's, and stays so: a page whose session went to another company in another tab is
// covered until the person says for which to go on, and nothing is sent meanwhile (dashboard §4).

import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { lazy, type ReactNode, Suspense, useEffect, useMemo, useState } from 'react'
import { useSearchParams } from 'wouter'
import { AMBIENTES as TODOS } from '../../domain/ambiente'
import { api, contexto, type ReplyOf } from '../api/client'
import { type Fault, toFault } from '../api/fault'
import { claveOf } from '../api/keys'
import { type Ambiente, type EmpresaBreve, type Me, type Sesion, SesionContext } from '../api/sesion'
import { Skeleton } from '../ui/skeleton'
import { Trouble } from './trouble'

const ME = claveOf('GET /auth/me')
const OtherCompany = lazy(() => import('./other-company'))

export function Company({ me, empresa, children }: { me: Me; empresa: EmpresaBreve; children: ReactNode }) {
  const [ready, setReady] = useState<string | null>(null)
  const [fault, setFault] = useState<Fault | null>(null)
  const [left, setLeft] = useState<PromiseWithResolvers<void> | null>(null)
  const client = useQueryClient()
  const ambiente = useAmbiente(empresa)

  // While rendering, not after it: what is below names its answers by company and environment, and asks before any effect of here.
  contexto.empresaId = empresa.id
  contexto.ambiente = ambiente === empresa.ambiente ? null : ambiente

  const { id } = empresa
  useEffect(() => {
    let gone = false
    select(client, id).then(
      () => gone || setReady(id),
      (thrown) => gone || setFault(toFault(thrown)),
    )
    contexto.volverAEmpresa = () => {
      if (!contexto.pausa) {
        const mine = Promise.withResolvers<void>()
        contexto.pausa = mine.promise
        setLeft(mine)
      }
      return contexto.pausa ?? Promise.resolve()
    }
    return () => {
      gone = true
      contexto.pausa = null
    }
  }, [client, id])

  const sesion = useMemo<Sesion>(
    () => ({
      ...me,
      empresa,
      ambiente,
      soloMira: ambiente !== empresa.ambiente,
      puede: (permiso) => me.permisos.includes(permiso),
    }),
    [me, empresa, ambiente],
  )
  if (fault)
    return (
      <main className="puerta">
        <h1>{empresa.razon_social}</h1>
        <Trouble fault={fault} onRetry={() => location.reload()} />
      </main>
    )
  if (ready !== id)
    return (
      <main className="puerta">
        <Skeleton lines={3} />
      </main>
    )
  const back = async (): Promise<void> => {
    await select(client, id, true)
    contexto.pausa = null
    left?.resolve()
    setLeft(null)
    void client.invalidateQueries()
  }
  return (
    <SesionContext value={sesion}>
      {children}
      {left && (
        <Suspense>
          <OtherCompany me={me} empresa={empresa} onBack={back} />
        </Suspense>
      )}
    </SesionContext>
  )
}

/** Nothing to ask where the session was that company's when last heard of: every request asserts it anyway. */
async function select(client: QueryClient, id: string, again = false): Promise<void> {
  const kept = client.getQueryData<ReplyOf<'GET /auth/me'>>(ME)
  if (!again && kept?.data.empresa_activa?.id === id) return
  const { data } = await api('POST /v1/empresa/seleccionar', { body: { empresa_id: id } })
  const { rut, razon_social, ambiente } = data.empresa
  client.setQueryData<ReplyOf<'GET /auth/me'>>(
    ME,
    (me) => me && { ...me, data: { ...me.data, empresa_activa: { id, rut, razon_social, ambiente } } },
  )
}

/** `?ambiente=` looks at another environment than the company's, page after page (`navigation.ts` carries it on). */
function useAmbiente(empresa: EmpresaBreve): Ambiente {
  const [search] = useSearchParams()
  const wanted = search.get('ambiente')
  return TODOS.find((ambiente) => ambiente === wanted) ?? empresa.ambiente
}
