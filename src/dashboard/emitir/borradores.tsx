// `/borradores`: what was typed and not issued, in this browser.

import { useState } from 'react'
import { Link } from 'wouter'
import { Page } from '../shell/page'
import { Button, LinkButton } from '../ui/button'
import { type Column, DataTable } from '../ui/data-table'
import { plural } from '../ui/format'
import { Moment } from '../ui/moment'
import { Empty } from '../ui/notice'
import { shortName } from '../ui/tipo'
import type { Draft } from './drafts'
import { isEmptyLine } from './form'
import { useDrafts } from './use-draft'

export default function Borradores() {
  const drafts = useDrafts()
  const [all, setAll] = useState(() => drafts.list())
  const columns: Column<Draft>[] = [
    {
      id: 'tipo',
      title: 'Documento',
      head: true,
      cell: ({ id, tipo }) => <Link href={`/emitir/${tipo}?borrador=${id}`}>{shortName(tipo)}</Link>,
    },
    { id: 'receptor', title: 'Receptor', cell: ({ receptor }) => receptor || 'Sin receptor' },
    {
      id: 'lineas',
      title: 'Líneas',
      extra: true,
      cell: ({ form }) => plural(form.lineas.filter((line) => !isEmptyLine(line)).length, 'línea'),
    },
    { id: 'cambio', title: 'Último cambio', cell: ({ cambio }) => <Moment at={cambio} /> },
    {
      id: 'borrar',
      title: 'Acciones',
      cell: ({ id, tipo, receptor }) => (
        <Button
          small
          aria-label={`Borrar el borrador de ${shortName(tipo).toLowerCase()}${receptor && ` a ${receptor}`}`}
          onClick={() => {
            drafts.remove(id)
            setAll(drafts.list())
          }}
        >
          Borrar
        </Button>
      ),
    },
  ]
  return (
    <Page title="Borradores" actions={all.length > 0 && <LinkButton href="/emitir">Emitir</LinkButton>}>
      {all.length ? (
        <>
          <p>
            <small>Se guardan solos en este equipo, por 30 días.</small>
          </p>
          <DataTable caption="Borradores" columns={columns} rows={all} rowKey={({ id }) => id} />
        </>
      ) : (
        <Empty title="Sin borradores">
          <p>Lo que escriba sin emitir se guarda solo en este equipo y aparece aquí.</p>
          <LinkButton href="/emitir">Emitir</LinkButton>
        </Empty>
      )}
    </Page>
  )
}
