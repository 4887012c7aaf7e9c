// Issues a boleta de terceros: who was paid, for what, what would be withheld; then the SII's own draft, and only behind it the button
// that issues (areas/bte §2).

import { useState } from 'react'
import { isPersona } from '../../domain/bte/boleta'
import { retencionOf } from '../../domain/bte/tasa'
import { chileDate } from '../../domain/fecha'
import type { BodyOf, DataOf } from '../api/client'
import { useApi, useWrite } from '../api/query'
import type { useWish } from '../api/wish'
import { Cost } from '../shell/cost'
import { FaultNotice } from '../shell/fault-notice'
import { KeptWords } from '../shell/kept-notice'
import { useKeptForm } from '../shell/use-kept-form'
import { Button } from '../ui/button'
import { ComunaField } from '../ui/comuna-field'
import { Dialog } from '../ui/dialog'
import { TextField } from '../ui/field'
import { Form, FormActions } from '../ui/form'
import { MoneyField } from '../ui/money-field'
import { RutField } from '../ui/rut-field'
import { DraftDialog } from './draft'
import { Montos } from './montos'
import { Persona } from './persona'
import { SinIngreso } from './sin-ingreso'
import { BLANK, isFilled, montoFault, type Servicio } from './typed'
import { formatTasa } from './vista'

type Pedido = BodyOf<'POST /v1/bte/emitir'>
type Borrador = DataOf<'POST /v1/bte/previsualizar'>
const MAX = 4

