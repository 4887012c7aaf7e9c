// `/emitir`: which document.

import { Link } from 'wouter'
import { useSesion } from '../api/sesion'
import { Page } from '../shell/page'
import { LinkButton } from '../ui/button'
import { shortName } from '../ui/tipo'
import { EMISSION_TYPES } from './types'

export default function Elegir() {
  const { tipos_dte, puede } = useSesion()
  const issues = puede('dte:emitir')
  const mine = EMISSION_TYPES.filter(({ tipo }) => !tipos_dte.length || tipos_dte.includes(tipo))
  return (
    <Page
      title={issues ? 'Emitir' : 'Escribir un borrador'}
      reading
      actions={
        <>
          {issues && <LinkButton href="/emitir/lote">Un lote</LinkButton>}
          <LinkButton href="/borradores">Borradores</LinkButton>
          {puede('dte:leer') && <LinkButton href="/recurrentes">Series</LinkButton>}
          {puede('catalogo:leer') && <LinkButton href="/catalogo">Catálogo</LinkButton>}
        </>
      }
    >
      <ul className="elegir-tipo">
        {mine.map(({ tipo, para }) => (
          <li key={tipo}>
            <Link href={`/emitir/${tipo}`}>{shortName(tipo)}</Link>
            <small>{para}</small>
          </li>
        ))}
      </ul>
    </Page>
  )
}
