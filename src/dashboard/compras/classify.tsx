// What was bought, in plain words; only a person says it.

import { useState } from 'react'
import type { Naturaleza } from '../../domain/compra-internacional'
import { useWrite } from '../api/query'
import { FaultNotice } from '../shell/fault-notice'
import { Button } from '../ui/button'
import { CheckField, SelectField } from '../ui/field'
import { Form } from '../ui/form'
import { type Compra, LECTURAS } from './compra'

const NATURALEZA: readonly (readonly [Naturaleza, string])[] = [
  ['indeterminado', 'Aún no sé'],
  ['servicio', 'Un servicio: software, publicidad, asesoría, licencias…'],
  ['bien_importado', 'Un bien que pasó por Aduana'],
]

type Respuesta = '' | 'si' | 'no'
const answerOf = (value: boolean | null): Respuesta => (value === null ? '' : value ? 'si' : 'no')
const booleanOf = (answer: Respuesta): boolean | null => (answer === '' ? null : answer === 'si')
const SI_NO = [
  ['', 'Aún no sé'],
  ['no', 'No'],
  ['si', 'Sí'],
] as const

interface Said {
  naturaleza: Naturaleza
  residente: Respuesta
  iva: Respuesta
  adicional: boolean
}

export function Classify({
  compra,
  unsaved,
  mayAct,
}: {
  compra: Compra
  /** Something was written of the invoice that is not saved: nobody confirms what is not there. */
  unsaved: boolean
  mayAct: boolean
}) {
  const said = compra.clasificacion
  // What was chosen here and is not saved: a correction beside it does not undo it.
  const [edits, setEdits] = useState<Partial<Said>>({})
  const { naturaleza, residente, iva, adicional }: Said = {
    naturaleza: said.naturaleza,
    residente: answerOf(said.prestador_residente),
    iva: answerOf(said.iva_chileno_cobrado),
    adicional: said.afecto_impuesto_adicional === true,
    ...edits,
  }
  const change = (part: Partial<Said>): void => setEdits({ ...edits, ...part })
  const save = useWrite('PUT /v1/compras-internacionales/:id/clasificacion', ...LECTURAS)
  const send = (confirmado: boolean): void => {
    if (save.isPending || (confirmado && unsaved)) return
    save.mutate(
      {
        ruta: { id: compra.id },
        cuerpo: {
          naturaleza,
          prestador_residente: booleanOf(residente),
          iva_chileno_cobrado: booleanOf(iva),
          confirmado,
          afecto_impuesto_adicional: adicional,
        },
      },
      { onSuccess: () => setEdits({}) },
    )
  }
  return (
    <section className="seccion" aria-labelledby="que">
      <h2 id="que">Qué se compró</h2>
      <Form onSubmit={() => send(true)} fault={save.error}>
        <fieldset disabled={!mayAct} className="columna suelto">
          <SelectField
            label="Es"
            options={NATURALEZA}
            value={naturaleza}
            onChange={(one) => change({ naturaleza: one })}
          />
          <SelectField
            label="¿Quien presta el servicio reside en Chile?"
            hint="Una sociedad chilena, o una extranjera con domicilio aquí, emite su propia factura."
            options={SI_NO}
            value={residente}
            onChange={(one) => change({ residente: one })}
          />
          <SelectField
            label="¿El proveedor ya cobró el IVA de Chile?"
            hint="Algunas plataformas lo cobran y lo declaran ellas: mire si su factura dice IVA o VAT de Chile, 19 %."
            options={SI_NO}
            value={iva}
            onChange={(one) => change({ iva: one })}
          />
          <CheckField
            label="Además lleva impuesto adicional a la renta"
            hint="Sólo se advierte: se declara aparte, en el formulario 50."
            checked={adicional}
            onChange={(one) => change({ adicional: one })}
          />
        </fieldset>
        {save.error && <FaultNotice fault={save.error} />}
        {mayAct && unsaved && (
          <p role="status">Guarde antes los cambios de los datos: se confirma lo guardado.</p>
        )}
        {mayAct && !unsaved && (
          <div className="acciones">
            <Button type="submit" tone={said.confirmado ? 'normal' : 'primario'} busy={save.isPending}>
              {said.confirmado ? 'Confirmar otra vez' : 'Confirmar'}
            </Button>
            {said.confirmado && (
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
