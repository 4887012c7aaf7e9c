// An export: its currency, and what customs is told of the goods (http §2). A guide to an export has the customs side alone.

import { tipoDocumento } from '../../../domain/dte/tipos'
import type { SolicitudEmitida } from '../../api/routes.gen'
import { formatNumber } from '../../ui/format'
import type { Block } from '../block'
import { createReader, withoutUndefined } from '../read'

export type Bulto = Readonly<
  Record<'tipo' | 'cantidad' | 'marcas' | 'contenedor' | 'sello' | 'emisorSello', string>
>

export const emptyBulto: Bulto = {
  ...{ tipo: '', cantidad: '', marcas: '', contenedor: '', sello: '', emisorSello: '' },
}

/** Fields of customs that are a code of one of its tables. */
const CODES = [
  ...['cod_mod_venta', 'cod_clau_venta', 'cod_via_transp', 'cod_pto_embarque', 'cod_pto_desemb'],
  ...['cod_unid_med_tara', 'cod_unid_peso_bruto', 'cod_unid_peso_neto', 'cod_pais_destin'],
] as readonly CodeField[]
export type CodeField =
  | ('cod_mod_venta' | 'cod_clau_venta' | 'cod_via_transp' | 'cod_pto_embarque' | 'cod_pto_desemb')
  | ('cod_unid_med_tara' | 'cod_unid_peso_bruto' | 'cod_unid_peso_neto' | 'cod_pais_destin')
const AMOUNTS = [
  ...['tot_clau_venta', 'peso_bruto', 'peso_neto', 'monto_flete', 'monto_seguro'],
] as readonly AmountField[]
type AmountField = 'tot_clau_venta' | 'peso_bruto' | 'peso_neto' | 'monto_flete' | 'monto_seguro'
const TEXTS = [
  ...['nombre_transp', 'rut_cia_transp', 'nom_cia_transp', 'booking', 'operador'],
] as readonly TextField[]
type TextField = 'nombre_transp' | 'rut_cia_transp' | 'nom_cia_transp' | 'booking' | 'operador'
export type AduanaField = CodeField | AmountField | TextField | 'tara'

export interface Exportacion
  extends Readonly<
    Record<
      'pais' | 'moneda' | 'cambio' | 'bultos' | 'formaPago' | 'servicio' | 'cancelacion' | 'vence',
      string
    >
  > {
  aduana: Readonly<Record<AduanaField, string>>
  paquetes: readonly Bulto[]
  /** Customs data of a repeated document that no field shows. */
  resto: Readonly<Record<string, unknown>>
}

const FIELDS: readonly AduanaField[] = [...CODES, ...AMOUNTS, ...TEXTS, 'tara']

const EMPTY: Exportacion = {
  ...{
    pais: '',
    moneda: '',
    cambio: '',
    bultos: '',
    formaPago: '',
    servicio: '',
    cancelacion: '',
    vence: '',
  },
  aduana: Object.fromEntries(FIELDS.map((field) => [field, ''])) as Exportacion['aduana'],
  paquetes: [],
  resto: {},
}

type Reader = ReturnType<typeof createReader>

const text = (value: unknown): string => (value === undefined ? '' : String(value))
const number = (value: unknown): string => (value === undefined ? '' : formatNumber(String(value)))
const code = (value: string): number | undefined => (value ? Number(value) : undefined)

