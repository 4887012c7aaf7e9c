// The props that the parts of a month share, and the month that was never read.

import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { Fault } from '../api/fault'
import { Loaded } from '../shell/loaded'
import { Button, LinkButton } from '../ui/button'
import { formatPeriod } from '../ui/format'
import { Empty } from '../ui/notice'

export interface PartProps {
  periodo: string
  pagina: number
  onPage: (pagina: number) => void
  /** Null: who may not. */
  onImport: (() => void) | null
  onSync: (() => void) | null
}

/** As `Loaded`; a month that was never read says how it is. */
export function OfMonth<T>({
  query,
  periodo,
  onImport,
  onSync,
  children,
}: Pick<PartProps, 'periodo' | 'onImport' | 'onSync'> & {
  query: UseQueryResult<T, Fault>
  children: (answer: T) => ReactNode
}) {
  if (query.error?.code === 'PERIOD_NOT_SYNCED')
    return (
      <Empty title={`${formatPeriod(periodo)} no se ha leído`}>
        <p>
          Tráigalo del SII, o importe los archivos que da su sitio: uno de ventas y uno por cada estado de las
          compras.
        </p>
        <div className="acciones">
          {onSync && (
            <Button tone="primario" onClick={onSync}>
              Traer del SII
            </Button>
          )}
          {onImport && <Button onClick={onImport}>Importar los del mes</Button>}
          <LinkButton href="/registro">Ver los meses leídos</LinkButton>
        </div>
      </Empty>
    )
  return <Loaded query={query}>{children}</Loaded>
}
