// The tax status of somebody, as the SII's page tells it.

import type { DataOf } from '../api/client'
import { type Column, DataTable } from '../ui/data-table'
import { formatDate, formatRut } from '../ui/format'
import { Facts, Said } from './facts'

type Situacion = DataOf<'GET /v1/sii/situacion/:rut'>
type Actividad = Situacion['actividades'][number]

const siNo = (value: boolean | null): string | null => (value === null ? null : value ? 'Sí' : 'No')

const COLUMNS: readonly Column<Actividad>[] = [
  { id: 'codigo', title: 'Código', cell: ({ codigo }) => codigo },
  { id: 'actividad', title: 'Actividad', head: true, whole: true, cell: ({ descripcion }) => descripcion },
  { id: 'categoria', title: 'Categoría', before: 'Categoría', cell: ({ categoria }) => categoria },
  { id: 'iva', title: 'Afecta a IVA', before: 'IVA', cell: ({ afecta_iva }) => siNo(afecta_iva) },
  { id: 'desde', title: 'Desde', cell: ({ desde }) => desde && formatDate(desde) },
]

export function Status({ datos, onAnew }: { datos: Situacion; onAnew: () => void }) {
  return (
    <section className="columna" aria-label="Situación tributaria">
      <h2>{datos.razon_social}</h2>
      <Facts
        facts={[
          ['RUT', formatRut(datos.rut)],
          ['Inició actividades', siNo(datos.inicio_actividades)],
          ['Desde', datos.fecha_inicio && formatDate(datos.fecha_inicio)],
          ['Empresa de menor tamaño', siNo(datos.empresa_menor_tamano)],
          ['Declara en moneda extranjera', siNo(datos.moneda_extranjera)],
          ['Debe emitir electrónicos', datos.documentos_obligados.join(', ')],
          [
            'Documentos timbrados',
            datos.documentos_timbrados.map(({ nombre, anio }) => `${nombre} (${anio})`).join(', '),
          ],
          ['Observaciones', datos.observaciones],
        ]}
      />
      {datos.actividades.length > 0 && (
        <DataTable
          caption="Actividades económicas vigentes"
          columns={COLUMNS}
          rows={datos.actividades}
          rowKey={({ codigo }) => String(codigo)}
        />
      )}
      <Said fuente={datos.fuente} consultadoEn={datos.consultado_en} onAnew={onAnew} />
    </section>
  )
}
