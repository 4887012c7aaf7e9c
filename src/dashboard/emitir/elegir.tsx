// `/emitir`: which document.

import { Link } from 'wouter'
import { useSesion } from '../api/sesion'
import { Page } from '../shell/page'
import { LinkButton } from '../ui/button'
import { shortName } from '../ui/tipo'
import { EMISSION_TYPES } from './types'

const WHAT: Readonly<Record<number, string>> = {
  33: 'A un contribuyente, con IVA',
  34: 'A un contribuyente, sin IVA',
  39: 'A quien compra para sí, con IVA',
  41: 'A quien compra para sí, sin IVA',
  56: 'Aumenta o corrige un documento',
  61: 'Anula, rebaja o corrige un documento',
  52: 'Acompaña mercadería que se mueve',
  46: 'A quien le vende y no factura, con retención de IVA',
  43: 'A quien le encargó vender, con su comisión',
  110: 'A un cliente de otro país',
  111: 'Aumenta una exportación, o anula su nota de crédito',
  112: 'Anula, rebaja o corrige una exportación',
}

export default function Elegir() {
  const { tipos_dte } = useSesion()
  const mine = EMISSION_TYPES.filter(({ tipo }) => !tipos_dte.length || tipos_dte.includes(tipo))
  return (
    <Page
      title="Emitir"
      reading
      actions={
        <>
          <LinkButton href="/emitir/lote">Un lote</LinkButton>
          <LinkButton href="/borradores">Borradores</LinkButton>
        </>
      }
    >
      <ul className="elegir-tipo">
        {mine.map(({ tipo }) => (
          <li key={tipo}>
            <Link href={`/emitir/${tipo}`}>{shortName(tipo)}</Link>
            <small>{WHAT[tipo]}</small>
          </li>
        ))}
      </ul>
    </Page>
  )
}
