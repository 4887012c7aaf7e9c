// `compra` of a purchase invoice, which the buyer issues and withholds from, and of the notes over one (contract §4;
// formato-dte.md §2.5).

import { impuesto } from '../impuestos'
import type { TipoDocumento } from '../tipos'
import { entero, numero } from './lectores'
import type { Lector, Lectura } from './lectura'
import { campoComisiones } from './liquidacion'
import { objeto } from './objeto'
import type { Solicitud, SolicitudCompra } from './solicitud'

/** A withholding that the type may bear; its rate, when told, must be that of the law. */
const retencion = (tipo: TipoDocumento): Lector<SolicitudCompra['retencion']> => {
  const codigo: Lector<string> = (valor, campo, l) => {
    const code = entero({ desde: 1 })(valor, campo, l)
    if (code === undefined) return undefined
    const known = impuesto(String(code))
    if (known?.tipo === 'R' && known.tipos.includes(tipo.codigo)) return String(code)
    return l.fault(
      campo,
      'impuesto',
      `${campo}: ${code} no es una retención de un documento tipo ${tipo.codigo}`,
    )
  }
  const read = objeto<NonNullable<SolicitudCompra['retencion']>>([
    { nombre: 'codigo', tag: 'TipoImp', key: 'codigo', lector: codigo, requerido: true },
    { nombre: 'tasa', tag: 'TasaImp', key: 'tasa', lector: numero({ decimales: 2, enteros: 3, desde: '0' }) },
  ])
  return (valor, campo, l) => {
    const value = read(valor, campo, l)
    const tasa = value?.codigo && impuesto(value.codigo)?.tasa
    if (tasa && value.tasa !== undefined && value.tasa !== tasa) {
      return l.fault(
        `${campo}.tasa`,
        'tasa',
        `La tasa de la retención ${value.codigo} es ${tasa} %, no ${value.tasa} %`,
      )
    }
    return value
  }
}

/** The reader of the block: a note has its commissions alone. */
export const lectorCompra = (tipo: TipoDocumento): Lector<SolicitudCompra> =>
  objeto([
    ...(tipo.nota
      ? []
      : [
          {
            nombre: 'tipo_transaccion',
            tag: 'TpoTranCompra',
            key: 'tipoTransaccion',
            lector: entero({ desde: 1, hasta: 7 }),
          },
          { nombre: 'retencion', key: 'retencion', lector: retencion(tipo) },
        ]),
    campoComisiones(tipo),
  ])

/** What a note with commissions may be over: a purchase invoice, or a note over one that it voids. */
const CON_COMISIONES = new Set([46, 56, 61])

/** A note bears the block over such documents alone. */
export function checkCompra(
  { compra, referencias = [] }: Solicitud,
  { nota }: TipoDocumento,
  l: Lectura,
): void {
  if (!compra || !nota || referencias.some(({ tipoDocumento }) => CON_COMISIONES.has(Number(tipoDocumento))))
    return
  l.fault('compra', 'nota', 'compra va en una nota sobre una factura de compra: falta la referencia a una 46')
}

/** The request with its withholding on each affected line, as if it had been asked line by line. */
export function spreadRetencion(s: Solicitud, l: Lectura): Solicitud {
  const codigo = s.compra?.retencion?.codigo
  if (!codigo || !s.detalle) return s
  const twice = s.detalle.findIndex(({ impuestoAdicional }) => impuestoAdicional?.length)
  if (twice >= 0) {
    l.fault(
      `detalle[${twice}].impuesto_adicional`,
      'excluyente',
      'compra.retencion vale por todas las líneas afectas: no va junto con impuesto_adicional',
    )
    return s
  }
  return { ...s, detalle: s.detalle.map((d) => (d.exento ? d : { ...d, impuestoAdicional: [codigo] })) }
}
