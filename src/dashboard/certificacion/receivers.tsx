// Receivers of a set's documents, one row each: typed, brought from the customers, or invented for a rehearsal.

import { useMutation } from '@tanstack/react-query'
import { api } from '../api/client'
import type { Fault } from '../api/fault'
import { useSesion } from '../api/sesion'
import { FaultNotice } from '../shell/fault-notice'
import { Button } from '../ui/button'
import { TextField } from '../ui/field'
import type { Fila } from './ajustes'

const NOMBRES: Readonly<Record<string, string>> = {
  rut: 'RUT',
  razon_social: 'Razón social',
  giro: 'Giro',
  direccion: 'Dirección',
  comuna: 'Comuna',
  ciudad: 'Ciudad',
  patente: 'Patente',
  rut_transportista: 'RUT del transportista',
  chofer_rut: 'RUT del chofer',
  chofer_nombre: 'Nombre del chofer',
  direccion_destino: 'Dirección de destino',
  comuna_destino: 'Comuna de destino',
}

export function RowFields({
  names,
  row,
  onChange,
}: {
  names: readonly string[]
  row: Fila
  onChange: (row: Fila) => void
}) {
  return (
    <div className="grilla">
      {names.map((name) => (
        <TextField
          key={name}
          label={NOMBRES[name] ?? name}
          autoComplete="off"
          maxLength={100}
          value={row[name] ?? ''}
          onChange={(text) => onChange({ ...row, [name]: text })}
        />
      ))}
    </div>
  )
}

/** As many as a set has invoices at most. */
const BROUGHT = 8

/** A set whose receivers may serve here too. */
export interface OtroSet {
  nombre: string
  read: () => Promise<readonly Fila[]>
}

export function Receivers({
  legend,
  hint,
  names,
  rows,
  onChange,
  clientes = false,
  otro,
  ejemplos,
}: {
  legend: string
  hint: string
  names: readonly string[]
  rows: readonly Fila[]
  onChange: (rows: readonly Fila[]) => void
  /** Whether the customers' book has such. */
  clientes?: boolean
  otro: OtroSet | null
  ejemplos: readonly Fila[]
}) {
  const { puede } = useSesion()
  const bring = useMutation<number, Fault>({
    async mutationFn() {
      const { data } = await api('GET /v1/clientes', { query: { limite: 100 } })
      const known = data.filter(
        ({ giro, direccion, comuna, extranjero }) => giro && direccion && comuna && !extranjero,
      )
      const brought = known
        .slice(0, BROUGHT)
        .map((one) => Object.fromEntries(names.map((name) => [name, String(one[name as 'rut'] ?? '')])))
      if (brought.length) onChange(brought)
      return brought.length
    },
  })
  const copy = useMutation<void, Fault>({
    async mutationFn() {
      if (otro) onChange(await otro.read())
    },
  })
  return (
    <fieldset className="receptores">
      <legend>{legend}</legend>
      <small>{hint}</small>
      {rows.map((row, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a row has no name but its place
        <fieldset key={index} className="receptores">
          <legend>Receptor {index + 1}</legend>
          <RowFields
            names={names}
            row={row}
            onChange={(next) => onChange(rows.map((one, at) => (at === index ? next : one)))}
          />
          <div>
            <Button small onClick={() => onChange(rows.filter((_, at) => at !== index))}>
              Quitar<span className="solo-lector"> el receptor {index + 1}</span>
            </Button>
          </div>
        </fieldset>
      ))}
      <div className="acciones">
        <Button small onClick={() => onChange([...rows, {}])}>
          Agregar un receptor
        </Button>
        {otro && (
          <Button small busy={copy.isPending} onClick={() => copy.mutate()}>
            Los mismos del {otro.nombre}
          </Button>
        )}
        {clientes && puede('clientes:leer') && (
          <Button small busy={bring.isPending} onClick={() => bring.mutate()}>
            Traer de mis clientes
          </Button>
        )}
        {ejemplos.length > 0 && (
          <Button small onClick={() => onChange(ejemplos)}>
            Usar clientes inventados
          </Button>
        )}
        <small role="status">{bring.data === 0 && 'Ningún cliente tiene giro, dirección y comuna.'}</small>
      </div>
      {bring.error && <FaultNotice fault={bring.error} />}
      {copy.error && <FaultNotice fault={copy.error} />}
    </fieldset>
  )
}
