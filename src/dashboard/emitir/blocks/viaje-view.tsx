// Where the goods go and when: by default to the receiver, now, and the same day.

import { chileDate } from '../../../domain/fecha'
import { TextField } from '../../ui/field'
import { useFields } from '../fields'
import { useTable } from './bound'
import { TRASLADO, type Traslado } from './traslado'
import type { ViewProps } from './view'

export function Viaje({
  state,
  guia,
  onChange,
}: Pick<ViewProps<Traslado>, 'state' | 'onChange'> & { guia: boolean }) {
  const bind = useTable(TRASLADO, 'traslado', state, onChange)
  const later = state.llegada > (state.salida || chileDate(new Date()))
  const { error } = useFields()('traslado.motivo_prolongado')
  const long = state.prolongado !== '' || error !== undefined
  return (
    <>
      <div className="grilla">
        <TextField
          {...bind('direccion')}
          label="Dirección de destino"
          hint="La del receptor, si la deja en blanco."
          optional
          maxLength={70}
        />
        <TextField {...bind('comuna')} label="Comuna de destino" optional maxLength={20} />
        <TextField {...bind('ciudad')} label="Ciudad de destino" optional maxLength={20} />
      </div>
      <div className="grilla">
        <TextField {...bind('salida')} label="Día de salida" hint="Ahora, si no lo indica." optional />
        <TextField {...bind('hora')} label="Hora de salida" optional />
        <TextField
          {...bind('llegada')}
          label="Día de llegada"
          hint="El de la salida, si no lo indica."
          optional
        />
      </div>
      {(later || long) && (
        <TextField {...bind('prolongado')} label="Por qué llega otro día" optional={!later} maxLength={300} />
      )}
      {guia && (
        <TextField
          {...bind('sinPrecio')}
          label="Por qué va sin precio"
          hint="De las líneas sin precio. Si lo deja en blanco, lo dice el tipo de traslado."
          optional
          maxLength={300}
        />
      )}
    </>
  )
}
