// `/app/`: goes to the company last used; asks where there is none, or where the address names one that is not the person's.

import { Link, Redirect } from 'wouter'
import type { Me } from '../api/sesion'
import { formatRut } from '../ui/format'
import { Empty } from '../ui/notice'
import { AMBIENTES } from './environment'
import { LogOutButton } from './log-out'

export default function ChooseCompany({ me, unknown }: { me: Me; unknown?: string }) {
  const { empresas, empresa_activa: active, usuario } = me
  const only = active ?? (empresas.length === 1 ? empresas[0] : undefined)
  if (unknown === undefined && only) return <Redirect to={`/${only.rut}/`} replace />
  return (
    <main className="puerta">
      <h1>{unknown === undefined ? 'Elija una empresa' : 'Esa empresa no existe'}</h1>
      {unknown !== undefined && <p>Ninguna de las suyas tiene el RUT {unknown}.</p>}
      {empresas.length === 0 ? (
        <Empty title="Todavía no tiene empresas">
          <p>Un propietario o administrador de la cuenta puede crearla, o darle acceso a una.</p>
        </Empty>
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
