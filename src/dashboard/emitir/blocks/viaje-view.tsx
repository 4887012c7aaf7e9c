// Where the goods go and when: by default to the receiver, now, and the same day.

import { chileDate } from '../../../domain/fecha'
import { TextField } from '../../ui/field'
import { useFields } from '../fields'
import { useBound } from './bound'
import type { Traslado } from './traslado'
import type { ViewProps } from './view'

export function Viaje({
  state,
  guia,
  onChange,
}: Pick<ViewProps<Traslado>, 'state' | 'onChange'> & { guia: boolean }) {
  const bind = useBound(state, onChange)
  const later = state.llegada > (state.salida || chileDate(new Date()))
  const { error } = useFields()('traslado.motivo_prolongado')
  const long = state.prolongado !== '' || error !== undefined
  return (
    <>
      <div className="grilla">
        <TextField
          {...bind('direccion', 'traslado.direccion_destino')}
          label="Dirección de destino"
          hint="La del receptor, si la deja en blanco."
          optional
          maxLength={70}
          autoComplete="off"
        />
        <TextField
          {...bind('comuna', 'traslado.comuna_destino')}
          label="Comuna de destino"
          optional
          maxLength={20}
          autoComplete="off"
        />
        <TextField
          {...bind('ciudad', 'traslado.ciudad_destino')}
          label="Ciudad de destino"
          optional
          maxLength={20}
          autoComplete="off"
        />
      </div>
      <div className="grilla">
        <TextField
          {...bind('salida', 'traslado.fecha_salida')}
          label="Día de salida"
          hint="Ahora, si no lo indica."
          optional
          type="date"
        />
        <TextField {...bind('hora', 'traslado.hora_salida')} label="Hora de salida" optional type="time" />
        <TextField
          {...bind('llegada', 'traslado.fecha_llegada')}
          label="Día de llegada"
          hint="El de la salida, si no lo indica."
          optional
          type="date"
        />
      </div>
      {(later || long) && (
        <TextField
          {...bind('prolongado', 'traslado.motivo_prolongado')}
          label="Por qué llega otro día"
          optional={!later}
          maxLength={300}
          autoComplete="off"
        />
      )}
      {guia && (
        <TextField
          {...bind('sinPrecio', 'traslado.motivo_sin_precio')}
          label="Por qué va sin precio"
          hint="De las líneas sin precio. Si lo deja en blanco, lo dice el tipo de traslado."
          optional
          maxLength={300}
          autoComplete="off"
        />
      )}
    </>
  )
}
