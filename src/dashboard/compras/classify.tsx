// The nature of the purchase, in plain words; only a person says it.

import type { Naturaleza } from '../../domain/compra-internacional'
import { useWrite } from '../api/query'
import { FaultNotice } from '../shell/fault-notice'
import { bindTo } from '../ui/bind'
import { Button } from '../ui/button'
import { CheckField, SelectField } from '../ui/field'
import { Form } from '../ui/form'
import { type Compra, clasificacionOf, type Dicho, dichoOf, differing, LECTURAS } from './compra'
import { useKeptFocus } from './use-kept-focus'

const NATURALEZA: readonly (readonly [Naturaleza, string])[] = [
  ['indeterminado', 'Aún no sé'],
  ['servicio', 'Un servicio: software, publicidad, asesoría, licencias…'],
  ['bien_importado', 'Un bien que pasó por Aduana'],
]

const SI_NO = [
  ['', 'Aún no sé'],
  ['no', 'No'],
  ['si', 'Sí'],
] as const

export function Classify({
  compra,
  edits,
  onEdit,
  unsaved,
  mayAct,
}: {
  compra: Compra
  /** Choices that are not saved yet: a correction beside them does not undo them. */
  edits: Partial<Dicho>
  onEdit: (next: (now: Partial<Dicho>) => Partial<Dicho>) => void
  /** Something was written of the invoice that is not saved: nobody confirms what is not there. */
  unsaved: boolean
  mayAct: boolean
}) {
  const { confirmado: isConfirmed } = compra.clasificacion
  const dicho = { ...dichoOf(compra), ...edits }
  const change = (chosen: Partial<Dicho>): void => onEdit((now) => ({ ...now, ...chosen }))
  const bind = bindTo(dicho, change)
  const { part, keep } = useKeptFocus()
  const save = useWrite('PUT /v1/compras-internacionales/:id/clasificacion', ...LECTURAS)
  const send = (confirmado: boolean): void => {
    if (save.isPending || (confirmado && unsaved)) return
    save.mutate(
      { params: { id: compra.id }, body: clasificacionOf(dicho, confirmado) },
      {
        onSuccess() {
          onEdit((now) => differing(now, dicho))
          if (!confirmado) keep()
        },
      },
    )
  }
  return (
    <section className="seccion" aria-labelledby="que" ref={part} tabIndex={-1}>
      <h2 id="que">Qué se compró</h2>
      <Form onSubmit={() => send(true)} fault={save.error}>
        <fieldset disabled={!mayAct} className="columna suelto">
          <SelectField label="Es" options={NATURALEZA} {...bind('naturaleza')} />
          <SelectField
            label="¿Quien presta el servicio reside en Chile?"
            hint="Una sociedad chilena, o una extranjera con domicilio aquí, emite su propia factura."
            options={SI_NO}
            {...bind('residente')}
          />
          <SelectField
            label="¿El proveedor ya cobró el IVA de Chile?"
            hint="Algunas plataformas lo cobran y lo declaran ellas: mire si su factura dice IVA o VAT de Chile, 19 %."
            options={SI_NO}
            {...bind('iva')}
          />
          <CheckField
            label="Además lleva impuesto adicional a la renta"
            hint="Sólo se advierte: se declara aparte, en el formulario 50."
            checked={dicho.adicional}
            onChange={(one) => change({ adicional: one })}
          />
        </fieldset>
        {save.error && <FaultNotice fault={save.error} />}
        {mayAct && unsaved && (
          <p role="status">Guarde antes los cambios de los datos: se confirma lo guardado.</p>
        )}
        {mayAct && !unsaved && (
          <div className="acciones">
            <Button type="submit" tone={isConfirmed ? 'normal' : 'primario'} busy={save.isPending}>
              {isConfirmed ? 'Confirmar otra vez' : 'Confirmar'}
            </Button>
            {isConfirmed && (
              <Button busy={save.isPending} onClick={() => send(false)}>
                Retirar la confirmación
              </Button>
            )}
          </div>
        )}
      </Form>
    </section>
  )
}