export function IssueDialog({
  wish,
  onStarted,
  onClose,
}: {
  wish: ReturnType<typeof useWish>
  onStarted: (jobId: string) => void
  onClose: () => void
}) {
  const hoy = chileDate(new Date())
  const kept = useKeptForm('bte', '', BLANK)
  const { rut, nombre, direccion, comuna, referencia, servicios } = kept.form
  // Another person was chosen: what was typed as a RUT gives way.
  const [picked, setPicked] = useState(0)
  const fecha = kept.form.fecha ?? hoy
  const [tried, setTried] = useState<object | null>(null)
  const [draft, setDraft] = useState<{ body: Pedido; borrador: Borrador } | null>(null)
  const [drafted, setDrafted] = useState(false)
  // Found again, a field holds what it held when it was gone to, and is lost all the same.
  const filled = isFilled(kept.form)
  const close = (): void => {
    kept.end()
    onClose()
  }
  const preview = useWrite('POST /v1/bte/previsualizar', 'GET /v1/cuenta/uso')

  const bruto = servicios.reduce((sum, { monto }) => sum + (monto ?? 0), 0)
  const tasa = useApi(
    'GET /v1/bte/tasa',
    { query: { fecha, ...(rut && { rut }) } },
    { conservar: true, activa: /^\d{4}-\d\d-\d\d$/.test(fecha) },
  ).data?.data
  const retencion = tasa ? retencionOf(bruto, Math.round(tasa.tasa * 10_000)) : 0

  const change = (at: number, patch: Partial<Servicio>): void =>
    kept.change({ servicios: servicios.map((one, i) => (i === at ? { ...one, ...patch } : one)) })
  const faultOf = (campo: string): string | undefined => preview.error?.of(campo)
  const missing = (empty: boolean, words: string): string | undefined => (tried && empty ? words : undefined)

  const whole =
    rut &&
    nombre.trim() &&
    direccion.trim() &&
    comuna.trim() &&
    servicios.every((one) => one.descripcion.trim() && !montoFault(one.monto, true))
  const ask = (): void => {
    setTried({})
    if (preview.isPending || !whole) return
    const body: Pedido = {
      fecha,
      beneficiario: { rut, nombre: nombre.trim(), direccion: direccion.trim(), comuna: comuna.trim() },
      servicios: servicios.map(({ descripcion, monto }) => ({
        descripcion: descripcion.trim(),
        monto: monto ?? 0,
      })),
      ...(referencia.trim() && { referencia_externa: referencia.trim() }),
    }
    // From here on it may be issued: found again tomorrow it is the same boleta, under the same key.
    kept.change({ fecha })
    preview.mutate(
      { body },
      {
        onSuccess({ data }) {
          setDraft({ body, borrador: data })
          setDrafted(true)
        },
      },
    )
  }
  const issued = (jobId: string): void => {
    kept.end()
    onStarted(jobId)
  }
  if (draft)
    return (
      <DraftDialog {...draft} wish={wish} onStarted={issued} onClose={close} onBack={() => setDraft(null)} />
    )
  return (
    <Dialog title="Emitir una boleta de terceros" wide typed={drafted || filled || undefined} onClose={close}>
      <KeptWords {...kept} />
      <SinIngreso />
      <Form onSubmit={ask} onUnread={() => setTried({})} fault={preview.error ?? tried}>
        <Persona
          value={nombre}
          onText={(text) => kept.change({ nombre: text })}
          error={missing(!nombre.trim(), 'Escriba el nombre de la persona') ?? faultOf('beneficiario.nombre')}
          onChoose={(one) => {
            const { direccion: calle, comuna: lugar } = one
            kept.change({ nombre: one.nombre, rut: one.rut, direccion: calle ?? '', comuna: lugar ?? '' })
            setPicked(picked + 1)
          }}
        />
        <div className="grilla">
          <RutField
            key={picked}
            label="RUT"
            value={rut}
            onChange={(one) => kept.change({ rut: one })}
            hint={
              rut && !isPersona(rut)
                ? 'Es de una empresa: la boleta de terceros es para una persona.'
                : undefined
            }
            error={missing(!rut, 'Escriba el RUT') ?? faultOf('beneficiario.rut')}
          />
          <TextField
            label="Dirección"
            value={direccion}
            onChange={(text) => kept.change({ direccion: text })}
            error={missing(!direccion.trim(), 'Escriba la dirección') ?? faultOf('beneficiario.direccion')}
          />
          <ComunaField
            value={comuna}
            onChange={(text) => kept.change({ comuna: text })}
            error={missing(!comuna.trim(), 'Escriba la comuna') ?? faultOf('beneficiario.comuna')}
          />
          <TextField
            type="date"
            label="Día del pago"
            max={hoy}
            value={fecha}
            onChange={(day) => kept.change({ fecha: day === hoy ? null : day })}
            error={faultOf('fecha')}
          />
        </div>
        {servicios.map((one, at) => (
          <div className="grilla" key={one.id}>
            <TextField
              label={`Servicio ${at + 1}`}
              maxLength={60}
              value={one.descripcion}
              onChange={(descripcion) => change(at, { descripcion })}
              error={
                missing(!one.descripcion.trim(), 'Diga qué se hizo') ??
                faultOf(`servicios[${at}].descripcion`)
              }
            />
            <MoneyField
              label={`Monto ${at + 1}, bruto`}
              value={one.monto}
              onChange={(monto) => change(at, { monto })}
              error={montoFault(one.monto, tried !== null) ?? faultOf(`servicios[${at}].monto`)}
            />
          </div>
        ))}
        <div className="acciones">
          {servicios.length < MAX && (
            <Button
              small
              onClick={() =>
                kept.change({
                  servicios: [
                    ...servicios,
                    { id: (servicios.at(-1)?.id ?? 0) + 1, descripcion: '', monto: null },
                  ],
                })
              }
            >
              Agregar servicio
            </Button>
          )}
          {servicios.length > 1 && (
            <Button small tone="liso" onClick={() => kept.change({ servicios: servicios.slice(0, -1) })}>
              Quitar el último
            </Button>
          )}
        </div>
        <TextField
          label="Referencia propia"
          optional
          maxLength={100}
          value={referencia}
          onChange={(text) => kept.change({ referencia: text })}
          error={faultOf('referencia_externa')}
        />
        {tasa && (
          <>
            <Montos bruto={bruto} retencion={retencion} liquido={bruto - retencion} tasa={tasa.tasa} />
            <small>
              {tasa.origen === 'ultima_bte' && tasa.adicional > 0
                ? `Con ${formatTasa(tasa.adicional)} más, como la última boleta a esta persona.`
                : `Según la ${tasa.norma}.`}{' '}
              Lo que de verdad retiene lo dice el borrador del SII.
            </small>
          </>
        )}
        <Cost>El borrador gasta una consulta al SII, y emitir otra.</Cost>
        {preview.error && <FaultNotice fault={preview.error} fields={CAMPOS} />}
        <FormActions action="Ver el borrador del SII" busy={preview.isPending} onClose={onClose} />
      </Form>
    </Dialog>
  )
}

/** The paths that have a field of their own. */
const CAMPOS = [
  ...['fecha', 'referencia_externa', 'beneficiario.rut', 'beneficiario.nombre', 'beneficiario.direccion'],
  'beneficiario.comuna',
  ...[0, 1, 2, 3].flatMap((i) => [`servicios[${i}].descripcion`, `servicios[${i}].monto`]),
]
