// The rare fields of a line, and its actions without a drag or a shortcut.

import { Button } from '../ui/button'
import { SelectField, TextArea, TextField } from '../ui/field'
import { fieldId } from './fields'
import { columnsOf, type Line, type LineField } from './form'
import { currenciesOf, exemptionsOf, taxesOf } from './line-options'
import type { Dispatch } from './reducer'

export default function LineExtras({
  line,
  at,
  tipo,
  faults,
  dispatch,
}: {
  line: Line
  at: number
  tipo: number
  faults: Readonly<Record<string, string>>
  dispatch: Dispatch
}) {
  const { id } = line
  const props = (field: LineField) => ({
    id: fieldId(`detalle.${id}.${field}`),
    error: faults[field],
    value: line[field],
    onChange: (value: string) => dispatch({ do: 'line', id, field, value }),
    onBlur: () => dispatch({ do: 'leave', key: `detalle.${id}.${field}` }),
  })
  const taxes = taxesOf(tipo)
  const exemptions = exemptionsOf(tipo)
  const several = line.impuesto.includes(',')
  const liquidacion = columnsOf(tipo).includes('monto')
  const monedas = liquidacion ? [] : currenciesOf(tipo)
  return (
    <fieldset className="extras-linea">
      <legend className="solo-lector">Más de la línea {at}</legend>
      <div className="grilla">
        <TextArea label="Descripción" optional rows={2} maxLength={1000} {...props('descripcion')} />
        <TextField label="Código" optional maxLength={35} autoComplete="off" {...props('codigo')} />
        {exemptions.length > 1 && (
          <SelectField label="IVA de la línea" options={exemptions} {...props('exento')} />
        )}
        {taxes.length > 0 && (
          <SelectField
            label="Impuesto adicional"
            options={several ? [...taxes, [line.impuesto, line.impuesto]] : taxes}
            {...props('impuesto')}
          />
        )}
        {monedas.length > 0 && (
          <SelectField
            label="Moneda del precio"
            hint="Se pasa a pesos por su valor del día."
            options={monedas}
            {...props('moneda')}
          />
        )}
        {liquidacion ? (
          <>
            <TextField
              label="Cantidad"
              optional
              inputMode="decimal"
              autoComplete="off"
              {...props('cantidad')}
            />
            <TextField label="Unidad" optional maxLength={4} autoComplete="off" {...props('unidad')} />
            <TextField label="Precio" optional inputMode="decimal" autoComplete="off" {...props('precio')} />
          </>
        ) : (
          <>
            <TextField
              label="Recargo"
              optional
              placeholder="% o $"
              autoComplete="off"
              {...props('recargo')}
            />
            <TextField
              label="Monto"
              hint="De una línea sin precio."
              optional
              inputMode="decimal"
              autoComplete="off"
              {...props('monto')}
            />
          </>
        )}
      </div>
      {line.resto && <p className="ayuda">También lleva: {Object.keys(line.resto).join(', ')}.</p>}
      <div className="acciones">
        <Button small onClick={() => dispatch({ do: 'line-move', id, by: -1 })}>
          Subir
        </Button>
        <Button small onClick={() => dispatch({ do: 'line-move', id, by: 1 })}>
          Bajar
        </Button>
        <Button small onClick={() => dispatch({ do: 'line-only', id })}>
          Dejar sólo ésta
        </Button>
        <Button small tone="peligro" onClick={() => dispatch({ do: 'line-remove', id })}>
          Quitar
        </Button>
      </div>
    </fieldset>
  )
}
