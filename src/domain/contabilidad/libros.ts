// The books that vouchers are made of, and what each document of one comes to (areas/contabilidad §2).

/** A book of collection is none yet: nothing here keeps payments. */
export const LIBROS = {
  ventas: 'lo que la empresa vende, por el registro o por lo emitido aquí; las boletas, por día',
  compras: 'las compras en REGISTRO, y las facturas de compra propias',
  honorarios: 'las boletas de terceros emitidas',
} as const
export type Libro = keyof typeof LIBROS
export const NOMBRES_LIBRO = Object.keys(LIBROS) as Libro[]

/** The parts of a document, by book; those with `:` have a code behind it. A debit stands above zero. */
export const COMPONENTES = {
  ventas: {
    cliente: 'el total, que el cliente debe',
    neto: 'lo afecto',
    exento: 'lo exento',
    iva: 'el IVA débito',
    iva_fuera_plazo: 'el IVA de una nota de crédito que ya no rebaja el débito',
    iva_terceros: 'el IVA de quien encargó la venta',
    'impuesto:': 'un impuesto adicional, con su código',
    comision: 'la comisión de una liquidación-factura',
    garantia_envases: 'depósitos por envases',
    credito_constructora: 'el crédito especial de empresas constructoras',
    zona_franca: 'el impuesto de zona franca (ley 18.211)',
    redondeo: 'lo que a las partes les falta del total',
  },
  compras: {
    neto: 'lo afecto',
    activo_fijo: 'lo afecto que es activo fijo',
    exento: 'lo exento',
    iva: 'el IVA crédito',
    iva_uso_comun: 'el IVA de uso común',
    'iva_no_recuperable:': 'el IVA sin derecho a crédito, con su código',
    'impuesto:': 'otro impuesto, con su código',
    iva_retenido: 'el IVA que la empresa retiene en sus facturas de compra',
    comision: 'la comisión de una liquidación-factura recibida',
    proveedor: 'el total, que se debe al proveedor',
    redondeo: 'lo que a las partes les falta del total',
  },
  honorarios: {
    bruto: 'el honorario bruto',
    retencion: 'la retención',
    liquido: 'lo que se paga a la persona',
    redondeo: 'lo que a las partes les falta del total',
  },
} as const satisfies Readonly<Record<Libro, Readonly<Record<string, string>>>>

/** The names of a book's parts as people write them. */
export const componentesWords = (libro: Libro): string =>
  Object.keys(COMPONENTES[libro])
    .map((name) => (name.endsWith(':') ? `${name}<código>` : name))
    .join(', ')

/** Whether a rule of a book may name a part: whole, or without its code for all codes. */
export function isComponente(libro: Libro, componente: string): boolean {
  const known = COMPONENTES[libro] as Readonly<Record<string, string>>
  if (componente in known) return !componente.endsWith(':')
  if (`${componente}:` in known) return true
  const [name, codigo, ...more] = componente.split(':')
  return !more.length && `${name}:` in known && /^[a-z0-9_]{1,30}$/.test(codigo ?? '')
}

/** How documents become vouchers. */
export const AGRUPACIONES = {
  documento: 'un asiento por documento',
  dia: 'uno por día',
  mes: 'uno por mes',
} as const
export type Agrupacion = keyof typeof AGRUPACIONES
