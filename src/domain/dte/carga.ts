// The data about a document's goods on their way: their carrier, customs data, the place of issue and the
// origin of timber.

import type { Decimal } from './linea'

/** Transport data that may be declared as not held, by their names in a request (domain/dte §4.2). */
export type Declarable = 'patente' | 'patente_carro' | 'rut_transportista' | 'chofer'

/** The known data of an incompletely known driver; a foreigner has his passport's number. */
export interface ChoferParcial {
  rut?: string
  nombre?: string
  pasaporte?: string
}

/** How the goods travel. */
export interface Transporte {
  patente?: string
  patenteCarro?: string
  rutTransportista?: string
  chofer?: { rut: string; nombre: string }
  direccionDestino?: string
  comunaDestino?: string
  ciudadDestino?: string
  fechaSalida?: string
  /** `HH:MM:SS`, Chile. */
  horaSalida?: string
  fechaLlegada?: string
  aduana?: Aduana
  /**
   * The data not held when the document was made, and why the trip is long or the goods have no price. Never
   * elements.
   */
  noDisponible?: Declarable[]
  choferParcial?: ChoferParcial
  motivoProlongado?: string
  motivoSinPrecio?: string
  /** All that in words, as it ends the first line's description; printed with the transport. */
  declaracion?: string
}

/** Where a document is issued; coordinates as the client wrote them. */
export interface Georeferencia {
  latitudEmision: string
  longitudEmision: string
  sistemaReferencia: number
}

/** Primary timber: property rolls of the SII and coordinates of its origin and destination, and its CONAF plan. */
export interface Madera {
  comunaRolOrigen: number
  mnzRolOrigen: number
  prdRolOrigen: number
  comunaRolDestino: number
  mnzRolDestino: number
  prdRolDestino: number
  codPlanConaf: string
  avisoEjecucionFaena?: string
  latitudOrigenMadera: string
  longitudOrigenMadera: string
  latitudDestinoMadera: string
  longitudDestinoMadera: string
  sistemareferenciaMadera: number
}

/** Customs data of an export by customs' own codes (datos/aduana-*.json); any other field of the schema under its tag. */
export interface Aduana {
  codModVenta?: number
  codClauVenta?: number
  totClauVenta?: Decimal
  codViaTransp?: number
  codPtoEmbarque?: number
  codPtoDesemb?: number
  tara?: number
  codUnidMedTara?: number
  pesoBruto?: Decimal
  codUnidPesoBruto?: number
  pesoNeto?: Decimal
  codUnidPesoNeto?: number
  totBultos?: number
  tipoBultos?: { codTpoBultos?: number; cantBultos?: number; marcas?: string; [tag: string]: unknown }[]
  montoFlete?: Decimal
  montoSeguro?: Decimal
  codPaisRecep?: number
  codPaisDestin?: number
  [tag: string]: unknown
}
