// In whose place the document is issued: one that the SII rejected. Issued again already, a second one bills twice, and that is asked.

import { Link } from 'wouter'
import { isTipoDte } from '../../domain/dte/tipos'
import type { Fault } from '../api/fault'
import { Button } from '../ui/button'
import { Notice } from '../ui/notice'
import { shortName } from '../ui/tipo'
import type { Reemplaza } from './form'
import type { Dispatch } from './reducer'

const named = (tipo: number, folio: number): string => `${shortName(tipo).toLowerCase()} N° ${folio}`

/** The document that was issued in that place before, as the refusal names it. */
function successorOf(fault: Fault | null): { tipo_dte: number; folio: number } | null {
  if (fault?.code !== 'ALREADY_REPLACED') return null
  const found = fault.detalles[0]?.datos.reemplazado_por as { tipo_dte: number; folio: number } | undefined
  return found && isTipoDte(found.tipo_dte) ? found : null
}

export function Replaces({
  reemplaza,
  fault,
  dispatch,
}: {
  reemplaza: Reemplaza
  fault: Fault | null
  dispatch: Dispatch
}) {
  const { tipo, folio, forzar } = reemplaza
  const rejected = <Link href={`/documentos/${tipo}/${folio}`}>{named(tipo, folio)}</Link>
  const successor = successorOf(fault)
  if (successor)
    return (
      <Notice tone="mal" title={`Ya se emitió de nuevo: ${named(successor.tipo_dte, successor.folio)}`}>
        <p>
          En lugar de la {rejected}, que el SII rechazó, existe{' '}
          <Link href={`/documentos/${successor.tipo_dte}/${successor.folio}`}>
            {named(successor.tipo_dte, successor.folio)}
          </Link>
          . Emitir otra cobra dos veces.
        </p>
        <div>
          <Button onClick={() => dispatch({ do: 'replace', reemplaza: { ...reemplaza, forzar: true } })}>
            Emitir otra de todos modos
          </Button>
        </div>
      </Notice>
    )
  return (
    <Notice tone={forzar ? 'aviso' : 'espera'} title="Corrige un documento rechazado" quiet>
      <p>
        Se emite en lugar de la {rejected}
        {forzar && ', junto a otra que ya se emitió'}.{' '}
        <Button small tone="liso" onClick={() => dispatch({ do: 'replace', reemplaza: undefined })}>
          No es en su lugar
        </Button>
      </p>
    </Notice>
  )
}
