// Customers from a file, from the register of sales or from what was issued. It goes on as a job; what came of it is told here.

import { useState } from 'react'
import { chileDate } from '../../domain/fecha'
import { type BodyOf, type DataOf, formOf } from '../api/client'
import { useWrite } from '../api/query'
import { useWish } from '../api/wish'
import { Cost } from '../shell/cost'
import { FaultNotice } from '../shell/fault-notice'
import { ImportErrors } from '../shell/import-errors'
import { monthsUntil } from '../shell/period'
import { Button } from '../ui/button'
import { Dialog } from '../ui/dialog'
import { CheckField, SelectField } from '../ui/field'
import { FileDrop, useFileDrop } from '../ui/file-drop'
import { Form, FormActions } from '../ui/form'
import { formatPeriod, plural } from '../ui/format'
import { Segments } from '../ui/segments'

type Importado = Extract<DataOf<'POST /v1/clientes/importar'>, { creados: number }>

const DE_DONDE = [
  ['emitidos', 'Lo emitido'],
  ['rcv', 'El registro de ventas'],
  ['archivo', 'Un archivo'],
] as const
type DeDonde = (typeof DE_DONDE)[number][0]

const WORDS: Readonly<Record<DeDonde, string>> = {
  emitidos: 'A quienes les emitió en esos meses, con los datos de su documento más nuevo.',
  rcv: 'A quienes les vendió según el registro del SII de esos meses: su RUT y su razón social.',
  archivo:
    'Una planilla guardada como CSV. Su primera línea nombra las columnas: rut, razon_social y, si las tiene, giro, direccion, comuna, ciudad, email, telefono, contacto.',
}

const ENDS = ['.csv', '.txt']

export function ImportDialog({
  onStarted,
  onClose,
}: {
  onStarted: (jobId: string) => void
  onClose: () => void
}) {
  const hoy = chileDate(new Date())
  const meses = monthsUntil(hoy).map((one) => [one, formatPeriod(one)] as const)
  const [from, setFrom] = useState<DeDonde>('emitidos')
  const [desde, setDesde] = useState(meses[Math.min(11, meses.length - 1)]?.[0] ?? '')
  const [hasta, setHasta] = useState(meses[0]?.[0] ?? '')
  const [sincronizar, setSincronizar] = useState(false)
  const wish = useWish()
  const ask = useWrite(
    'POST /v1/clientes/importar',
    'GET /v1/clientes',
    'GET /v1/clientes/:id',
    'GET /v1/clientes/trabajos',
  )
  const send = (body: FormData | BodyOf<'POST /v1/clientes/importar'>): void =>
    ask.mutate(
      { query: {}, body, ...(!(body instanceof FormData) && { clave: wish.keyOf(body) }) },
      {
        onSettled: (_, fault) => wish.settled(fault),
        onSuccess({ data }) {
          if (!('job_id' in data)) return
          onStarted(data.job_id)
          onClose()
        },
      },
    )
  const drop = useFileDrop(ENDS, ([file]) => send(formOf({ archivo: file! })))
  const submit = (): void => {
    if (ask.isPending || from === 'archivo') return
    send({
      origen: from,
      periodo_desde: desde,
      periodo_hasta: hasta,
      ...(from === 'rcv' && { sincronizar }),
    })
  }
  const data = ask.data?.data
  if (data && !('job_id' in data)) return <Result result={data} onClose={onClose} />
  return (
    <Dialog wide title="Importar clientes" onClose={ask.isPending ? null : onClose}>
      <Form onSubmit={submit} fault={ask.error}>
        <Segments label="De dónde" options={DE_DONDE} selected={from} onSelect={setFrom} />
        <p>
          {WORDS[from]} Se crean los que faltan y se llena lo que les falta a los demás; nada de lo que tienen
          cambia.
        </p>
        {from === 'archivo' ? (
          <FileDrop
            label="Suelte aquí el archivo."
            action="Elegir el archivo"
            busy={ask.isPending}
            {...drop}
          />
        ) : (
          <div className="grilla">
            <SelectField
              label="Desde"
              options={meses}
              value={desde}
              onChange={setDesde}
              error={ask.error?.of('periodo_desde')}
            />
            <SelectField
              label="Hasta"
              options={meses}
              value={hasta}
              onChange={setHasta}
              error={ask.error?.of('periodo_hasta')}
            />
          </div>
        )}
        {from === 'rcv' && (
          <>
            <CheckField
              label="Traer antes cada mes del SII"
              checked={sincronizar}
              onChange={setSincronizar}
            />
            {sincronizar && <Cost>Gasta una consulta por cada mes.</Cost>}
          </>
        )}
        {ask.error && <FaultNotice fault={ask.error} fields={['periodo_desde', 'periodo_hasta']} />}
        {from === 'archivo' ? (
          <div className="acciones">
            <Button busy={ask.isPending} onClick={onClose}>
              Volver
            </Button>
          </div>
        ) : (
          <FormActions action="Importar" busy={ask.isPending} onClose={onClose} />
        )}
      </Form>
    </Dialog>
  )
}

function Result({ result, onClose }: { result: Importado; onClose: () => void }) {
  const { creados, actualizados, omitidos, errores } = result
  return (
    <Dialog wide title="Importación terminada" onClose={onClose}>
      <div className="columna" role="status">
        <p>
          {plural(creados, 'cliente creado', 'clientes creados')},{' '}
          {plural(actualizados, 'completado', 'completados')} y{' '}
          {plural(omitidos, 'que ya tenía todo', 'que ya tenían todo')}.
        </p>
        <ImportErrors errores={errores} />
        <div className="acciones">
          <Button tone="primario" onClick={onClose} data-foco>
            Ver los clientes
          </Button>
        </div>
      </div>
    </Dialog>
  )
}
