// An export: its currency, and what customs is told of the goods (http §2). A guide to an export has the customs side alone.

import { tipoDocumento } from '../../../domain/dte/tipos'
import type { SolicitudEmitida } from '../../api/routes.gen'
import { createReader } from '../../ui/read'
import type { Block } from '../block'
import { bodyFrom, emptyOf, named, some, type Table, type Texts, textsFrom } from './table'

type Pedida = NonNullable<SolicitudEmitida['exportacion']>
type Aduana = NonNullable<Pedida['aduana']>

/** Every document with this block has them. */
const COMUN = {
  pais: ['cod_pais_recep', 'code'],
  bultos: ['tot_bultos', 'count'],
  formaPago: ['forma_pago_exp', 'code'],
} as const satisfies Table<Pedida>

/** Only a document in another currency has them. */
const EXTRANJERA = {
  ...named('text', 'moneda'),
  cambio: ['tipo_cambio', 'decimal'],
  servicio: ['ind_servicio', 'code'],
  cancelacion: ['fecha_cancelacion', 'date'],
} as const satisfies Table<Pedida>

export const EXPORTACION = { ...COMUN, ...EXTRANJERA } as const

export const VENCIMIENTO = { vence: ['fecha_vencimiento', 'date'] } as const satisfies Table<SolicitudEmitida>

export const ADUANA = {
  ...named('code', 'cod_mod_venta', 'cod_clau_venta', 'cod_via_transp', 'cod_pto_embarque', 'cod_pto_desemb'),
  ...named('code', 'cod_unid_med_tara', 'cod_unid_peso_bruto', 'cod_unid_peso_neto', 'cod_pais_destin'),
  ...named('decimal', 'tot_clau_venta', 'peso_bruto', 'peso_neto', 'monto_flete', 'monto_seguro'),
  ...named('text', 'nombre_transp', 'nom_cia_transp', 'booking', 'operador'),
  ...named('rut', 'rut_cia_transp'),
  ...named('count', 'tara'),
} as const satisfies Table<Aduana>
export type AduanaField = keyof typeof ADUANA

export const BULTO = {
  tipo: ['cod_tpo_bultos', 'code'],
  cantidad: ['cant_bultos', 'count'],
  ...named('text', 'marcas', 'sello'),
  contenedor: ['id_container', 'text'],
  emisorSello: ['emisor_sello', 'text'],
} as const satisfies Table<NonNullable<Aduana['tipo_bultos']>[number]>

export type Bulto = Texts<typeof BULTO>

export const emptyBulto = emptyOf(BULTO)

export const EN_ADUANA = 'exportacion.aduana'

export interface Exportacion extends Texts<typeof EXPORTACION & typeof VENCIMIENTO> {
  aduana: Texts<typeof ADUANA>
  paquetes: readonly Bulto[]
  /** Customs data of a repeated document that no field shows. */
  resto: Readonly<Record<string, unknown>>
}

const EMPTY: Exportacion = {
  ...emptyOf({ ...EXPORTACION, ...VENCIMIENTO }),
  aduana: emptyOf(ADUANA),
  paquetes: [],
  resto: {},
}

type Reader = ReturnType<typeof createReader>

function aduanaToBody({ aduana, paquetes, resto }: Exportacion, reader: Reader): Aduana {
  const tipo_bultos = paquetes.map((bulto, i) =>
    bodyFrom(BULTO, bulto, `${EN_ADUANA}.tipo_bultos[${i}]`, reader),
  )
  return {
    ...resto,
    ...bodyFrom(ADUANA, aduana, EN_ADUANA, reader),
    ...(tipo_bultos.length && { tipo_bultos }),
  }
}

function aduanaFrom({
  tipo_bultos = [],
  ...said
}: Aduana): Pick<Exportacion, 'aduana' | 'paquetes' | 'resto'> {
  return {
    aduana: textsFrom(ADUANA, said),
    paquetes: tipo_bultos.map((bulto) => textsFrom(BULTO, bulto)),
    resto: Object.fromEntries(Object.entries(said).filter(([key]) => !(key in ADUANA))),
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
    const foreign = tipoDocumento(tipo).monedaExtranjera
    const aduana = aduanaToBody(state, reader)
    const body = {
      ...bodyFrom(foreign ? EXPORTACION : COMUN, state, 'exportacion', reader),
      ...(some(aduana) && { aduana }),
    }
    return {
      body: {
        ...((foreign || some(body)) && { exportacion: body }),
        ...(foreign && bodyFrom(VENCIMIENTO, state, '', reader)),
      },
      faults: reader.faults,
    }
  },
  fromRequest: (asked) => ({
    ...textsFrom(EXPORTACION, { ind_servicio: asked.ind_servicio, ...asked.exportacion }),
    ...textsFrom(VENCIMIENTO, asked),
    ...aduanaFrom(asked.exportacion?.aduana ?? {}),
  }),
  // The goods have travelled: a note is about money.
  forNote: ({ exportacion: asked = {} }) => {
    const { pais, moneda, cambio, formaPago } = textsFrom(EXPORTACION, asked)
    return { ...EMPTY, pais, moneda, cambio, formaPago }
  },
}
