// `compra` of a purchase invoice, which the buyer issues and withholds from, and of the notes over one (http §4;
// domain/dte §6.5).

import { impuesto, tasaDe } from '../impuestos'
import { filaDe, type TipoDocumento } from '../tipos'
import { entero, numero } from './lectores'
import type { Lector, Lectura } from './lectura'
import { campoComisiones } from './liquidacion'
import { objeto } from './objeto'
import type { Solicitud, SolicitudCompra } from './solicitud'

/** A withholding that the type may bear. */
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
  return objeto<NonNullable<SolicitudCompra['retencion']>>([
    { nombre: 'codigo', tag: 'TipoImp', key: 'codigo', lector: codigo, requerido: true },
    { nombre: 'tasa', tag: 'TasaImp', key: 'tasa', lector: numero({ decimales: 2, enteros: 3, desde: '0' }) },
  ])
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

/**
 * The buyer withholds the IVA of a purchase invoice and pays it to the SII: one that withholds nothing is
 * told, unless it says so by its code (49), which is a withholding of 0 %.
 */
function warnSinRetencion({ detalle = [] }: Solicitud, { delComprador }: TipoDocumento, l: Lectura): void {
  if (!delComprador) return
  const afectas = detalle.filter(({ exento }) => !exento)
  const codigos = afectas.flatMap(({ impuestoAdicional = [] }) => impuestoAdicional)
  if (!afectas.length || codigos.some((codigo) => impuesto(codigo)?.tipo === 'R')) return
  l.warn(
    'NO_RETENTION',
    'compra.retencion',
    'La factura de compra no retiene el IVA: se paga entero a quien vende. Si la empresa debe retenerlo, va en compra.retencion (código 15, el total); si no, dígalo con el código 49',
  )
}

/**
 * The rate of a withholding, when told, must be that of the law on the day; a note bears the block over a purchase invoice
 * alone, or over a note that may be over one.
 */
export function checkCompra(s: Solicitud, tipo: TipoDocumento, fecha: string, l: Lectura): void {
  const { compra, referencias = [] } = s
  warnSinRetencion(s, tipo, l)
  const { codigo, tasa } = compra?.retencion ?? {}
  const vigente = codigo && tasaDe(impuesto(codigo)!, fecha)
  if (vigente && tasa !== undefined && tasa !== vigente) {
    const mensaje = `La tasa de la retención ${codigo} es ${vigente} %, no ${tasa} %`
    l.fault('compra.retencion.tasa', 'tasa', mensaje)
  }
  if (!compra || !tipo.nota || referencias.some((ref) => filaDe(ref.tipoDocumento)?.bloques.compra)) return
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
