// The person's daily mail about the firm (areas/firma §4): whether, when and from what it tells.

import { useState } from 'react'
import type { DataOf } from '../api/client'
import { useApi, useWrite } from '../api/query'
import { FaultNotice } from '../shell/fault-notice'
import { Loaded } from '../shell/loaded'
import { notify } from '../shell/notices'
import { Button } from '../ui/button'
import { CheckField, SelectField, TextField } from '../ui/field'
import { Form } from '../ui/form'
import { formatInstant } from '../ui/format'
import { Notice } from '../ui/notice'

type Ajuste = DataOf<'GET /v1/firma/aviso-diario'>

const DIAS = [
  ['habiles', 'Los días hábiles'],
  ['todos', 'Todos los días'],
] as const
const MINIMA = [
  ['mal', 'Sólo lo urgente'],
  ['aviso', 'También lo que conviene mirar'],
] as const

export function DailyMail() {
  const query = useApi('GET /v1/firma/aviso-diario')
  return (
    <section>
      <h2>Por correo</h2>
      <p>
        Un correo al día con lo que espera en sus empresas, primero lo que termina hoy. El día en que nada
        espera no llega.
      </p>
      <Loaded query={query}>{({ data }) => <Settings saved={data} />}</Loaded>
    </section>
  )
}

function Settings({ saved }: { saved: Ajuste }) {
  const [{ activo, hora, dias, minima }, setAjuste] = useState(saved)
  const change = (one: Partial<Ajuste>) => setAjuste((before) => ({ ...before, ...one }))
  const save = useWrite('PUT /v1/firma/aviso-diario', 'GET /v1/firma/aviso-diario')
  const probe = useWrite('POST /v1/firma/aviso-diario/probar', 'GET /v1/firma/aviso-diario')
  const fault = save.error ?? probe.error
  const submit = (): void =>
    save.mutate(
      { body: { activo, hora, dias, minima } },
      { onSuccess: () => notify({ tone: 'bien', title: activo ? 'Llegará por correo' : 'No llegará' }) },
    )
  const send = (): void =>
    probe.mutate(
      {},
      { onSuccess: ({ data }) => notify({ tone: 'bien', title: `El correo de hoy salió a ${data.para}` }) },
    )
  return (
    <Form onSubmit={submit} fault={save.error}>
      <CheckField label="Quiero recibirlo" checked={activo} onChange={(on) => change({ activo: on })} />
      <div className="grilla">
        <TextField
          label="Hora"
          hint="De Chile"
          type="time"
          value={hora}
          error={save.error?.of('hora')}
          onChange={(at) => change({ hora: at })}
        />
        <SelectField
          label="Qué días"
          options={DIAS}
          value={dias}
          onChange={(which) => change({ dias: which as Ajuste['dias'] })}
        />
        <SelectField
          label="Qué cuenta"
          options={MINIMA}
          value={minima}
          onChange={(least) => change({ minima: least as Ajuste['minima'] })}
        />
      </div>
      {saved.falla && (
        <Notice tone="aviso" title="El de hoy no salió todavía" quiet>
          <p>{saved.falla}. Se intenta otra vez.</p>
        </Notice>
      )}
      {saved.enviado_en && <p>El último salió el {formatInstant(saved.enviado_en)}.</p>}
      {fault && !save.error?.of('hora') && <FaultNotice fault={fault} />}
      <div className="acciones">
        <Button type="submit" tone="primario" busy={save.isPending}>
          Guardar
        </Button>
        <Button busy={probe.isPending} onClick={send}>
          Enviarme el de hoy
        </Button>
      </div>
    </Form>
  )
}
