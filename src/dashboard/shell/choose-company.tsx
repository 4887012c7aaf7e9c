// `/app/`: goes to the company last used; asks where there is none, or where the address names one that is not the person's.

import { useQueryClient } from '@tanstack/react-query'
import { type ComponentType, useState } from 'react'
import { Link, Redirect, useLocation } from 'wouter'
import { claveOf } from '../api/keys'
import type { Me } from '../api/sesion'
import { Button } from '../ui/button'
import { formatRut } from '../ui/format'
import { Empty } from '../ui/notice'
import { AMBIENTES } from './environment'
import { LogOutButton } from './log-out'

/** The form of a company, which a screen owns. */
type NewCompany = ComponentType<{
  first?: boolean
  onCreated: (empresa: { id: string; rut: string }) => void
  onClose: () => void
}>

export default function ChooseCompany({
  me,
  unknown,
  newCompany,
}: {
  me: Me
  unknown?: string
  newCompany: NewCompany
}) {
  const { empresas, empresa_activa: active, usuario } = me
  const only = active ?? (empresas.length === 1 ? empresas[0] : undefined)
  if (unknown === undefined && only) return <Redirect to={`/${only.rut}/`} replace />
  return (
    <main className="puerta">
      <h1>{unknown === undefined ? 'Elija una empresa' : 'Esa empresa no existe'}</h1>
      {unknown !== undefined && <p>Ninguna de las suyas tiene el RUT {unknown}.</p>}
      {empresas.length === 0 ? (
        <FirstCompany newCompany={newCompany} mayCreate={me.permisos.includes('empresa:administrar')} />
      ) : (
        <ul className="lista-empresas">
          {empresas.map(({ id, rut, razon_social, ambiente }) => (
            <li key={id}>
              <Link href={`~/app/${rut}/`}>{razon_social}</Link>{' '}
              <small>
                {formatRut(rut)} · {AMBIENTES[ambiente].corto.toLowerCase()}
              </small>
            </li>
          ))}
        </ul>
      )}
      <LogOutButton usuarioId={usuario.id} />
    </main>
  )
}

/** A person who may create a company is given the way; others are told whom to ask. */
function FirstCompany({ mayCreate, newCompany: NewCompany }: { mayCreate: boolean; newCompany: NewCompany }) {
  const [open, setOpen] = useState(false)
  const [, navigate] = useLocation()
  const client = useQueryClient()
  if (!mayCreate)
    return (
      <Empty title="Todavía no tiene empresas">
        <p>Un propietario o administrador de la cuenta puede crear una, o darle acceso a la que haya.</p>
      </Empty>
    )
  const enter = async (rut: string): Promise<void> => {
    // The address of a company that the person does not have yet is nobody's.
    await client.refetchQueries({ queryKey: claveOf('GET /auth/me') })
    navigate(`/${rut}/empezar`)
  }
  return (
    <Empty title="Todavía no tiene empresas">
      <p>Cree la primera con su RUT y sus datos. Empieza en simulación: nada llega al SII.</p>
      <div className="acciones">
        <Button tone="primario" onClick={() => setOpen(true)}>
          Crear la empresa
        </Button>
      </div>
      {open && <NewCompany first onCreated={({ rut }) => void enter(rut)} onClose={() => setOpen(false)} />}
    </Empty>
  )
}
