// Words from which sets are drawn (simulator §23.1): items with &, ñ, quotes and length, and customs words with their codes, by a table of
// the reviewer's own.

import type { Palabra } from './filas'

/** Goods of an affected invoice. */
export const BIENES = [
  'Baldosa B&W',
  'Cañería de cobre 3/4"',
  'Perno "hexagonal" cincado',
  'Pintura látex ñandú',
  'Cajón de alerce',
  'Tornillos & tarugos',
  'Pañuelo de lana',
  "Llave inglesa 12'",
  'Cerámica esmaltada de segunda selección para piso interior y alto tráfico',
  'Relleno granular',
  'Cable eléctrico',
  'Sillón de mimbre',
] as const

export const SERVICIOS = [
  'HORAS MODELISTA',
  'HORAS PROGRAMADOR',
  'CAPACITACION USO CIGÜEÑALES',
  'DISEÑO & DIAGRAMACION',
  'TRADUCCION "TECNICA"',
  'ASESORIA EN PREVENCION DE RIESGOS DE LA FAENA Y SUS SUBCONTRATISTAS',
  'ARRIENDO DE SALA',
  'DERECHOS DE PEÑA FOLCLORICA',
] as const

export const PRODUCTOS = [
  'TABLAS DE RAULI',
  'CHATARRA DE ALUMINIO',
  'CEREZAS EN CAÑA',
  'LANA "MERINO" & MEZCLAS',
  'VINO TINTO CAJA 12X750',
  'HARINA DE PESCADO',
] as const

const words = (rows: readonly (readonly [string, number])[]): Palabra[] =>
  rows.map(([texto, codigo]) => ({ texto, codigo }))

export const FORMAS_PAGO = words([
  ['COB1', 1],
  ['COBRANZA', 2],
  ['ACRED', 11],
  ['CBOF', 12],
  ['ANTICIPO', 32],
])
export const SIN_PAGO_PALABRA: Palabra = { texto: 'SIN PAGO', codigo: 21 }
export const MODALIDADES = words([
  ['A FIRME', 1],
  ['BAJO CONDICION', 2],
  ['EN CONSIGNACION LIBRE', 3],
])
export const CLAUSULAS = words([
  ['CIF', 1],
  ['CFR', 2],
  ['FOB', 5],
  ['FCA', 10],
])
export const UNIDADES = words([
  ['U', 10],
  ['KN', 6],
  ['LT', 9],
  ['DOC', 11],
  ['MT', 14],
])
export const BULTOS = words([
  ['PALLETS', 80],
  ['CAJA DE CARTON', 22],
  ['SACO', 62],
  ['CONTENEDOR REFRIGERADO', 75],
  ['TAMBOR', 45],
])
/** How goods leave: the way, where from, where to, and the country. */
export const RUTAS: readonly (readonly [
  via: Palabra,
  embarque: Palabra,
  desembarque: Palabra,
  pais: Palabra,
])[] = [
  words([
    ['MARITIMA, FLUVIAL Y LACUSTRE', 1],
    ['VALPARAISO', 905],
    ['CALLAO', 252],
    ['PERU', 219],
  ]),
  words([
    ['MARITIMA, FLUVIAL Y LACUSTRE', 1],
    ['SAN ANTONIO', 906],
    ['BUENAVENTURA', 232],
    ['COLOMBIA', 202],
  ]),
  words([
    ['CARRETERO/TERRESTRE', 7],
    ['LOS LIBERTADORES', 965],
    ['MENDOZA', 264],
    ['ARGENTINA', 224],
  ]),
  words([
    ['MARITIMA, FLUVIAL Y LACUSTRE', 1],
    ['VALPARAISO', 905],
    ['ROTTERDAM', 622],
    ['ITALIA', 504],
  ]),
].map(([via, embarque, desembarque, pais]) => [via!, embarque!, desembarque!, pais!] as const)

export const MONEDAS = ['DOLAR USA', 'EURO'] as const
export const PAISES = words([
  ['BRASIL', 220],
  ['FRANCIA', 505],
  ['MEXICO', 216],
  ['URUGUAY', 223],
])
