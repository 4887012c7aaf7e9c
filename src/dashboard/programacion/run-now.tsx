// Has a task run now, in one's own name: what it spends is said before, and what came of it after.

import { useState } from 'react'
import { Link } from 'wouter'
import { useWrite } from '../api/query'
import { useSesion } from '../api/sesion'
import { useWish } from '../api/wish'
import { Cost } from '../shell/cost'
import { FaultNotice } from '../shell/fault-notice'
import { Button } from '../ui/button'
import { ConfirmDialog } from '../ui/dialog'
import { plural } from '../ui/format'
import { type Task, wordsOf } from './tasks'

export function RunNow({ task: { estado, ajustes } }: { task: Task }) {
  const { empresa } = useSesion()
  const [asking, setAsking] = useState(false)
  const wish = useWish()
  const run = useWrite(
    'POST /v1/empresa/:id/programacion/:tarea/ejecutar',
    'GET /v1/empresa/:id/programacion',
    'GET /v1/cuenta/uso',
  )
  const { tarea } = estado
  const { nombre, que, gasta } = wordsOf(tarea)
  const begun = run.data?.data.trabajos.length
  return (
    <>
      <Button
        aria-haspopup="dialog"
        aria-label={`Ejecutar ahora: ${nombre}`}
        onClick={() => {
          run.reset()
          setAsking(true)
        }}
      >
        Ejecutar ahora
      </Button>
      <span role="status">
        {begun === 0 && 'No había nada que hacer.'}
        {begun !== undefined && begun > 0 && (
          <>
            En marcha: {plural(begun, 'operación', 'operaciones')}.{' '}
            <Link href="/operaciones">Ver las operaciones</Link>
          </>
        )}
      </span>
      {asking && (
        <ConfirmDialog
          title={`Ejecutar ahora: ${nombre}`}
          action="Ejecutar ahora"
          danger={false}
          busy={run.isPending}
          onConfirm={() =>
            run.mutate(
              { params: { id: empresa.id, tarea }, clave: wish.keyOf({ tarea }) },
              {
                onSuccess: () => setAsking(false),
                onSettled: (_, fault) => wish.settled(fault),
              },
            )
          }
          onClose={() => setAsking(false)}
        >
          <p>{que}</p>
          <Cost>{gasta(ajustes)}</Cost>
          {run.error && <FaultNotice fault={run.error} />}
        </ConfirmDialog>
      )}
    </>
  )
}
