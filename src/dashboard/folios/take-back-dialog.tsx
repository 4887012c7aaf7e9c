// Takes back folios that a person said are used elsewhere: which, one question that tells what it means, and what the SII said.

import { useState } from 'react'
import { useWrite } from '../api/query'
import { useWish } from '../api/wish'
import { FaultNotice } from '../shell/fault-notice'
import { Button } from '../ui/button'
import { Dialog } from '../ui/dialog'
import { Form, FormActions } from '../ui/form'
import { formatNumber, plural, upperFirst } from '../ui/format'
import { CountField } from '../ui/money-field'
import { Notice } from '../ui/notice'
import { countOf, nameOf, type Tramo } from './annul'
import { resultOf, TAKE_BACK_MAX } from './retomar'

const FIELDS = ['desde', 'hasta']

export function TakeBackDialog({ tramo, onClose }: { tramo: Tramo; onClose: () => void }) {
  const [desde, setDesde] = useState<number | null>(tramo.desde)
  const [hasta, setHasta] = useState<number | null>(tramo.hasta)
  const [tried, setTried] = useState<object | null>(null)
  const [asked, setAsked] = useState<Tramo | null>(null)
  const wish = useWish()
  const takeBack = useWrite(
    'POST /v1/dte/folios/:tipo/retomar',
    'GET /v1/dte/folios',
    'GET /v1/dte/folios/por-anular',
    'GET /v1/dte/folios/huecos',
    'GET /v1/dte/folios/pronostico',
  )
  const fault = takeBack.error
  if (takeBack.data)
    return (
      <Dialog title={`Qué dijo el SII de ${nameOf(asked ?? tramo)}`} onClose={onClose}>
        <ul>
          {resultOf(takeBack.data.data).map((sentence) => (
            <li key={sentence}>{sentence}</li>
          ))}
        </ul>
        <p>Quedan {formatNumber(takeBack.data.data.disponibles)} para emitir.</p>
        <div className="acciones">
          <Button data-foco onClick={onClose}>
            Cerrar
          </Button>
        </div>
      </Dialog>
    )
  if (asked) {
    const send = (): void => {
      const body = { desde: asked.desde, hasta: asked.hasta }
      takeBack.mutate(
        { params: { tipo: String(asked.tipo_dte) }, body, clave: wish.keyOf(body) },
        {
          onSettled: (_, fault) => wish.settled(fault),
          onError: ({ detalles }) => detalles.some(({ campo }) => FIELDS.includes(campo)) && setAsked(null),
        },
      )
    }
    return (
      <Dialog title="Retomar folios" onClose={onClose}>
        <Notice tone="aviso" quiet title={`Se pregunta al SII por ${nameOf(asked)}`}>
          <p>
            Los que no conoce vuelven a emitirse aquí. Retómelos sólo si ningún otro programa los usó ni los
            usará: el SII no conoce lo que aún no se le envía, y un folio usado dos veces se rechaza.
          </p>
          <p>Los que tiene, o anuló, quedan según él. No gasta consultas.</p>
        </Notice>
        {fault && <FaultNotice fault={fault} />}
        <div className="acciones">
          <Button tone="primario" busy={takeBack.isPending} onClick={send}>
            Retomar {plural(countOf(asked), 'folio')}
          </Button>
          <Button data-foco onClick={() => setAsked(null)}>
            Volver
          </Button>
        </div>
      </Dialog>
    )
  }
  const many = desde !== null && hasta !== null && hasta - desde >= TAKE_BACK_MAX
  const submit = (): void => {
    setTried({})
    if (desde === null || hasta === null || hasta < desde || many) return
    setAsked({ ...tramo, desde, hasta })
  }
  return (
    <Dialog title={upperFirst(`retomar ${nameOf(tramo)}`)} onClose={onClose}>
      <Form onSubmit={submit} fault={fault ?? tried}>
        <CountField
          label="Desde el folio"
          value={desde}
          onChange={setDesde}
          error={tried && desde === null ? 'Escriba el primero' : fault?.of('desde')}
        />
        <CountField
          label="Hasta el folio"
          hint={`${TAKE_BACK_MAX} a lo más: por cada uno se pregunta al SII.`}
          value={hasta}
          onChange={setHasta}
          error={
            tried && hasta === null
              ? 'Escriba el último'
              : tried && desde !== null && hasta !== null && hasta < desde
                ? 'Va antes del primero'
                : tried && many
                  ? `Son más de ${TAKE_BACK_MAX}: retómelos por partes`
                  : fault?.of('hasta')
          }
        />
        {fault && <FaultNotice fault={fault} fields={FIELDS} />}
        <FormActions action="Seguir" busy={false} onClose={onClose} />
      </Form>
    </Dialog>
  )
}
