// The customs data of goods: all optional, and the server names what it misses.

import type { TablaAduana } from '../../../domain/dte/aduana'
import { AduanaCodeField } from '../../ui/aduana-code-field'
import { TextField } from '../../ui/field'
import { useTable } from './bound'
import {
  ADUANA,
  type AduanaField,
  BULTO,
  type Bulto,
  EN_ADUANA,
  type Exportacion,
  emptyBulto,
} from './exportacion'
import { type RowProps, Rows } from './rows'

export function AduanaView({
  state,
  onChange,
}: {
  state: Exportacion
  onChange: (state: Exportacion) => void
}) {
  const bind = useTable(ADUANA, EN_ADUANA, state.aduana, (aduana) => onChange({ ...state, aduana }))
  const code = (field: AduanaField, tabla: TablaAduana, label: string) => (
    <AduanaCodeField {...bind(field)} {...{ tabla, label }} optional />
  )
  const text = (field: AduanaField, label: string, maxLength?: number) => (
    <TextField {...bind(field)} {...{ label, maxLength }} optional />
  )
  return (
    <div className="aduana">
      <div className="grilla">
        {code('cod_mod_venta', 'modalidad', 'Modalidad de venta')}
        {code('cod_clau_venta', 'clausula', 'Cláusula de venta')}
        {text('tot_clau_venta', 'Total de la cláusula')}
        {text('monto_flete', 'Flete')}
        {text('monto_seguro', 'Seguro')}
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
        {text('peso_bruto', 'Peso bruto')}
        {code('cod_unid_peso_bruto', 'unidad', 'Unidad del peso bruto')}
        {text('peso_neto', 'Peso neto')}
        {code('cod_unid_peso_neto', 'unidad', 'Unidad del peso neto')}
        {text('tara', 'Tara')}
        {code('cod_unid_med_tara', 'unidad', 'Unidad de la tara')}
      </div>
      <Rows
        rows={state.paquetes}
        at={`${EN_ADUANA}.tipo_bultos`}
        empty={emptyBulto}
        words={['Tipo de bulto', 'Quitar el tipo de bulto', 'Agregar tipo de bulto']}
        Row={BultoRow}
        onChange={(paquetes) => onChange({ ...state, paquetes })}
      />
    </div>
  )
}

function BultoRow({ row, at, onChange }: RowProps<Bulto>) {
  const bind = useTable(BULTO, at, row, onChange)
  return (
    <>
      <AduanaCodeField {...bind('tipo')} tabla="bulto" label="Tipo de bulto" />
      <TextField {...bind('cantidad')} label="Cantidad" />
      <TextField {...bind('marcas')} label="Marcas" maxLength={255} />
      <TextField {...bind('contenedor')} label="Contenedor" optional maxLength={25} />
      <TextField {...bind('sello')} label="Sello" optional maxLength={20} />
      <TextField {...bind('emisorSello')} label="Emisor del sello" optional maxLength={70} />
    </>
  )
}
