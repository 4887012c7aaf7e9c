// Answers of a rehearsal to the questions of a set: customers, carrier, customs. All invented.

import { CONSTRUCTORA, IMPORTADOR, MANDANTE, RECOLECTOR, VECINOS } from '../domain/dte/ejemplos/personas'
import { EMPRESA } from './demo-personas'

/** The settlements of every set. */
export const AJUSTES = {
  receptores: [CONSTRUCTORA, VECINOS, MANDANTE, RECOLECTOR],
  receptores_extranjeros: [IMPORTADOR],
  propio: {
    rut: EMPRESA.rut,
    razon_social: EMPRESA.razon_social,
    giro: EMPRESA.giro,
    direccion: EMPRESA.direccion,
    comuna: EMPRESA.comuna,
  },
  traslado: {
    patente: 'KRTZ41',
    rut_transportista: '77123456-9',
    chofer: { rut: '15432198-5', nombre: 'Luis Núñez' },
  },
  tipo_cambio: '945.32',
  aduana: {
    cod_mod_venta: 1,
    cod_clau_venta: 5,
    cod_via_transp: 1,
    cod_pto_embarque: 906,
    cod_pto_desemb: 131,
    tara: 80,
    cod_unid_med_tara: 6,
    peso_bruto: 900,
    cod_unid_peso_bruto: 6,
    peso_neto: 820,
    cod_unid_peso_neto: 6,
    tipo_bultos: [{ cod_tpo_bultos: 28, cant_bultos: 12, marcas: 'S/M' }],
  },
}
