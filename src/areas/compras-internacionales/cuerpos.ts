// The bodies about a purchase from abroad (areas/compras-internacionales §1).

import { type Static, Type } from '@sinclair/typebox'
import { isMoneda, isPais } from '../../domain/codigos-iso'
import type { CampoDudoso, PropuestaCompra } from '../../domain/compra-internacional'
import { micro } from '../../domain/decimal'
import { type Fault, faultsError } from '../../domain/errors'
import { addDays, isDate } from '../../domain/fecha'
import { Exact, Nullable } from '../../http/envelope'
import { Base64, Fecha } from '../../http/formats'
import { Ruled } from '../../http/rule'
import { exactDecimal, PESO } from '../tipos-cambio'

const linea = (maxLength: number, examples: string[]) =>
  Nullable(
    Type.String({
      minLength: 1,
      maxLength,
      pattern: '\\S',
      mensaje: 'Debe tener letras o números',
      examples,
    }),
  )

const decimalText = (examples: string[], positivo: boolean) =>
  Nullable(
    Ruled(Type.String({ maxLength: 30, examples }), (text) => {
      const value = exactDecimal(text)
      if (value === null || value[0] === '-' || value.split('.')[0]!.length > 12)
        return [
          {
            regla: 'numero',
            mensaje: 'Debe ser un número con punto decimal y a lo más seis decimales, como "1250.00"',
          },
        ]
      return positivo && !/[1-9]/.test(value) ? [{ regla: 'minimo', mensaje: 'Debe ser mayor que cero' }] : []
    }),
  )

const codigo = (is: (text: string) => boolean, mensaje: string, examples: string[]) =>
  Ruled(Type.String({ examples }), (text) => (is(text) ? [] : [{ regla: 'codigo', mensaje }]))

const campos = {
  proveedor: Type.Optional(
    Exact({
      nombre: Type.Optional(linea(100, ['Blue Harbor Cloud LLC'])),
      pais: Type.Optional(
        Nullable(codigo(isPais, 'Debe ser el código ISO de un país, de dos letras mayúsculas: US', ['US'])),
      ),
      tax_id: Type.Optional(linea(40, ['98-7654321'])),
      direccion: Type.Optional(linea(200, ['1200 Pier 9, Seattle'])),
    }),
  ),
  numero: Type.Optional(linea(60, ['INV-2231'])),
  fecha: Type.Optional(Nullable(Fecha({ examples: ['2026-11-05'] }))),
  moneda: Type.Optional(
    Nullable(
      codigo(isMoneda, 'Debe ser el código ISO de una moneda, de tres letras mayúsculas: USD', ['USD']),
    ),
  ),
  monto: Type.Optional(decimalText(['1250.00'], true)),
  impuesto_extranjero: Type.Optional(decimalText(['0.00'], false)),
  descripcion: Type.Optional(linea(500, ['Cloud hosting'])),
  tipo_cambio: Type.Optional({
    ...decimalText(['945.32'], true),
    description:
      'Pesos por unidad, escrito a mano: reemplaza al de las tablas (`fuente: "manual"`). null vuelve a ellas; el mismo que se muestra confirma el de un estado de cuenta.',
  }),
}

const Cambios = Exact(campos, { minProperties: 1 })
export type Correcciones = Static<typeof Cambios>

/** Body of PUT /:id: what is absent stays. */
export const correccionesOf = (hoy: () => string) => Ruled(Cambios, (body) => datosFaults(body, hoy()))

const EJEMPLO = {
  proveedor: {
    nombre: 'Blue Harbor Cloud LLC',
    pais: 'US',
    tax_id: '98-7654321',
    direccion: '1200 Pier 9, Seattle',
  },
  numero: 'INV-2231',
  fecha: '2026-11-05',
  moneda: 'USD',
  monto: '1250.00',
  descripcion: 'Cloud hosting',
}

