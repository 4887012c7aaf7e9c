// The customs data of goods: all optional, and the server names what it misses.

import type { TablaAduana } from '../../../domain/dte/aduana'
import { Button } from '../../ui/button'
import { TextField } from '../../ui/field'
import { tidy } from '../read'
import { useBound } from './bound'
import { CodeField } from './code-field'
import {
  type AduanaField,
  type Bulto,
  type CodeField as Code,
  type Exportacion,
  emptyBulto,
} from './exportacion'

interface Props {
  state: Exportacion
  onChange: (state: Exportacion) => void
}

const AT = 'exportacion.aduana'

export function AduanaView({ state, onChange }: Props) {
  const bind = useBound(state.aduana, (aduana) => onChange({ ...state, aduana }))
  const code = (field: Code, tabla: TablaAduana, label: string) => (
    <CodeField {...bind(field, `${AT}.${field}`)} {...{ tabla, label }} optional />
  )
  const amount = (field: AduanaField, label: string) => (
    <TextField
      {...bind(field, `${AT}.${field}`, tidy.decimal)}
      {...{ label }}
      optional
      inputMode="decimal"
      autoComplete="off"
    />
  )
  const text = (field: AduanaField, label: string, maxLength: number) => (
    <TextField {...bind(field, `${AT}.${field}`)} {...{ label, maxLength }} optional autoComplete="off" />
  )
  return (
    <div className="aduana">
      <div className="grilla">
        {code('cod_mod_venta', 'modalidad', 'Modalidad de venta')}
        {code('cod_clau_venta', 'clausula', 'Cláusula de venta')}
        {amount('tot_clau_venta', 'Total de la cláusula')}
        {amount('monto_flete', 'Flete')}
        {amount('monto_seguro', 'Seguro')}
      </div>
      <div className="grilla">
        {code('cod_via_transp', 'via', 'Vía de transporte')}
        {code('cod_pto_embarque', 'puerto', 'Puerto de embarque')}
        {code('cod_pto_desemb', 'puerto', 'Puerto de desembarque')}
        {code('cod_pais_destin', 'pais', 'País de destino')}
        {text('nombre_transp', 'Nave o vehículo', 40)}
        {text('rut_cia_transp', 'RUT de la compañía', 12)}
        {text('nom_cia_transp', 'Compañía de transporte', 40)}
        {text('booking', 'Booking', 20)}
        {text('operador', 'Operador', 20)}
      </div>
      <div className="grilla">
        {amount('peso_bruto', 'Peso bruto')}
        {code('cod_unid_peso_bruto', 'unidad', 'Unidad del peso bruto')}
        {amount('peso_neto', 'Peso neto')}
        {code('cod_unid_peso_neto', 'unidad', 'Unidad del peso neto')}
        {amount('tara', 'Tara')}
        {code('cod_unid_med_tara', 'unidad', 'Unidad de la tara')}
      </div>
      <Bultos {...{ state, onChange }} />
    </div>
  )
}

function Bultos({ state, onChange }: Props) {
  const { paquetes } = state
  const set = (next: readonly Bulto[]): void => onChange({ ...state, paquetes: next })
  return (
    <>
      {paquetes.map((bulto, i) => (
        <BultoRow
          // biome-ignore lint/suspicious/noArrayIndexKey: they are sent by position and have no other name
          key={i}
          bulto={bulto}
          order={i + 1}
          onChange={(next) => set(paquetes.map((one, j) => (j === i ? next : one)))}
          onRemove={() => set(paquetes.filter((_, j) => j !== i))}
        />
      ))}
      <div>
        <Button small onClick={() => set([...paquetes, emptyBulto])}>
          Agregar tipo de bulto
        </Button>
      </div>
    </>
  )
}

function BultoRow({
  bulto,
  order,
  onChange,
  onRemove,
}: {
  bulto: Bulto
  order: number
  onChange: (bulto: Bulto) => void
  onRemove: () => void
}) {
  const bind = useBound(bulto, onChange)
  const at = `${AT}.tipo_bultos[${order - 1}]`
  return (
    <fieldset className="fila-referencia">
      <legend className="solo-lector">Tipo de bulto {order}</legend>
      <div className="grilla">
        <CodeField {...bind('tipo', `${at}.cod_tpo_bultos`)} tabla="bulto" label="Tipo de bulto" />
        <TextField
          {...bind('cantidad', `${at}.cant_bultos`, tidy.decimal)}
          label="Cantidad"
          inputMode="numeric"
          autoComplete="off"
        />
        <TextField {...bind('marcas', `${at}.marcas`)} label="Marcas" maxLength={255} autoComplete="off" />
        <TextField
          {...bind('contenedor', `${at}.id_container`)}
          label="Contenedor"
          optional
          maxLength={25}
          autoComplete="off"
        />
        <TextField
          {...bind('sello', `${at}.sello`)}
          label="Sello"
          optional
          maxLength={20}
          autoComplete="off"
        />
        <TextField
          {...bind('emisorSello', `${at}.emisor_sello`)}
          label="Emisor del sello"
          optional
          maxLength={70}
          autoComplete="off"
        />
      </div>
      <Button small tone="liso" aria-label={`Quitar el tipo de bulto ${order}`} onClick={onRemove}>
        Quitar
      </Button>
    </fieldset>
  )
}
