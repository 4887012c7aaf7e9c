// The bars of the whole page: no connection, too many requests, a server at fault, a new version (dashboard
// §6).

import { useQueryClient } from '@tanstack/react-query'
import { lazy, Suspense, useEffect } from 'react'
import { askSalud } from '../api/client'
import { useApi } from '../api/query'
import { useSesion } from '../api/sesion'
import { Button } from '../ui/button'
import { useHeld, useNewVersion, useOffline } from './connection'

const CertificateBar = lazy(() => import('./certificate-bar'))
const HeldBar = lazy(() => import('./held-bar'))

const RETRY_S = [2, 4, 8, 16, 30]
const READY_MS = 60_000

export function Bars() {
  const offline = useOffline()
  const newer = useNewVersion()
  const held = useHeld()
  const { puede } = useSesion()
  return (
    <>
      {offline ? <Offline /> : <NotReady />}
      {puede('empresa:administrar') && puede('dte:leer') && (
        <Suspense>
          <CertificateBar />
        </Suspense>
      )}
      <Suspense>{held > 0 && <HeldBar until={held} />}</Suspense>
      {newer && (
        <div className="barra-aviso" role="status">
          Hay una versión nueva.{' '}
          <Button small onClick={() => location.reload()}>
            Recargar
          </Button>
        </div>
      )}
    </>
  )
}

/** Asks until somebody answers; then what is on the page is asked again. */
function Offline() {
  const client = useQueryClient()
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout>
    let gone = false
    const ask = (attempt: number): void => {
      timer = setTimeout(
        () =>
          void askSalud().then(
            () => void (gone || client.invalidateQueries()),
            () => void (gone || ask(attempt + 1)),
          ),
        (RETRY_S[attempt] ?? 30) * 1000,
      )
    }
    ask(0)
    return () => {
      // Somebody else's request may have been the one that was answered.
      gone = true
      clearTimeout(timer)
      void client.invalidateQueries()
    }
  }, [client])
  return (
    <div className="barra-aviso" role="alert">
      Sin conexión con el servidor. Lo escrito queda en este equipo.
    </div>
  )
}

function NotReady() {
  const { data, error } = useApi('GET /listo', undefined, { cada: READY_MS })
  const said = error ? (error.code === 'QUEUE_UNAVAILABLE' ? error.message : null) : data?.data.reloj.aviso
  if (!said) return null
  return (
    <div className="barra-aviso" role="status">
      {said}
    </div>
  )
}
