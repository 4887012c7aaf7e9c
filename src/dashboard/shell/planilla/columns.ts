// The columns of a batch: one row a line of a document; what is of the whole document stands in its first row.

/** The columns of the document. */
export const OF_DOCUMENT = [
  ...(['tipo_dte', 'fecha_emision', 'rut', 'razon_social', 'giro', 'direccion', 'comuna', 'ciudad'] as const),
  ...([
    'email',
    'forma_pago',
    'fecha_vencimiento',
    'con_iva',
    'observaciones',
    'referencia_externa',
  ] as const),
  ...(['ref_tipo', 'ref_folio', 'ref_fecha', 'ref_codigo', 'ref_razon'] as const),
] as const
/** The columns of a line. */
export const OF_LINE = [
  ...(['item', 'descripcion', 'codigo', 'cantidad', 'unidad', 'precio', 'descuento', 'exento'] as const),
] as const
export type Columna = 'documento' | (typeof OF_DOCUMENT)[number] | (typeof OF_LINE)[number]
export const COLUMNAS: readonly Columna[] = ['documento', ...OF_DOCUMENT, ...OF_LINE]

const ALIASES: Readonly<Record<string, Columna>> = {
  ...{ tipo: 'tipo_dte', fecha: 'fecha_emision', rut_receptor: 'rut', nombre: 'item', detalle: 'item' },
  ...{ producto: 'item', correo: 'email', vencimiento: 'fecha_vencimiento', cliente: 'razon_social' },
  ...{
    precio_unitario: 'precio',
    glosa: 'item',
    referencia: 'referencia_externa',
    precio_con_iva: 'con_iva',
  },
}

/** The column that a heading names, in any case and accents. */
export function columnOf(heading: string): Columna | undefined {
  const name = heading
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .trim()
    .replace(/[^a-z0-9]+/g, '_')
  return COLUMNAS.find((one) => one === name) ?? ALIASES[name]
}

/** Where the API's path stands in the table: the column of its last names. */
const PATHS: Readonly<Record<string, Columna>> = {
  ...{
    'detalle.nombre': 'item',
    'detalle.descuento_pct': 'descuento',
    'detalle.descuento_monto': 'descuento',
  },
  ...{ precio_incluye_iva: 'con_iva', 'referencias.tipo_documento': 'ref_tipo' },
  ...{ 'referencias.folio': 'ref_folio', 'referencias.fecha': 'ref_fecha' },
  ...{ 'referencias.codigo': 'ref_codigo', 'referencias.razon': 'ref_razon' },
}

/** Column of a path of the API, and which line of the document it is about; null where no column holds it. */
export function placeOfPath(path: string): { columna: Columna | null; linea: number } {
  const linea = Number(/^detalle\[(\d+)\]/.exec(path)?.[1] ?? 0)
  const plain = path.replace(/\[\d+\]/g, '')
  const last = /\w*$/.exec(plain)?.[0] ?? ''
  return { columna: PATHS[plain] ?? COLUMNAS.find((one) => one === last) ?? null, linea }
}

/** A batch of two documents, to begin from. */
export const EJEMPLO = [
  'documento;tipo_dte;rut;razon_social;giro;direccion;comuna;item;cantidad;precio;descuento;exento',
  '1;33;77.123.456-9;Constructora Río Claro SpA;Obras de edificación;Camino a Pelarco Km 3,5;Pelarco;Cemento 25 kg;10;4.180;;',
  '1;;;;;;;Fierro 12 mm;5;7.990;8%;',
  '2;39;;;;;;Taladro;1;9.990;;',
].join('\r\n')
