// The differences of a month by cause: how many, how much, what to do about all of them at once, and the way to each.

import type { ReactNode } from 'react'
import { useSesion } from '../api/sesion'
import { Button, LinkButton } from '../ui/button'
import type { Column } from '../ui/data-table'
import { DataTable } from '../ui/data-table'
import { formatNumber, formatPesos } from '../ui/format'
import { StatusWord } from '../ui/status'
import type { PartProps } from './part'
import { type Causa, CLASE, causaOf, REMEDIO } from './words'

export function Causas({
  causas,
  chosen,
  onChoose,
  onSync,
}: {
  causas: readonly Causa[]
  /** As `causaOf` names it; '' is all of them. */
  chosen: string
  onChoose: (causa: string) => void
} & Pick<PartProps, 'onSync'>) {
  const { puede, soloMira } = useSesion()
  const acts: Partial<Record<Causa['clase'], ReactNode>> = {
    registro_sin_xml: puede('recibidos:gestionar') && !soloMira && (
      <>
        <LinkButton href="/recibidos">Cargar sus XML</LinkButton>
        <LinkButton href="/buzon">Leer el buzón</LinkButton>
      </>
    ),
    emitidos_sin_registro: onSync && <Button onClick={onSync}>Traer del SII</Button>,
    xml_sin_registro: onSync && <Button onClick={onSync}>Traer del SII</Button>,
    rechazados_registrados: onSync && <Button onClick={onSync}>Traer del SII</Button>,
    registro_sin_emitir: puede('folios:leer') && <LinkButton href="/folios">Ver los folios</LinkButton>,
  }
  const columns: readonly Column<Causa>[] = [
    {
      id: 'causa',
      title: 'Qué pasa',
      head: true,
      cell: ({ lado, clase }) => (
        <>
          <StatusWord of={CLASE[clase]} /> <small>· {lado}</small>
        </>
      ),
    },
    {
      id: 'documentos',
      title: 'Documentos',
      numeric: true,
      before: 'Documentos',
      cell: ({ documentos }) => formatNumber(documentos),
    },
    {
      id: 'aqui',
      title: 'Suman aquí',
      numeric: true,
      before: 'Aquí',
      cell: ({ monto_timbre }) => formatPesos(monto_timbre),
    },
    {
      id: 'sii',
      title: 'Suman en el registro',
      numeric: true,
      before: 'Registro',
      cell: ({ monto_registro }) => formatPesos(monto_registro),
    },
    {
      id: 'hacer',
      title: 'Qué hacer',
      whole: true,
      cell: ({ clase }) => (
        <>
          {REMEDIO[clase]}
          {acts[clase] && <div className="acciones">{acts[clase]}</div>}
        </>
      ),
    },
    {
      id: 'ver',
      title: <span className="solo-lector">Ver</span>,
      cell: (one) => {
        const causa = causaOf(one)
        return (
          <Button
            small
            aria-pressed={causa === chosen}
            aria-label={`${causa === chosen ? 'Ver todos' : 'Ver sólo estos'}: ${CLASE[one.clase][1]}, ${one.lado}`}
            onClick={() => onChoose(causa === chosen ? '' : causa)}
          >
            {causa === chosen ? 'Ver todos' : 'Ver sólo estos'}
          </Button>
        )
      },
    },
  ]
  return (
    <DataTable
      caption="Por qué no cuadra"
      hideCaption={false}
      columns={columns}
      rows={causas}
      rowKey={causaOf}
    />
  )
}
