// `/libros`: the month's books for the accountant, a page of each in sight and all of them as files (http §26).

import { useMutation } from '@tanstack/react-query'
import { useLocation, useSearchParams } from 'wouter'
import { chileDate } from '../../domain/fecha'
import { api } from '../api/client'
import { type Fault, toFault } from '../api/fault'
import { useSesion } from '../api/sesion'
import { FaultNotice } from '../shell/fault-notice'
import { Page } from '../shell/page'
import { monthsUntil } from '../shell/period'
import { Button } from '../ui/button'
import { SelectField } from '../ui/field'
import { formatPeriod } from '../ui/format'
import { saveFile } from '../ui/save'
import { Segments } from '../ui/segments'
import { Book, Guides } from './book'
import { Fees } from './fees'
import { BASES, LIBROS, nameOfFile, parseView, searchOf, type View } from './view'

export default function Libros() {
  const sesion = useSesion()
  const [, navigate] = useLocation()
  const [params] = useSearchParams()
  const hoy = chileDate(new Date())
  const view = parseView(params, hoy)
  const { periodo, libro, base } = view
  const go = (patch: Partial<View>): void =>
    navigate(`/libros${searchOf({ ...view, pagina: 1, ...patch }, hoy)}`, { replace: !('pagina' in patch) })
  const save = useMutation<void, Fault, 'csv' | 'zip'>({
    async mutationFn(extension) {
      const where = { periodo }
      const file: unknown =
        extension === 'zip'
          ? await api('GET /v1/libros/paquete/:periodo', { params: where, query: { base } })
          : libro === 'ventas'
            ? await api('GET /v1/libros/ventas/:periodo', { params: where, query: { formato: 'csv', base } })
            : libro === 'compras'
              ? await api('GET /v1/libros/compras/:periodo', { params: where, query: { formato: 'csv' } })
              : libro === 'guias'
                ? await api('GET /v1/libros/guias/:periodo', { params: where, query: { formato: 'csv' } })
                : await api('GET /v1/libros/honorarios/:periodo', {
                    params: where,
                    query: { formato: 'csv' },
                  })
      if (!(file instanceof Blob)) throw toFault(file)
      saveFile(file, nameOfFile(sesion, view, extension))
    },
  })
  return (
    <Page
      title="Libros"
      actions={
        <>
          <Button busy={save.isPending} onClick={() => save.mutate('csv')}>
            Guardar CSV
          </Button>
          <Button
            tone="primario"
            busy={save.isPending}
            title="Los libros, el F29, la cuadratura y el XML de lo emitido"
            onClick={() => save.mutate('zip')}
          >
            Guardar el mes en ZIP
          </Button>
        </>
      }
    >
      {save.error && <FaultNotice fault={save.error} />}
      <span role="status">{save.isPending && 'Preparando el archivo…'}</span>
      <search className="filtros" aria-label="Qué libro">
        <Segments label="Libro" options={LIBROS} selected={libro} onSelect={(next) => go({ libro: next })} />
        <div className="grilla">
          <SelectField
            label="Mes"
            options={monthsUntil(hoy).map((one) => [one, formatPeriod(one)] as const)}
            value={periodo}
            onChange={(next) => go({ periodo: next })}
          />
          {libro === 'ventas' && (
            <SelectField
              label="De dónde"
              options={BASES}
              value={base}
              onChange={(next) => go({ base: next })}
            />
          )}
        </div>
      </search>
      {libro === 'guias' ? (
        <Guides key={periodo} view={view} onPage={(pagina) => go({ pagina })} />
      ) : libro === 'honorarios' ? (
        <Fees key={periodo} view={view} onPage={(pagina) => go({ pagina })} />
      ) : (
        <Book key={`${libro} ${periodo} ${base}`} view={view} onPage={(pagina) => go({ pagina })} />
      )}
    </Page>
  )
}
