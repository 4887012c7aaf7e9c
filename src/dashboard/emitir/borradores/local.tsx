// Forms typed and not issued, in this browser alone.

import { useState } from 'react'
import { Link } from 'wouter'
import { Button } from '../../ui/button'
import { type Column, DataTable } from '../../ui/data-table'
import { plural } from '../../ui/format'
import { Moment } from '../../ui/moment'
import { shortName } from '../../ui/tipo'
import type { Draft } from '../drafts'
import { isEmptyLine } from '../form'
import { useDrafts } from '../use-draft'

export function useLocalDrafts() {
  const drafts = useDrafts()
  const [all, setAll] = useState(() => drafts.list())
  return {
    all,
    remove(id: string): void {
      drafts.remove(id)
      setAll(drafts.list())
    },
  }
}

export function LocalDrafts({ all, remove }: ReturnType<typeof useLocalDrafts>) {
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
    {
      id: 'de',
      title: 'De',
      extra: true,
      cell: ({ form }) =>
        form.borrador ? (
          <Link href={`/borradores/${form.borrador.id}`}>Un borrador compartido</Link>
        ) : form.serie ? (
          <Link href={`/recurrentes/${form.serie.id}`}>La serie {form.serie.nombre}</Link>
        ) : (
          ''
        ),
    },
    { id: 'cambio', title: 'Último cambio', cell: ({ cambio }) => <Moment at={cambio} /> },
    {
      id: 'borrar',
      title: 'Acciones',
      cell: ({ id, tipo, receptor }) => (
        <Button
          small
          aria-label={`Borrar el borrador de ${shortName(tipo).toLowerCase()}${receptor && ` a ${receptor}`}`}
          onClick={() => remove(id)}
        >
          Borrar
        </Button>
      ),
    },
  ]
  return (
    <section className="seccion" aria-labelledby="borradores-locales">
      <h2 id="borradores-locales">Sin guardar, en este equipo</h2>
      <p>
        <small>Lo que escribe se guarda solo aquí, por 30 días, y nadie más lo ve.</small>
      </p>
      <DataTable caption="Borradores de este equipo" columns={columns} rows={all} rowKey={({ id }) => id} />
    </section>
  )
}
