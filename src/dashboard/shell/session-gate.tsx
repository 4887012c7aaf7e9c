// Nobody sees a page without a session: the first time one is sent to log in; when it ends later, over the page, where everything
// typed stays.

import { useQueryClient } from '@tanstack/react-query'
import { lazy, type ReactNode, Suspense, useEffect, useState } from 'react'
import { Redirect, useLocation } from 'wouter'
import { api, contexto } from '../api/client'
import { useApi } from '../api/query'
import type { Me } from '../api/sesion'
import { Dialog } from '../ui/dialog'
import { Skeleton } from '../ui/skeleton'
import { followOut } from './kept'
import { Trouble } from './trouble'

const LoginForm = lazy(() => import('./login-form'))

export function SessionGate({ children }: { children: (me: Me) => ReactNode }) {
  const { data, error, refetch } = useApi('GET /auth/me')
  const [here] = useLocation()
  const client = useQueryClient()
  const [ended, setEnded] = useState<PromiseWithResolvers<void> | null>(null)

  useEffect(() => {
    let waiting: PromiseWithResolvers<void> | null = null
    contexto.entrar = () => {
      // Every request that was refused meanwhile waits for the same log-in.
      if (!waiting) {
        const mine = Promise.withResolvers<void>()
        waiting = mine
        setEnded(mine)
        const done = (): void => {
          waiting = null
          setEnded(null)
        }
        void mine.promise.then(done, done)
      }
      return waiting.promise
    }
  }, [])
  const usuarioId = data?.data.usuario.id
  // Logged out in another tab, or somebody else logged in there: this one has nobody either.
  useEffect(() => followOut(usuarioId), [usuarioId])
  const unknown = error?.endsSession === true
  useEffect(() => {
    if (unknown && data) void contexto.entrar()
  }, [unknown, data])

  if (!data) {
    if (unknown)
      return <Redirect to={`/entrar?volver=${encodeURIComponent(here + location.search)}`} replace />
    return (
      <main className="puerta">
        <h1>Timbre</h1>
        {error ? <Trouble fault={error} onRetry={() => void refetch()} /> : <Skeleton lines={3} />}
      </main>
    )
  }
  const back = async (): Promise<void> => {
    // A new session begins with the company last used, which another tab may have changed.
    if (contexto.empresaId)
      await api('POST /v1/empresa/seleccionar', { body: { empresa_id: contexto.empresaId } })
    ended?.resolve()
    void client.invalidateQueries()
  }
  return (
    <>
      {children(data.data)}
      {ended && (
        <Dialog title="Su sesión terminó" onClose={null}>
          <p>Entre de nuevo para seguir: lo escrito sigue en la página.</p>
          <Suspense fallback={<Skeleton lines={3} />}>
            <LoginForm email={data.data.usuario.email} onDone={() => void back()} />
          </Suspense>
          <a href="/app/entrar">Entrar con otro correo</a>
        </Dialog>
      )}
    </>
  )
}
