// Receivers whose RUT decides what the simulated SII says.

import type { DataOf } from '../api/client'
import { useApi } from '../api/query'
import { useSesion } from '../api/sesion'
import { Loaded } from '../shell/loaded'
import { LinkButton } from '../ui/button'
import { Copy } from '../ui/copy'
import { type Column, DataTable } from '../ui/data-table'
import { formatRut } from '../ui/format'

type Receptor = DataOf<'GET /simulador/receptores'>[number]

const COLUMNS: readonly Column<Receptor>[] = [
  {
    id: 'rut',
    title: 'RUT',
    head: true,
    cell: ({ rut }) => <Copy text={formatRut(rut)} label={`el RUT ${rut}`} />,
  },
  { id: 'que', title: 'Qué pasa con el documento', cell: ({ descripcion }) => descripcion },
]
const EMITIR: Column<Receptor> = {
  id: 'emitir',
  title: 'Acciones',
  cell: ({ rut }) => (
    <LinkButton small href={`/emitir/33?ejemplo=1&receptor=${rut}`}>
      Emitir a este<span className="solo-lector"> ({rut})</span>
    </LinkButton>
  ),
}

export function Receivers() {
  const { puede } = useSesion()
  const query = useApi('GET /simulador/receptores')
  return (
    <section className="seccion" aria-labelledby="receptores">
      <h2 id="receptores">Receptores mágicos</h2>
      <p>Emita a uno de estos RUT para ver ese desenlace: la factura de ejemplo viene escrita.</p>
      <p>
        En el SII simulado todo RUT es un contribuyente, salvo por sus últimas cifras antes del dígito: los
        terminados en 00 no existen, en 01 terminaron su giro y en 02 no emiten documentos electrónicos.
      </p>
      <Loaded query={query}>
        {({ data }) => (
          <DataTable
            caption="Receptores mágicos"
            columns={puede('dte:emitir') ? [...COLUMNS, EMITIR] : COLUMNS}
            rows={data}
            rowKey={({ rut }) => rut}
          />
        )}
      </Loaded>
    </section>
  )
}
