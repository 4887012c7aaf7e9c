// The way in by certificate: the one that signs, loaded at its own screen.

import { LinkButton } from '../ui/button'
import { formatDate } from '../ui/format'
import { Method } from './method'
import type { Portal } from './words'

export function Certificado({ portal, administra }: { portal: Portal; administra: boolean }) {
  const { cargado, vence, estado } = portal.metodos.certificado
  return (
    <Method
      metodo="certificado"
      title="Certificado digital"
      {...{ portal, administra }}
      facts={
        vence && (
          <>
            <dt>Vence</dt>
            <dd>{formatDate(vence)}</dd>
          </>
        )
      }
    >
      {(!cargado || estado === 'vencido') && (
        <p>
          {cargado
            ? 'El certificado no está vigente: cargue otro.'
            : 'Es el mismo con que se firman los documentos.'}
        </p>
      )}
      <div>
        <LinkButton href="/certificado" small>
          {cargado || !administra ? 'Ver el certificado' : 'Cargar el certificado'}
        </LinkButton>
      </div>
    </Method>
  )
}
