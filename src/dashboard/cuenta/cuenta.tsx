// `/cuenta`: everything of the account leaves, as a copy or as a move into another server; for its owners (areas/exportaciones).

import { type FormEvent, useState } from 'react'
import type { DataOf } from '../api/client'
import { useApi, useWrite } from '../api/query'
import { useSesion } from '../api/sesion'
import { FaultNotice } from '../shell/fault-notice'
import { Loaded } from '../shell/loaded'
import { Page } from '../shell/page'
import { Button } from '../ui/button'
import { type Column, DataTable } from '../ui/data-table'
import { Dialog } from '../ui/dialog'
import { CheckField, TextField } from '../ui/field'
import { Form, FormActions } from '../ui/form'
import { Moment } from '../ui/moment'
import { Empty, Notice } from '../ui/notice'
import { NOMBRE_ROL } from '../ui/rol'
import { StatusWord, type Word } from '../ui/status'

const LISTA = 'GET /v1/cuenta/exportaciones'
type Exportacion = DataOf<typeof LISTA>[number]

const ESTADO: Record<Exportacion['estado'], Word> = {
  vigente: ['✓', 'Se puede descargar', 'bien'],
  vencida: ['○', 'Venció: pida otra', 'neutro'],
}
const FIELDS = ['password', 'frase']
const FRASE_MIN = 12

export default function CuentaPage() {
  const { rol } = useSesion()
  return (
    <Page title="Llevarse todo">
      {rol === 'propietario' ? (
        <>
          <Contents />
          <Ask />
          <Asked />
        </>
      ) : (
        <Notice tone="aviso" title="Sin permiso">
          <p>
            La cuenta se la llevan sus propietarios; su rol es <em>{NOMBRE_ROL[rol]}</em>.
          </p>
        </Notice>
      )}
    </Page>
  )
}

const Contents = () => (
  <dl className="pares">
    <dt>Una copia</dt>
    <dd>
      Los XML emitidos y recibidos, y cada tabla en JSON, de todas las empresas: se lee sin Timbre. Sin
      secretos: ni certificados, ni CAF, ni claves. La cuenta sigue aquí como siempre.
    </dd>
    <dt>Una mudanza</dt>
    <dd>
      Lo mismo y los secretos, cifrados bajo una frase: certificados, CAF, claves, webhooks, llaves de API y
      personas, para seguir en otro servidor de Timbre con <code>timbre cuenta importar</code>. Desde que se
      pide, aquí todo se lee y nada más: no se emite ni se consulta al SII, para que ningún folio salga de dos
      servidores.
    </dd>
  </dl>
)

function Ask() {
  const [password, setPassword] = useState('')
  const [mudanza, setMudanza] = useState(false)
  const [frase, setFrase] = useState('')
  const [tried, setTried] = useState(false)
  const ask = useWrite('POST /v1/cuenta/exportaciones', LISTA)
  const fault = ask.error
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    setTried(true)
    if (ask.isPending || !password || (mudanza && frase.length < FRASE_MIN)) return
    ask.mutate(
      { body: { password, ...(mudanza && { mudanza, frase }) } },
      {
        onSuccess() {
          setTried(false)
          setPassword('')
          setFrase('')
          setMudanza(false)
        },
      },
    )
  }
  return (
    <section className="seccion">
      <h2>Pedirla</h2>
      <form className="columna" noValidate onSubmit={submit}>
        <CheckField
          label="Es una mudanza a otro servidor"
          hint="Desde que se pide, la cuenta aquí sólo se lee."
          checked={mudanza}
          onChange={setMudanza}
        />
        {mudanza && (
          <TextField
            label="Frase de la mudanza"
            hint="Doce caracteres o más. No se guarda: sin ella los secretos no se abren."
            type="password"
            autoComplete="new-password"
            required
            value={frase}
            onChange={setFrase}
            error={tried && frase.length < FRASE_MIN ? 'Doce caracteres o más' : fault?.of('frase')}
          />
        )}
        <TextField
          label="Su contraseña"
          type="password"
          autoComplete="current-password"
          required
          maxLength={200}
          value={password}
          onChange={setPassword}
          error={tried && !password ? 'Escriba su contraseña' : fault?.of('password')}
        />
        {fault && (
          <FaultNotice fault={fault} fields={FIELDS}>
            <Running detalles={fault.detalles} />
          </FaultNotice>
        )}
        <div>
          <Button type="submit" tone={mudanza ? 'peligro' : 'normal'} busy={ask.isPending}>
            {mudanza ? 'Mudar la cuenta' : 'Pedir una copia'}
          </Button>
        </div>
      </form>
    </section>
  )
}

