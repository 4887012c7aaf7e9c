// How it is paid, and the instalments of a credit.

import { Button } from '../../ui/button'
import { SelectField, TextField } from '../../ui/field'
import { useFields } from '../fields'
import { emptyInstalment, type Instalment, type Pago } from './pago'
import type { ViewProps } from './view'

const FORMAS = [
  ['1', 'Contado'],
  ['2', 'Crédito'],
  ['3', 'Sin costo'],
] as const

export function PagoView({ state, onChange }: ViewProps<Pago>) {
  const field = useFields()
  const { forma, vence, cuotas } = state
  const change = (i: number, cuota: Partial<Instalment>): void =>
    onChange({ ...state, cuotas: cuotas.map((one, at) => (at === i ? { ...one, ...cuota } : one)) })
  const all = field('pagos')
  return (
    <>
      <div className="grilla">
        <SelectField
          {...field('forma_pago')}
          label="Forma de pago"
          options={FORMAS}
          value={forma}
          onChange={(value) => onChange({ ...state, forma: value })}
        />
        <TextField
          {...field('fecha_vencimiento')}
          label="Vencimiento"
          optional
          type="date"
          value={vence}
          onChange={(value) => onChange({ ...state, vence: value })}
        />
      </div>
      {forma === '2' && (
        <>
          {cuotas.map((cuota, i) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: instalments are sent by position and have no other name
            <fieldset key={i} className="fila-referencia">
              <legend className="solo-lector">Cuota {i + 1}</legend>
              <div className="grilla">
                <TextField
                  {...field(`pagos[${i}].fecha`)}
                  label={`Cuota ${i + 1}: fecha`}
                  type="date"
                  value={cuota.fecha}
                  onChange={(fecha) => change(i, { fecha })}
                />
                <TextField
                  {...field(`pagos[${i}].monto`)}
                  label="Monto"
                  inputMode="decimal"
                  autoComplete="off"
                  value={cuota.monto}
                  onChange={(monto) => change(i, { monto })}
                />
                <TextField
                  {...field(`pagos[${i}].glosa`)}
                  label="Glosa"
                  optional
                  maxLength={40}
                  value={cuota.glosa}
                  onChange={(glosa) => change(i, { glosa })}
                />
              </div>
              <Button
                small
                tone="liso"
                aria-label={`Quitar la cuota ${i + 1}`}
                onClick={() => onChange({ ...state, cuotas: cuotas.filter((_, at) => at !== i) })}
              >
                Quitar
              </Button>
            </fieldset>
          ))}
          {all.error && <span className="falta">{all.error}</span>}
          <div>
            <Button
              small
              id={all.id}
              onClick={() => onChange({ ...state, cuotas: [...cuotas, emptyInstalment] })}
            >
              Agregar cuota
            </Button>
          </div>
        </>
      )}
    </>
  )
}
