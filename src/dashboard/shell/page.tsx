// The frame of a screen: its one `h1`, which takes the focus after a navigation, and the window's title.

import { type ReactNode, useEffect, useRef } from 'react'
import type { Permiso } from '../../domain/permisos'
import { useSesionOrNull } from '../api/sesion'
import { Button, LinkButton } from '../ui/button'
import { formatRut } from '../ui/format'
import { Empty, Notice } from '../ui/notice'
import { AMBIENTES } from './environment'
import { search } from './search'

/** Whether the page shown is the first one: then the browser's own start of the document is where reading begins. */
let first = true

export function Page({
  title,
  actions,
  reading = false,
  children,
}: {
  title: string
  /** Buttons beside the title; one `primario`. */
  actions?: ReactNode
  /** Text to read and forms: 720 px wide at most. */
  reading?: boolean
  children: ReactNode
}) {
  const sesion = useSesionOrNull()
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    if (!first) heading.current?.focus()
    first = false
  }, [])
  const where = sesion && `${AMBIENTES[sesion.ambiente].corto} · ${sesion.empresa.razon_social}`
  useEffect(() => {
    document.title = [where?.split(' · ')[0], title, where?.split(' · ').slice(1).join(' · ') ?? 'Timbre']
      .filter(Boolean)
      .join(' · ')
  }, [title, where])
  return (
    <div className={reading ? 'pagina lectura' : 'pagina'}>
      <header className="cabecera">
        <h1 ref={heading} tabIndex={-1}>
          {title}
        </h1>
        {actions && <div className="acciones">{actions}</div>}
      </header>
      {sesion && (
        <p className="de-impresion">
          {sesion.empresa.razon_social} · {formatRut(sesion.empresa.rut)} · {AMBIENTES[sesion.ambiente].corto}
        </p>
      )}
      {children}
    </div>
  )
}

/** Where such things are listed. */
export type List = readonly [href: string, name: string]

/** The record is another company's, was deleted or never was. */
export function Missing({ what, list }: { what: string; list?: List | undefined }) {
  const sesion = useSesionOrNull()
  return (
    <Empty
      title={
        sesion
          ? `${what} no existe en ${sesion.empresa.razon_social} · ${AMBIENTES[sesion.ambiente].corto}`
          : `${what} no existe`
      }
    >
      <div className="acciones">
        {sesion && (
          <Button tone="primario" aria-haspopup="dialog" onClick={() => search.open()}>
            Buscar otra cosa
          </Button>
        )}
        <LinkButton href={list?.[0] ?? '/'}>Ir a {list?.[1] ?? 'Resumen'}</LinkButton>
      </div>
    </Empty>
  )
}

/** In place of a screen that the role does not include. */
export function Forbidden({ permiso }: { permiso: Permiso }) {
  const rol = useSesionOrNull()?.rol
  return (
    <Notice tone="aviso" title="Sin permiso">
      <p>
        Su rol (<em>{rol}</em>) no incluye <em>{permiso}</em>. Pídalo a un propietario.
      </p>
    </Notice>
  )
}
