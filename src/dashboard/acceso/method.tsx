// One way in: where it stands, why the SII refused it, a test of it, and lifting the refusal.

import { type ReactNode, useState } from 'react'
import { useInvalidate, useWrite } from '../api/query'
import { useSesion } from '../api/sesion'
import { Cost } from '../shell/cost'
import { FaultNotice } from '../shell/fault-notice'
import { notify } from '../shell/notices'
import { Button } from '../ui/button'
import { ConfirmDialog, Dialog } from '../ui/dialog'
import { formatInstant, formatRut } from '../ui/format'
import { Notice } from '../ui/notice'
import { StatusWord } from '../ui/status'
import {
  type Bloqueo,
  ESTADO,
  liftOf,
  METODO,
  type MetodoPortal,
  MOTIVO,
  type Portal,
  riskOf,
  testedOf,
} from './words'

export const PORTAL = 'GET /v1/empresa/:id/portal'

export function Method({
  metodo,
  title,
  portal,
  administra,
  facts,
  children,
}: {
  metodo: MetodoPortal
  title: string
  portal: Portal
  administra: boolean
  /** Further terms and what they are, as `<dt>` and `<dd>`. */
  facts?: ReactNode
  children?: ReactNode
}) {
  const { estado, rut, bloqueo } = portal.metodos[metodo]
  const [testing, setTesting] = useState(false)
  return (
    <section className="seccion" aria-labelledby={`metodo-${metodo}`}>
      <h2 id={`metodo-${metodo}`}>{title}</h2>
      <dl className="pares">
        <dt>Estado</dt>
        <dd>
          <span role="status">
            <StatusWord of={ESTADO[estado]} />
          </span>
        </dd>
        {rut && (
          <>
            <dt>RUT</dt>
            <dd>{formatRut(rut)}</dd>
          </>
        )}
        {facts}
      </dl>
      {bloqueo && <Locked {...{ metodo, bloqueo, administra }} />}
      {administra && estado === 'listo' && (
        <div>
          <Button aria-haspopup="dialog" onClick={() => setTesting(true)}>
            Probar el ingreso por {METODO[metodo]}
          </Button>
        </div>
      )}
      {children}
      {testing && <Test metodo={metodo} onClose={() => setTesting(false)} />}
    </section>
  )
}

function Locked({
  metodo,
  bloqueo,
  administra,
}: {
  metodo: MetodoPortal
  bloqueo: Bloqueo
  administra: boolean
}) {
  const { empresa } = useSesion()
  const [asking, setAsking] = useState(false)
  const lift = useWrite('POST /v1/empresa/:id/portal/desbloquear', PORTAL)
  const { codigo_sii, glosa, desde, hasta, accion } = bloqueo
  const { action, resuelto } = liftOf(bloqueo)
  return (
    <Notice tone="mal" quiet title={MOTIVO[bloqueo.motivo]}>
      <p>
        El SII dijo: <q>{[codigo_sii, glosa].filter(Boolean).join(' · ')}</q>
      </p>
      <p>
        Desde el {formatInstant(desde)}
        {hasta
          ? `, hasta el ${formatInstant(hasta)}: entonces Timbre ingresa otra vez por sí solo`
          : '. Un ingreso que el SII rehúsa así no se repite solo'}
        .
      </p>
      <p>Qué hacer: {accion}.</p>
      {administra && (
        <div>
          <Button small aria-haspopup="dialog" onClick={() => setAsking(true)}>
            {action}
          </Button>
        </div>
      )}
      {asking && (
        <ConfirmDialog
          title={`Desbloquear el ingreso por ${METODO[metodo]}`}
          action={action}
          danger={false}
          busy={lift.isPending}
          onConfirm={() =>
            lift.mutate(
              { params: { id: empresa.id }, body: { metodo, ...(resuelto && { resuelto }) } },
              {
                onSuccess() {
                  setAsking(false)
                  notify({ tone: 'bien', title: 'Desbloqueado: Timbre ingresará cuando lo necesite' })
                },
              },
            )
          }
          onClose={() => setAsking(false)}
        >
          <p>{riskOf(bloqueo)}</p>
          <p>Vale para todas las empresas de la cuenta que ingresan con la misma persona.</p>
          {lift.error && <FaultNotice fault={lift.error} />}
        </ConfirmDialog>
      )}
    </Notice>
  )
}

function Test({ metodo, onClose }: { metodo: MetodoPortal; onClose: () => void }) {
  const { empresa } = useSesion()
  const invalidate = useInvalidate()
  const test = useWrite('POST /v1/empresa/:id/portal/probar', PORTAL, 'GET /v1/cuenta/uso')
  const ask = (): void =>
    test.mutate(
      { params: { id: empresa.id }, body: { metodo } },
      // A refusal is a state of the way in.
      { onError: () => void invalidate(PORTAL, 'GET /v1/cuenta/uso') },
    )
  const told = test.data && testedOf(test.data.data.autorizada)
  return (
    <Dialog title={`Probar el ingreso por ${METODO[metodo]}`} onClose={onClose}>
      <div className="columna">
        <p>
          Timbre entra al sitio del SII y mira si esa persona puede operar por la empresa. Si el SII rehúsa el
          ingreso, ese medio queda bloqueado hasta que alguien actúe.
        </p>
        <Cost>Gasta una consulta al SII.</Cost>
        {test.error && <FaultNotice fault={test.error} />}
        {told && (
          <Notice tone={told[0]} title={told[1]}>
            <p>{told[2]}</p>
          </Notice>
        )}
        <div className="acciones">
          {!told && !test.error && (
            <Button tone="primario" data-foco busy={test.isPending} onClick={ask}>
              Probar
            </Button>
          )}
          <Button onClick={onClose}>{told || test.error ? 'Cerrar' : 'Volver'}</Button>
        </div>
      </div>
    </Dialog>
  )
}