const Nueva = Exact(
  {
    archivo_base64: Type.Optional(
      Base64({
        description:
          'PDF, XML (UBL o CII), EML, PNG o JPEG en base64; o como `archivo` en multipart/form-data. Sin él, los datos van en los demás campos.',
        examples: ['JVBERi0xLjQK'],
      }),
    ),
    nombre: Type.Optional(
      Type.String({ maxLength: 255, description: 'Cómo se llama el archivo.', examples: ['INV-2231.pdf'] }),
    ),
    ...campos,
  },
  { minProperties: 1, examples: [EJEMPLO] },
)

/** Body of POST /: a file, or the data themselves. */
export const nuevaCompraOf = (hoy: () => string) =>
  Ruled(Nueva, ({ archivo_base64, nombre, ...datos }) => {
    if (archivo_base64 === undefined) {
      const mensaje = 'Es el nombre del archivo, y no viene ninguno'
      const sobra: Fault[] = nombre === undefined ? [] : [{ campo: 'nombre', regla: 'sobra', mensaje }]
      return [...sobra, ...datosFaults(datos, hoy())]
    }
    const mensaje = 'Con un archivo los datos se leen de él: envíe uno u otros'
    return Object.keys(datos).map((campo) => ({ campo, regla: 'excluyente', mensaje }))
  })

/** How far ahead of today an invoice may be dated: who bills by the month dates some in advance. */
const ADELANTO_MAX = 60

/** The faults of data against each other and the day; unreadable numbers and dates are told elsewhere. */
function datosFaults(
  { fecha, moneda, monto, impuesto_extranjero, tipo_cambio }: Correcciones,
  hoy: string,
): Fault[] {
  const faults: Fault[] = []
  if (moneda === PESO && tipo_cambio && exactDecimal(tipo_cambio) !== '1')
    faults.push({ campo: 'tipo_cambio', regla: 'sobra', mensaje: 'El peso chileno no lleva tipo de cambio' })
  if (fecha && isDate(fecha) && fecha > addDays(hoy, ADELANTO_MAX))
    faults.push({ campo: 'fecha', regla: 'futura', mensaje: `La factura no puede ser del ${fecha}` })
  const [whole, tax] = [monto, impuesto_extranjero].map((text) => text && exactDecimal(text))
  if (whole && tax && micro(tax) > micro(whole))
    faults.push({
      campo: 'impuesto_extranjero',
      regla: 'maximo',
      mensaje: 'El impuesto no puede ser mayor que el monto total, que lo incluye',
    })
  return faults
}

/** The faults of a correction, with its rate, against the stored purchase. Throws VALIDATION_ERROR. */
export function checkPropuesta(
  { fecha, moneda, monto, impuestoExtranjero }: PropuestaCompra,
  { tipo_cambio }: Pick<Correcciones, 'tipo_cambio'>,
  hoy: string,
): void {
  const datos = {
    fecha,
    moneda,
    monto,
    impuesto_extranjero: impuestoExtranjero,
    tipo_cambio: tipo_cambio ?? null,
  }
  const faults = datosFaults(datos, hoy)
  if (faults.length) throw faultsError(faults)
}

/** The proposal with corrections in the place of what it had. */
export function corrected(
  { proveedor, ...rest }: PropuestaCompra,
  { proveedor: corregido = {}, impuesto_extranjero, tipo_cambio: _, ...otros }: Correcciones,
): PropuestaCompra {
  const { tax_id, ...who } = corregido
  return {
    proveedor: { ...proveedor, ...who, ...(tax_id !== undefined && { taxId: tax_id }) },
    ...rest,
    ...otros,
    ...(impuesto_extranjero !== undefined && { impuestoExtranjero: impuesto_extranjero }),
  }
}

/** The doubts that a correction leaves open: whoever writes a field has looked at it. */
export function stillDudosos(
  dudosos: readonly CampoDudoso[],
  { proveedor = {}, ...rest }: Correcciones,
): CampoDudoso[] {
  const said = new Set([...Object.keys(proveedor).map((name) => `proveedor.${name}`), ...Object.keys(rest)])
  return dudosos.filter(({ campo }) => !said.has(campo))
}
