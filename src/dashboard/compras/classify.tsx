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

export function Classify({ compra, mayAct }: { compra: Compra; mayAct: boolean }) {
  const said = compra.clasificacion
  const [naturaleza, setNaturaleza] = useState<Naturaleza>(said.naturaleza)
  const [residente, setResidente] = useState(answerOf(said.prestador_residente))
  const [iva, setIva] = useState(answerOf(said.iva_chileno_cobrado))
  const [adicional, setAdicional] = useState(said.afecto_impuesto_adicional === true)
  const save = useWrite('PUT /v1/compras-internacionales/:id/clasificacion', ...LECTURAS)
  const send = (confirmado: boolean): void =>
    save.mutate({
      ruta: { id: compra.id },
      cuerpo: {
        naturaleza,
        prestador_residente: booleanOf(residente),
        iva_chileno_cobrado: booleanOf(iva),
        confirmado,
        afecto_impuesto_adicional: adicional,
      },
    })
  return (
    <section className="seccion" aria-labelledby="que">
      <h2 id="que">Qué se compró</h2>
      <Form onSubmit={() => send(true)} fault={save.error}>
        <fieldset disabled={!mayAct} className="columna suelto">
          <SelectField label="Es" options={NATURALEZA} value={naturaleza} onChange={setNaturaleza} />
          <SelectField
            label="¿Quien presta el servicio reside en Chile?"
            hint="Una sociedad chilena, o una extranjera con domicilio aquí, emite su propia factura."
            options={SI_NO}
            value={residente}
            onChange={setResidente}
          />
          <SelectField
            label="¿El proveedor ya cobró el IVA de Chile?"
            hint="Algunas plataformas lo cobran y lo declaran ellas: mire si su factura dice IVA o VAT de Chile, 19 %."
            options={SI_NO}
            value={iva}
            onChange={setIva}
          />
          <CheckField
            label="Además lleva impuesto adicional a la renta"
            hint="Sólo se advierte: se declara aparte, en el formulario 50."
            checked={adicional}
            onChange={setAdicional}
          />
        </fieldset>
        {save.error && <FaultNotice fault={save.error} />}
        {mayAct && (
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
