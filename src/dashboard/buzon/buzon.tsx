// `/buzon`: the mailbox in which suppliers' documents come: whether it is read, how it is set, and what came of each message.

import { useState } from 'react'
import { useApi, useWrite } from '../api/query'
import { useSesion } from '../api/sesion'
import { useWish } from '../api/wish'
import { FaultNotice } from '../shell/fault-notice'
import { Loaded } from '../shell/loaded'
import { Operations } from '../shell/operations'
import { Page } from '../shell/page'
import { Button, LinkButton } from '../ui/button'
import { Notice } from '../ui/notice'
import { Box } from './box'
import { Mensajes } from './mensajes'
import { NoBox } from './no-box'
import { BUZON, everyOf, type Turno } from './state'

const EVERY_MS = 30_000

export default function Buzon() {
  const { empresa, puede, soloMira } = useSesion()
  const administra = puede('empresa:administrar') && !soloMira
  const params = { id: empresa.id }
  // No event tells of a scheduled reading in which nothing came.
  const buzon = useApi(BUZON, { params }, { activa: administra, cada: EVERY_MS })
  const programacion = useApi(
    'GET /v1/empresa/:id/programacion',
    { params },
    { activa: puede('empresa:leer') && !soloMira },
  )
  const turno = programacion.data?.data.buzon
  const [started, setStarted] = useState<string>()
  const wish = useWish()
  const read = useWrite('POST /v1/recibidos/buzon/leer', 'GET /v1/recibidos/trabajos')
  // A person who may not see the mailbox's settings learns from the API itself when there is none.
  const on = administra ? buzon.data?.data != null && buzon.data.data.apagado === null : true
  const mayRead = puede('recibidos:gestionar') && !soloMira && on
  const readNow = (): void =>
    read.mutate(
      { query: { esperar: 0 }, clave: wish.keyOf({}) },
      {
        onSettled: (_, fault) => wish.settled(fault),
        onSuccess({ data }) {
          if ('job_id' in data) setStarted(data.job_id)
        },
      },
    )
  return (
    <Page
      title="Buzón de correo"
      actions={
        <>
          {mayRead && (
            <Button tone="primario" busy={read.isPending} onClick={readNow}>
              Leer ahora
            </Button>
          )}
          <LinkButton href="/recibidos">Ver los recibidos</LinkButton>
        </>
      }
    >
      {read.error?.code === 'NOT_FOUND' ? (
        <Notice tone="aviso" title="La empresa no tiene un buzón">
          <p>Puede configurarlo un propietario o administrador de la cuenta.</p>
        </Notice>
      ) : (
        read.error && <FaultNotice fault={read.error} />
      )}
      {administra ? (
        <Loaded query={buzon}>
          {({ data }) => (data ? <Box buzon={data} turno={turno} /> : <NoBox turno={turno} />)}
        </Loaded>
      ) : (
        <Reader soloMira={soloMira} turno={turno} />
      )}
      <Operations base="/v1/recibidos" tipo="buzon.leer" title="Lecturas" started={started} />
      <Mensajes />
    </Page>
  )
}

/** The text for a person who may not see the settings. */
function Reader({ soloMira, turno }: { soloMira: boolean; turno: Turno | undefined }) {
  if (soloMira)
    return (
      <Notice tone="aviso" quiet>
        <p>Está mirando otro ambiente: aquí se ven sus mensajes, y su buzón no se cambia ni se lee.</p>
      </Notice>
    )
  return (
    <p>
      {turno?.activo && `Si la empresa tiene un buzón, se lee ${everyOf(turno)}. `}
      Lo configura un propietario o administrador de la cuenta.
    </p>
  )
}
