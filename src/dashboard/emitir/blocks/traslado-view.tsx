// How the goods travel. What the law asks for on the day of issue is marked, each with a way to say that it is not held.

import { tipoDocumento } from '../../../domain/dte/tipos'
import { traslado as kindOf, reglaTransporte, transporteDuty } from '../../../domain/dte/traslado'
import { chileDate } from '../../../domain/fecha'
import { CheckField, SelectField, TextField } from '../../ui/field'
import { useFields } from '../fields'
import { useTable } from './bound'
import { type Declarable, EXPORTA, FIELD_OF, TRASLADO, type Traslado } from './traslado'
import { Viaje } from './viaje-view'
import type { ViewProps } from './view'

const KINDS: readonly (readonly [string, string])[] = [
  ['', 'Elija'],
  ...[1, 2, 3, 4, 5, 6, 7, 8, 9].map((codigo) => [String(codigo), kindOf(codigo).glosa] as const),
]
const DESPACHOS = [
  ['', 'Sin indicar'],
  ['1', 'El receptor la retira'],
  ['2', 'El emisor, al cliente'],
  ['3', 'El emisor, a otro lugar'],
] as const
const PERMISOS = [
  ['', 'Elija'],
  ['1', 'Exportador'],
  ['2', 'Agente de aduana'],
  ['3', 'Vendedor'],
  ['4', 'Contribuyente autorizado'],
] as const

export default function TrasladoView({ state, tipo, fecha, onChange }: ViewProps<Traslado>) {
  const bind = useTable(TRASLADO, 'traslado', state, onChange)
  const { guia } = tipoDocumento(tipo)
  const { ind, despacho } = state
  return (
    <>
      <div className="grilla">
        {guia && <SelectField {...bind('ind')} label="Tipo de traslado" options={KINDS} />}
        {!(guia && ind === '5') && (
          <SelectField {...bind('despacho')} label="Quién la lleva" optional={guia} options={DESPACHOS} />
        )}
      </div>
      {(guia || despacho !== '') && <Transporte {...{ state, tipo, fecha, onChange }} />}
      {(guia || despacho !== '') && <Viaje {...{ state, guia, onChange }} />}
      {guia && EXPORTA.has(ind) && (
        <fieldset className="grilla">
          <legend className="solo-lector">Permiso de exportación</legend>
          <SelectField {...bind('guiaCodigo')} label="Quién exporta" options={PERMISOS} />
          {state.guiaCodigo === '4' && (
            <>
              <TextField {...bind('guiaFolio')} label="Folio de la autorización" />
              <TextField {...bind('guiaFecha')} label="Fecha de la autorización" />
            </>
          )}
        </fieldset>
      )}
    </>
  )
}

const TAGS: Readonly<Record<Declarable, string>> = {
  patente: 'patente',
  patente_carro: 'patenteCarro',
  rut_transportista: 'rutTransportista',
  chofer: 'chofer',
}

/** The law's demands of the day on vehicle, carrier and driver. */
function useDemand({
  state: { despacho },
  tipo,
  fecha,
}: Pick<ViewProps<Traslado>, 'state' | 'tipo' | 'fecha'>) {
  const regla = reglaTransporte(fecha || chileDate(new Date()))
  const duty = transporteDuty(regla, tipo, despacho ? Number(despacho) : undefined)
  const asks = (name: Declarable): boolean => regla?.exige.some((key) => key === TAGS[name]) === true
  return {
    /** The words of the mark, undefined where nothing is demanded. */
    mark: (name: Declarable): string | undefined =>
      !asks(name) || (duty !== 'exige' && duty !== 'pide')
        ? undefined
        : `${duty === 'exige' ? 'Lo exige' : 'Lo pide'} la norma: ${regla?.norma}`,
    /** The client carries the goods: what is left out is declared as not held. */
    declares: duty === 'declara',
  }
}

function Transporte({ state, tipo, fecha, onChange }: ViewProps<Traslado>) {
  const bind = useTable(TRASLADO, 'traslado', state, onChange)
  const { mark, declares } = useDemand({ state, tipo, fecha })
  const absent = (name: Declarable): boolean => state.ausentes.includes(name)
  const marked = (name: Declarable) => ({
    hint: absent(name) ? 'El documento dirá que no se cuenta con él.' : mark(name),
    optional: !mark(name) || absent(name),
  })
  const vehicle = (name: keyof typeof FIELD_OF, label: string) => {
    const bound = bind(FIELD_OF[name])
    return (
      <div className="con-ausencia">
        <TextField
          {...bound}
          {...marked(name)}
          // The fault says the same.
          {...(bound.error && { hint: undefined })}
          label={label}
          disabled={absent(name)}
          {...(absent(name) && { value: '' })}
          {...(name === 'rut_transportista' ? { placeholder: '76.543.210-3' } : { maxLength: 8 })}
        />
        <NotHeld {...{ state, name, label, onChange }} />
      </div>
    )
  }
  return (
    <>
      {declares && (
        <p className="ayuda">
          Lo que deje en blanco del vehículo, el transportista y el chofer se declara como no disponible: la
          mercadería la lleva el receptor.
        </p>
      )}
      <div className="grilla">
        {vehicle('patente', 'Patente del vehículo')}
        {vehicle('patente_carro', 'Patente del carro')}
        {vehicle('rut_transportista', 'RUT del transportista')}
      </div>
      <fieldset className="con-ausencia" id="campo-traslado.chofer" tabIndex={-1}>
        <legend>Chofer</legend>
        <Driver {...{ state, onChange }} {...marked('chofer')} />
        <NotHeld name="chofer" label="Chofer" {...{ state, onChange }} />
      </fieldset>
    </>
  )
}

function Driver({
  state,
  hint,
  optional,
  onChange,
}: Pick<ViewProps<Traslado>, 'state' | 'onChange'> & { hint: string | undefined; optional: boolean }) {
  const bind = useTable(TRASLADO, 'traslado', state, onChange)
  const whole = useFields()('traslado.chofer')
  const rut = bind('choferRut')
  const nombre = bind('choferNombre')
  // A driver who is missing whole: said once.
  const [rutFault, nombreFault] = [
    rut.error ?? (rut.value.trim() ? undefined : whole.error),
    nombre.error ?? (rut.value.trim() ? whole.error : undefined),
  ]
  return (
    <div className="grilla">
      <TextField
        {...rut}
        hint={rutFault ? undefined : hint}
        optional={optional}
        error={rutFault}
        onBlur={() => {
          rut.onBlur()
          whole.onBlur()
        }}
        label="RUT del chofer"
      />
      <TextField {...nombre} {...{ optional }} error={nombreFault} label="Nombre del chofer" maxLength={30} />
      <TextField
        {...bind('choferPasaporte')}
        label="Pasaporte"
        hint="De quien no tiene RUT."
        optional
        maxLength={20}
      />
    </div>
  )
}

function NotHeld({
  state,
  name,
  label,
  onChange,
}: Pick<ViewProps<Traslado>, 'state' | 'onChange'> & { name: Declarable; label: string }) {
  const others = state.ausentes.filter((one) => one !== name)
  return (
    <CheckField
      label={
        <>
          No lo tengo<span className="solo-lector">: {label}</span>
        </>
      }
      checked={others.length < state.ausentes.length}
      onChange={(checked) => onChange({ ...state, ausentes: checked ? [...others, name] : others })}
    />
  )
}
