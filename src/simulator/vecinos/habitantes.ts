// The neighbours of a company (simulator §21.1): names and ways are made up; each shows something that a
// real supplier or customer does.

/** How a neighbour behaves. */
export const TEMPLES = {
  proveedor: 'vende a crédito',
  proveedor_anula: 'vende a crédito y anula con nota lo que le reclaman, a los dos días',
  proveedor_windows: 'vende a crédito; su XML es de otro sistema (CRLF, sangría, windows-1252)',
  proveedor_contado: 'vende al contado',
  proveedor_notas: 'vende a crédito y devuelve parte de cada tercera factura con una nota',
  proveedor_desprolijo: 'vende a crédito; cada quinto correo suyo está mal',
  cliente_formal: 'da recibo a los dos días y acepta a los tres',
  cliente_callado: 'no dice nada: lo suyo se acepta al octavo día',
  cliente_reclama: 'reclama cada cuarta factura por su contenido y cada séptima por falta parcial',
  tenedor: 'pregunta cada semana al SII si le podrían ceder las facturas de la empresa, y le cuenta',
  tercero: 'no compra ni vende con facturas',
} as const

export type Temple = keyof typeof TEMPLES

interface Habitante {
  rut: string
  razonSocial: string
  giro: string
  actividad: number
  direccion: string
  comuna: string
  temple: Temple
  /** The goods it sells, with prices; for a customer, those that an earlier system sold it. */
  articulos: readonly [nombre: string, precio: number][]
}

const uno = (
  rut: string,
  razonSocial: string,
  giro: string,
  actividad: number,
  comuna: string,
  temple: Temple,
  articulos: [string, number][] = [],
): Habitante => ({
  rut,
  razonSocial,
  giro,
  actividad,
  direccion: `Camino Público ${actividad % 900}`,
  comuna,
  temple,
  articulos,
})

export const HABITANTES: readonly Habitante[] = [
  uno('90000011-1', 'Ferretera Andes S.A.', 'Venta de ferretería', 475201, 'Talca', 'proveedor', [
    ['Clavo corriente 2"', 1190],
    ['Cemento 25 kg', 4380],
    ['Martillo carpintero', 8990],
  ]),
  uno('90000012-K', 'Aceros del Maule S.A.', 'Venta de fierro', 466301, 'Maule', 'proveedor_anula', [
    ['Fierro 8 mm barra', 3690],
    ['Malla Acma C92', 41_900],
  ]),
  uno('90000013-8', 'Distribuidora Lircay Ltda.', 'Distribución', 469000, 'Pelarco', 'proveedor_windows', [
    ['Pintura látex galón', 12_750],
    ['Brocha 3"', 2140],
  ]),
  uno('90000014-6', 'Maderas Pencahue SpA', 'Aserradero', 161000, 'Pencahue', 'proveedor', [
    ['Pino 2x4 cepillado', 3290],
    ['Terciado 15 mm', 22_400],
  ]),
  uno(
    '90000015-4',
    'Transportes Colbún Ltda.',
    'Transporte de carga',
    492300,
    'Colbún',
    'proveedor_contado',
    [['Flete Talca a Linares', 65_000]],
  ),
  uno('90000016-2', 'Papelera Vilches S.A.', 'Venta de papel', 464901, 'San Clemente', 'proveedor_notas', [
    ['Resma oficio', 3990],
    ['Rollo térmico 80 mm', 1120],
  ]),
  uno('90000017-0', 'Servicios Quilvo SpA', 'Servicios de aseo', 812100, 'Romeral', 'proveedor_desprolijo', [
    ['Aseo mensual', 180_000],
  ]),
  uno('77123456-9', 'Constructora Río Claro SpA', 'Construcción', 410010, 'Río Claro', 'cliente_formal', [
    ['Andamio semanal', 32_500],
  ]),
  uno('90000018-9', 'Comercial Iloca Ltda.', 'Comercio', 471100, 'Licantén', 'cliente_callado', [
    ['Candado 40 mm', 4990],
  ]),
  uno('90000019-7', 'Hotel Vichuquén SpA', 'Hotelería', 551001, 'Vichuquén', 'cliente_reclama', [
    ['Llave de paso 1/2"', 7490],
  ]),
  uno('90000020-0', 'Agrícola San Clemente Ltda.', 'Cultivos', 11101, 'San Clemente', 'tercero'),
  uno('9876543-3', 'José Ñancupil Cárdenas', 'Servicios profesionales', 829900, 'Talca', 'tercero'),
  uno('90000021-9', 'Banco de Talca', 'Banca', 641910, 'Talca', 'tenedor'),
]

/** The neighbour whose letters never come: only the register knows its invoices. */
export const SIN_CORREO = '90000014-6'

/** The neighbour of a RUT; null when nobody of that RUT lives here. */
export const habitanteOf = (rut: string): Habitante | null =>
  HABITANTES.find((one) => one.rut === rut) ?? null