/** The jobs for which a move waits. */
function Running({ detalles }: { detalles: readonly object[] }) {
  const running = detalles.filter((one): one is { job_id: string; tipo: string } => 'job_id' in one)
  if (!running.length) return null
  return (
    <ul>
      {running.map(({ job_id, tipo }) => (
        <li key={job_id}>
          {tipo} <code>{job_id}</code>
        </li>
      ))}
    </ul>
  )
}

function Asked() {
  const query = useApi(LISTA)
  const [dropping, setDropping] = useState<Exportacion | null>(null)
  const columns: Column<Exportacion>[] = [
    { id: 'cuando', title: 'Cuándo', head: true, cell: ({ created_at }) => <Moment at={created_at} exact /> },
    { id: 'que', title: 'Qué', cell: ({ mudanza }) => (mudanza ? 'Mudanza' : 'Copia') },
    {
      id: 'empresas',
      title: 'Empresas',
      cell: ({ empresas }) => (empresas.length ? String(empresas.length) : 'Todas'),
    },
    { id: 'estado', title: 'Estado', cell: ({ estado }) => <StatusWord of={ESTADO[estado]} /> },
    {
      id: 'acciones',
      title: 'Acciones',
      whole: true,
      cell: (one) => (
        <div className="acciones">
          {one.estado === 'vigente' && (
            <a className="boton normal chico" href={`/v1/cuenta/exportaciones/${one.id}/archivo`} download>
              Descargar
            </a>
          )}
          <Button small aria-haspopup="dialog" onClick={() => setDropping(one)}>
            {one.mudanza ? 'Reabrir aquí' : 'Quitar'}
          </Button>
        </div>
      ),
    },
  ]
  return (
    <section className="seccion">
      <h2>Pedidas</h2>
      <Loaded query={query}>
        {({ data }) =>
          data.length ? (
            <DataTable caption="La más nueva primero" columns={columns} rows={data} rowKey={({ id }) => id} />
          ) : (
            <Empty title="Aún no se pide ninguna" />
          )
        }
      </Loaded>
      {dropping && <Drop one={dropping} onClose={() => setDropping(null)} />}
    </section>
  )
}

function Drop({ one, onClose }: { one: Exportacion; onClose: () => void }) {
  const drop = useWrite('DELETE /v1/cuenta/exportaciones/:id', LISTA)
  const go = () => drop.mutate({ params: { id: one.id } }, { onSuccess: onClose })
  return (
    <Dialog title={one.mudanza ? 'Reabrir la cuenta aquí' : 'Quitar la copia'} onClose={onClose}>
      <Form onSubmit={go}>
        <p>
          {one.mudanza
            ? 'Sólo si no se importó en el otro servidor: dos no emiten por la misma empresa. Sus folios quedan por conciliar, y antes de emitir se pregunta al SII cuáles se usaron.'
            : 'Ya no se podrá descargar. Lo que se descargó no cambia.'}
        </p>
        {drop.error && <FaultNotice fault={drop.error} />}
        <FormActions
          action={one.mudanza ? 'Reabrir' : 'Quitar'}
          tone={one.mudanza ? 'peligro' : 'primario'}
          busy={drop.isPending}
          onClose={onClose}
        />
      </Form>
    </Dialog>
  )
}
