// `/registro/:periodo`: a month of the register, and what follows from it (http §26).

import { useMemo, useState } from 'react'
import { useParams } from 'wouter'
import { useSesion } from '../api/sesion'
import { useInAddress } from '../shell/in-address'
import { Operations } from '../shell/operations'
import { Missing, Page } from '../shell/page'
import { Button } from '../ui/button'
import { formatPeriod } from '../ui/format'
import { Tabs } from '../ui/tabs'
import { Cambios } from './cambios'
import { Cuadratura } from './cuadratura'
import { Documentos } from './documentos'
import { F29 } from './f29'
import { ImportDialog } from './import-dialog'
import { Pendientes } from './pendientes'
import { SyncDialog } from './sync-dialog'
import { SIN_FILTROS, spellingOf, VISTAS } from './view'
import { Vinculos } from './vinculos'

export default function Periodo() {
  const { periodo } = useParams<{ periodo: string }>()
  return /^20\d{2}(0[1-9]|1[0-2])$/.test(periodo) ? (
    <Month key={periodo} periodo={periodo} />
  ) : (
    <Page title="Registro">
      <Missing what="Ese mes" list={['/registro', 'Registro']} />
    </Page>
  )
}

function Month({ periodo }: { periodo: string }) {
  const { puede, soloMira } = useSesion()
  const spelling = useMemo(() => spellingOf(periodo), [periodo])
  const address = useInAddress(spelling)
  const { filters, place: pagina, change, go } = address
  const [open, setOpen] = useState<'importar' | 'traer' | null>(null)
  const [started, setStarted] = useState<string>()
  const mayWrite = puede('rcv:sincronizar') && !soloMira
  const onImport = mayWrite ? () => setOpen('importar') : null
  const onSync = mayWrite ? () => setOpen('traer') : null
  const part = { periodo, pagina, onPage: (to: number) => go(to), onImport, onSync }
  return (
    <Page
      title={`Registro de ${formatPeriod(periodo)}`}
      actions={
        onImport &&
        onSync && (
          <>
            <Button onClick={onSync}>Traer del SII</Button>
            <Button onClick={onImport}>Importar archivos</Button>
          </>
        )
      }
    >
      <Operations base="/v1/rcv" started={started} />
      <Tabs
        label="Partes del mes"
        tabs={VISTAS.map(([id, label]) => ({ id, label }))}
        selected={filters.vista}
        onSelect={(vista) => change({ ...SIN_FILTROS, vista })}
      >
        {filters.vista === 'documentos' && <Documentos {...part} {...address} />}
        {filters.vista === 'pendientes' && <Pendientes {...part} mayWrite={mayWrite} />}
        {filters.vista === 'vinculos' && <Vinculos {...part} mayWrite={mayWrite} />}
        {filters.vista === 'cuadratura' && <Cuadratura {...part} {...address} />}
        {filters.vista === 'f29' && <F29 {...part} />}
        {filters.vista === 'cambios' && <Cambios {...part} />}
      </Tabs>
      {open === 'importar' && <ImportDialog periodo={periodo} onClose={() => setOpen(null)} />}
      {open === 'traer' && (
        <SyncDialog periodo={periodo} onStarted={setStarted} onClose={() => setOpen(null)} />
      )}
    </Page>
  )
}
