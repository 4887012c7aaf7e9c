// The five files of a month: which were read, when, and each as the SII's page gives it.

import { useMutation } from '@tanstack/react-query'
import { api } from '../api/client'
import { type Fault, toFault } from '../api/fault'
import { useSesion } from '../api/sesion'
import { FaultNotice } from '../shell/fault-notice'
import { Button } from '../ui/button'
import { type Column, DataTable } from '../ui/data-table'
import { formatNumber, formatPesos, plural } from '../ui/format'
import { Moment } from '../ui/moment'
import { saveFile } from '../ui/save'
import { Status } from '../ui/status'
import { answeredWords, type Mes, summedOf, TRAMOS, totalOf } from './words'

type Slice = (typeof TRAMOS)[number] & { leido: Mes['sincronizacion']['tramos'][number] | undefined }

export function Slices({ mes, periodo }: { mes: Mes; periodo: string }) {
  const { empresa, ambiente } = useSesion()
  const save = useMutation<void, Fault, Slice>({
    async mutationFn({ lado, estado, leido }) {
      const query = { formato: 'csv' as const, tipo: lado, ...(lado === 'compra' && { estado }) }
      const file: unknown = await api('GET /v1/rcv/:periodo', { params: { periodo }, query })
      if (!(file instanceof Blob)) throw toFault(file)
      const libro = lado === 'venta' ? 'VENTA' : `COMPRA_${estado}`
      const part = leido?.sincronizado_en ? '' : '_PARCIAL'
      saveFile(file, `RCV_${libro}_${empresa.rut}_${periodo}_${ambiente}${part}.csv`)
    },
  })
  const rows = TRAMOS.map((one) => ({
    ...one,
    leido: mes.sincronizacion.tramos.find(
      ({ tipo, estado_contable }) => tipo === one.lado && estado_contable === one.estado,
    ),
  }))
  const columns: readonly Column<Slice>[] = [
    {
      id: 'libro',
      title: 'Libro',
      head: true,
      cell: ({ nombre, que, leido }) => (
        <>
          {nombre} <small>· {que}</small>
          {leido?.respondidas_aqui && <small> · {answeredWords(leido.respondidas_aqui)}</small>}
        </>
      ),
    },
    { id: 'leido', title: 'Leído', cell: ({ leido }) => <Read leido={leido} /> },
    {
      id: 'documentos',
      title: 'Documentos',
      numeric: true,
      before: 'Documentos',
      cell: ({ leido, lado, estado }) => {
        const summed = summedOf(mes, lado, estado)
        if (!leido) return '–'
        return (
          <>
            {formatNumber(leido.documentos)}
            {summed > 0 && <small> y {plural(summed, 'boleta')} en suma</small>}
          </>
        )
      },
    },
    {
      id: 'total',
      title: 'Total',
      numeric: true,
      cell: ({ leido, lado, estado }) => (leido ? formatPesos(totalOf(mes, lado, estado)) : '–'),
    },
    {
      id: 'csv',
      title: <span className="solo-lector">Archivo</span>,
      cell: (one) =>
        one.leido && (
          <Button
            small
            tone="liso"
            busy={save.isPending}
            aria-label={`Guardar el CSV de ${one.nombre}`}
            title="Como lo da el sitio del SII"
            onClick={() => save.mutate(one)}
          >
            CSV
          </Button>
        ),
    },
  ]
  return (
    <>
      {save.error && <FaultNotice fault={save.error} />}
      <DataTable
        caption="Libros y estados del mes"
        columns={columns}
        rows={rows}
        rowKey={({ nombre }) => nombre}
      />
    </>
  )
}

function Read({ leido }: Pick<Slice, 'leido'>) {
  if (!leido)
    return (
      <Status tone="aviso" icon="○">
        Falta
      </Status>
    )
  return leido.sincronizado_en ? (
    <Moment at={leido.sincronizado_en} />
  ) : (
    <Status tone="aviso" icon="!">
      Sólo en parte
    </Status>
  )
}