function aduanaToBody({ aduana, paquetes, resto }: Exportacion, reader: Reader): object {
  const at = (field: string): string => `exportacion.aduana.${field}`
  const read = (field: AduanaField): unknown => {
    const value = aduana[field]
    if (CODES.some((one) => one === field)) return code(value)
    if (AMOUNTS.some((one) => one === field)) return reader.decimal(value, at(field))
    if (field === 'tara') return reader.count(value, at(field))
    return field === 'rut_cia_transp' ? reader.rut(value, at(field)) : reader.text(value)
  }
  const tipo_bultos = paquetes.map(({ tipo, cantidad, marcas, contenedor, sello, emisorSello }, i) =>
    withoutUndefined({
      cod_tpo_bultos: code(tipo),
      cant_bultos: reader.count(cantidad, at(`tipo_bultos[${i}].cant_bultos`)),
      marcas: reader.text(marcas),
      id_container: reader.text(contenedor),
      sello: reader.text(sello),
      emisor_sello: reader.text(emisorSello),
    }),
  )
  return withoutUndefined({
    ...resto,
    ...Object.fromEntries(FIELDS.map((field) => [field, read(field)])),
    tipo_bultos: tipo_bultos.length ? tipo_bultos : undefined,
  })
}

function aduanaFrom(asked: object): Pick<Exportacion, 'aduana' | 'paquetes' | 'resto'> {
  const { tipo_bultos = [], ...said } = asked as Record<string, unknown> & { tipo_bultos?: object[] }
  const shown = (field: AduanaField): string =>
    AMOUNTS.some((one) => one === field) || field === 'tara' ? number(said[field]) : text(said[field])
  return {
    aduana: Object.fromEntries(FIELDS.map((field) => [field, shown(field)])) as Exportacion['aduana'],
    paquetes: tipo_bultos.map((bulto) => {
      const one = bulto as Record<string, unknown>
      return {
        tipo: text(one.cod_tpo_bultos),
        cantidad: number(one.cant_bultos),
        marcas: text(one.marcas),
        contenedor: text(one.id_container),
        sello: text(one.sello),
        emisorSello: text(one.emisor_sello),
      }
    }),
    resto: Object.fromEntries(Object.entries(said).filter(([key]) => !FIELDS.some((field) => field === key))),
  }
}

export const exportacion: Block<Exportacion> = {
  id: 'exportacion',
  title: 'Exportación',
  place: 'visible',
  initial: EMPTY,
  keys: ['exportacion', 'fecha_vencimiento', 'ind_servicio'],
  toBody(state, tipo) {
    const reader = createReader()
    const { decimal, count } = reader
    const foreign = tipoDocumento(tipo).monedaExtranjera
    const aduana = aduanaToBody(state, reader)
    const body = withoutUndefined({
      cod_pais_recep: code(state.pais),
      tot_bultos: count(state.bultos, 'exportacion.tot_bultos'),
      ...(foreign && {
        moneda: state.moneda || undefined,
        tipo_cambio: decimal(state.cambio, 'exportacion.tipo_cambio'),
        ind_servicio: code(state.servicio) as 3 | undefined,
        fecha_cancelacion: state.cancelacion || undefined,
      }),
      forma_pago_exp: code(state.formaPago) as 1 | undefined,
      aduana: Object.keys(aduana).length ? aduana : undefined,
    })
    return {
      body: {
        ...((foreign || Object.keys(body).length > 0) && { exportacion: body }),
        ...(foreign && state.vence && { fecha_vencimiento: state.vence }),
      },
      faults: reader.faults,
    }
  },
  fromRequest: ({ exportacion: asked = {}, fecha_vencimiento, ind_servicio }) => ({
    pais: text(asked.cod_pais_recep),
    moneda: text(asked.moneda),
    cambio: number(asked.tipo_cambio),
    bultos: number(asked.tot_bultos),
    formaPago: text(asked.forma_pago_exp),
    servicio: text(asked.ind_servicio ?? ind_servicio),
    cancelacion: text(asked.fecha_cancelacion),
    vence: text(fecha_vencimiento),
    ...aduanaFrom(asked.aduana ?? {}),
  }),
  // The goods have travelled: a note is about money.
  forNote: ({ exportacion: asked = {} }: SolicitudEmitida) => ({
    ...EMPTY,
    pais: text(asked.cod_pais_recep),
    moneda: text(asked.moneda),
    cambio: number(asked.tipo_cambio),
    formaPago: text(asked.forma_pago_exp),
  }),
}
