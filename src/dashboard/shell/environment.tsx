// The environment, said first on every page, and in title and icon of the window: never by colour alone (dashboard §11).

import { lazy, Suspense, useEffect } from 'react'
import { Link, useLocation } from 'wouter'
import { type Ambiente, useSesion } from '../api/sesion'
import { sameScreen } from './navigation'

const MovedClock = lazy(() => import('./moved-clock'))

export const AMBIENTES: Readonly<Record<Ambiente, { corto: string; dicho: string; icono: string }>> = {
  simulacion: { corto: 'SIMULACIÓN', dicho: 'Nada llega al SII', icono: '#c98a00' },
  certificacion: { corto: 'CERTIFICACIÓN', dicho: 'Sin valor tributario', icono: '#5b2a86' },
  produccion: { corto: 'PRODUCCIÓN', dicho: 'Documentos reales', icono: '#17557a' },
}

/**
 * Nothing above pages in `produccion`: its badge stands beside the company. In the other two the way out stands here, and
 * not in the navigation, which has no room for one entry more on a screen of 900.
 */
export function EnvironmentBand({ ambiente, soloMira }: { ambiente: Ambiente; soloMira: boolean }) {
  const { corto, dicho, icono } = AMBIENTES[ambiente]
  const [path] = useLocation()
  const { puede } = useSesion()
  useEffect(() => {
    // A data: URL: the page's policy lets images be one, and the icon is one of three.
    const letter = corto.charAt(0)
    const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" rx="6" fill="${icono}"/><text x="16" y="23" font-family="sans-serif" font-size="20" font-weight="700" text-anchor="middle" fill="#fff">${letter}</text></svg>`
    const link = document.querySelector<HTMLLinkElement>('link[rel="icon"]') ?? document.createElement('link')
    link.rel = 'icon'
    link.href = `data:image/svg+xml,${encodeURIComponent(svg)}`
    document.head.append(link)
  }, [corto, icono])
  if (ambiente === 'produccion' && !soloMira) return null
  return (
    <p className={`banda ${ambiente}`}>
      <strong>{corto}</strong> ·{' '}
      {soloMira ? (
        <>
          {dicho}. Sólo mira: la empresa trabaja en otro ambiente.{' '}
          <Link href={`${sameScreen(path)}?ambiente=`}>Volver al suyo</Link>
        </>
      ) : (
        <>
          {dicho}
          {puede('empresa:leer') && (
            <>
              {' · '}
              <Link href="/certificacion">Certificar la empresa</Link>
            </>
          )}
        </>
      )}
      <Suspense>{ambiente === 'simulacion' && !soloMira && <MovedClock />}</Suspense>
    </p>
  )
}
