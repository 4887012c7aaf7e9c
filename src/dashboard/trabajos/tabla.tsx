// Jobs that need nobody: on their way, waiting for their hour, or over.

import { useState } from 'react'
import { Link } from 'wouter'
import { useSesion } from '../api/sesion'
import { Button } from '../ui/button'
import { type Column, DataTable } from '../ui/data-table'
import { formatNumber } from '../ui/format'
import { Moment } from '../ui/moment'
import { StatusWord } from '../ui/status'
import type { Act } from './act'
import { CuentaAtras } from './cuenta-atras'
import { Discard } from './discard'
import type { Pestana } from './pestanas'
import { deQuien, estadoOf, nameOf, type Trabajo } from './trabajo'

const NOMBRE: Column<Trabajo> = {
  id: 'documento',
  title: 'Documento',
  head: true,
  cell: (trabajo) => <Link href={`/trabajos/${trabajo.id}`}>{nameOf(trabajo)}</Link>,
}
const ESTADO: Column<Trabajo> = {
  id: 'estado',
  title: 'Estado',
  cell: (trabajo) => <StatusWord of={estadoOf(trabajo)} />,
}
const PARA: Column<Trabajo> = { id: 'para', title: 'Para', whole: true, cell: deQuien }
const REFERENCIA: Column<Trabajo> = {
  id: 'referencia',
  title: 'Referencia',
  extra: true,
  cell: ({ referencia_externa }) => referencia_externa ?? '',
}
const EN_CURSO: readonly Column<Trabajo>[] = [
  NOMBRE,
  ESTADO,
  { id: 'causa', title: 'Última falla', cell: ({ error }) => error?.error ?? '' },
  {
    id: 'intentos',
    title: 'Intentos',
    numeric: true,
    extra: true,
    cell: ({ intentos }) => formatNumber(intentos),
  },
  {
    id: 'proximo',
    title: 'Próximo intento',
    cell: ({ proximo_intento }) => proximo_intento && <CuentaAtras at={proximo_intento} />,
  },
]
const HISTORIAL: readonly Column<Trabajo>[] = [
  NOMBRE,
  ESTADO,
  REFERENCIA,
  {
    id: 'cuando',
    title: 'Terminó',
    // When a discarded one was given up nobody keeps: its making would be told as its end.
    cell: ({ completed_at, failed_at }) => {
      const at = completed_at ?? failed_at
      return at && <Moment at={at} />
    },
  },
]

export function TablaTrabajos({
  pestana,
  trabajos,
  stale,
  act: { marcha, actAll },
}: {
  pestana: Exclude<Pestana, 'detenidos'>
  trabajos: readonly Trabajo[]
  stale: boolean
  act: Act
}) {
  const { puede } = useSesion()
  const [asking, setAsking] = useState<Trabajo | null>(null)
  const programados: readonly Column<Trabajo>[] = [
    NOMBRE,
    PARA,
    REFERENCIA,
    {
      id: 'hora',
      title: 'Se emite',
      cell: ({ proximo_intento }) => proximo_intento && <Moment at={proximo_intento} exact />,
    },
    ...(puede('dte:emitir')
      ? [
          {
            id: 'descartar',
            title: 'Acciones',
            cell: (trabajo: Trabajo) => (
              <Button
                small
                tone="peligro"
                busy={marcha !== null}
                aria-label={`Descartar ${nameOf(trabajo)}`}
                onClick={() => setAsking(trabajo)}
              >
                Descartar
              </Button>
            ),
          },
        ]
      : []),
  ]
  const columns = { 'en-curso': EN_CURSO, programados, historial: HISTORIAL }[pestana]
  return (
    <>
      <DataTable
        caption="Trabajos de emisión"
        columns={columns}
        rows={trabajos}
        rowKey={({ id }) => id}
        stale={stale}
      />
      {asking && (
        <Discard
          trabajos={[asking]}
          onClose={() => setAsking(null)}
          onConfirm={() => {
            setAsking(null)
            void actAll('descartar', [asking])
          }}
        />
      )}
    </>
  )
}
