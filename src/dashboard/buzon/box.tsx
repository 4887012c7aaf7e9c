// The mailbox of the company: how it is set, whether it is read, why it is off, and what a person does about it.

import { useRef, useState } from 'react'
import { Link } from 'wouter'
import { Button } from '../ui/button'
import { formatDate, formatInstant } from '../ui/format'
import { Moment } from '../ui/moment'
import { Notice } from '../ui/notice'
import { StatusWord } from '../ui/status'
import { Probe } from './probe'
import { Remove } from './remove'
import { SettingsDialog } from './settings-dialog'
import { afterOf, type Buzon, estadoOf, everyOf, placeOf, type Turno } from './state'

interface Props {
  buzon: Buzon
  turno: Turno | undefined
}

export function Box({ buzon, turno }: Props) {
  const [changing, setChanging] = useState(false)
  const [removing, setRemoving] = useState(false)
  const section = useRef<HTMLElement>(null)
  return (
    <section className="seccion" aria-labelledby="casilla" ref={section} tabIndex={-1}>
      <h2 id="casilla">La casilla</h2>
      <dl className="pares">
        <dt>Estado</dt>
        <dd>
          <span role="status">
            <StatusWord of={estadoOf(buzon, turno)} />
          </span>
        </dd>
        <dt>Casilla</dt>
        <dd>{placeOf(buzon)}</dd>
        {buzon.tipo === 'imap' && (
          <>
            <dt>Carpeta</dt>
            <dd>{buzon.carpeta}</dd>
            <dt>Los leídos</dt>
            <dd>{afterOf(buzon)}</dd>
          </>
        )}
        <dt>Se miran</dt>
        <dd>{buzon.desde ? `Los que llegaron desde el ${formatDate(buzon.desde)}` : 'Todos los mensajes'}</dd>
        <dt>Última lectura</dt>
        <dd>{buzon.leido_en ? <Moment at={buzon.leido_en} /> : 'Ninguna todavía'}</dd>
      </dl>
      <Trouble {...{ buzon, turno }} />
      <Probe buzon={buzon} onOff={() => section.current?.focus()}>
        <Button
          aria-haspopup="dialog"
          tone={buzon.apagado ? 'primario' : 'normal'}
          onClick={() => setChanging(true)}
        >
          {buzon.apagado ? 'Corregir el usuario o la clave' : 'Cambiar'}
        </Button>
        <Button tone="peligro" aria-haspopup="dialog" onClick={() => setRemoving(true)}>
          Quitar el buzón
        </Button>
      </Probe>
      {changing && <SettingsDialog buzon={buzon} onClose={() => setChanging(false)} />}
      {removing && <Remove onClose={() => setRemoving(false)} />}
    </section>
  )
}

/** Why it is off or was not read, and what there is to do; that the clock does not read it. */
function Trouble({ buzon: { apagado, error }, turno }: Props) {
  if (apagado)
    return (
      <Notice tone="mal" quiet title={`Apagado desde el ${formatInstant(apagado.desde)}`}>
        <p>{apagado.motivo}</p>
        <p>
          Una clave rehusada no se prueba otra vez. Corrija el usuario o la clave y guarde el buzón: con eso
          se enciende de nuevo, y lee lo que llegó entretanto.
        </p>
      </Notice>
    )
  return (
    <>
      {error && (
        <Notice tone="aviso" quiet title="La última lectura no terminó">
          <p>{error}</p>
          {turno?.activo && <p>Se intenta otra vez a su turno: se lee {everyOf(turno)}.</p>}
        </Notice>
      )}
      {turno && !turno.activo && (
        <p>
          Para que se lea solo, encienda la tarea del buzón en <Link href="/programacion">Programación</Link>.
        </p>
      )}
    </>
  )
}
