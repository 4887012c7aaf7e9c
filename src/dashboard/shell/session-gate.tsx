// Nobody sees a page without a session: the first time one is sent to log in; when it ends later, over the page, where everything
// typed stays.

import { useQueryClient } from '@tanstack/react-query'
import { lazy, type ReactNode, Suspense, useEffect, useState } from 'react'
import { Redirect, useLocation } from 'wouter'
import { api, contexto } from '../api/client'
import { claveOf } from '../api/keys'
import { useApi } from '../api/query'
import type { Me } from '../api/sesion'
import { Dialog } from '../ui/dialog'
import { Skeleton } from '../ui/skeleton'
import { followOut } from './kept'
import { Trouble } from './trouble'

const LoginForm = lazy(() => import('./login-form'))
const ConfirmFactor = lazy(() => import('./confirm-factor'))
const MustEnrol = lazy(() => import('./must-enrol'))

export function SessionGate({ children }: { children: (me: Me) => ReactNode }) {
  const { data, error, refetch } = useApi('GET /auth/me')
  const [here] = useLocation()
  const client = useQueryClient()
  const [ended, setEnded] = useState<PromiseWithResolvers<void> | null>(null)
  const [confirming, setConfirming] = useState<PromiseWithResolvers<boolean> | null>(null)

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
    let asked: PromiseWithResolvers<boolean> | null = null
    contexto.confirmar = () => {
      if (!asked) {
        const mine = Promise.withResolvers<boolean>()
        asked = mine
        setConfirming(mine)
        void mine.promise.then(() => {
          asked = null
          setConfirming(null)
        })
      }
      return asked.promise
    }
    contexto.faltaFactor = () => void client.invalidateQueries({ queryKey: claveOf('GET /auth/me') })
  }, [client])
  // Until the recovery codes were kept, though the account has what it demands.
  const [enrolling, setEnrolling] = useState(false)
  if (data?.data.falta_segundo_factor && !enrolling) setEnrolling(true)
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
  const { usuario } = data.data
  const enrolled = async (): Promise<void> => {
    await client.invalidateQueries()
    setEnrolling(false)
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
      {enrolling ? (
        <Suspense fallback={<Skeleton lines={3} />}>
          <MustEnrol usuarioId={usuario.id} onDone={() => void enrolled()} />
        </Suspense>
      ) : (
        children(data.data)
      )}
      {confirming && (
        <Suspense>
          <ConfirmFactor onDone={() => confirming.resolve(true)} onClose={() => confirming.resolve(false)} />
        </Suspense>
      )}
      {ended && (
        <Dialog title="Su sesión terminó" onClose={null}>
          <p>Entre de nuevo para seguir: lo escrito sigue en la página.</p>
          <Suspense fallback={<Skeleton lines={3} />}>
            <LoginForm email={usuario.email} onDone={() => void back()} />
          </Suspense>
          <a href="/app/entrar">Entrar con otro correo</a>
        </Dialog>
      )}
    </>
  )
}
