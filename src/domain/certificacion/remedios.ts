// Refusals of the SII with what mends them (areas/certificacion §4): matched without accents or case, the first that fits.

import { foldText } from '../texto'

const REMEDIOS: readonly (readonly [pattern: RegExp, remedio: string])[] = [
  [/no esta en el envio/, 'Todos los documentos del set van en un solo envío: emita el set entero otra vez'],
  [
    /(datos|valores) de la linea .* no cuadran/,
    'Compare nombre, cantidad, precio y monto de esa línea con el texto del set, letra por letra',
  ],
  [
    /linea\(?s?\)? de referencia/,
    'Falta la referencia SET, o una de Aduana: revise las referencias del caso',
  ],
  [/recargo global/, 'La comisión va en la línea y no como recargo global, o al revés: revise el caso'],
  [
    /indicadores|despacho\/traslado/,
    'Revise el tipo de despacho y de traslado: un traslado interno no lleva tipo de despacho',
  ],
  [/documento de exportacion/, 'Revise tara, pesos, unidades, cláusula, bultos y países del caso'],
  [/encabezado no cuadran/, 'Con una comisión de IVA negativo no van IVAProp ni IVATerc'],
  [/lineas de resumen no cuadra/, 'El libro lleva sólo los documentos del set básico: 33, 61 y 56'],
  [
    /impuesto retenido|resumen doc \d+/,
    'La factura de compra y sus notas llevan el código 15 por todo el IVA',
  ],
  [/guias modificadas/, 'Una guía anulada lleva Anulado 2, no un monto modificado'],
  [/no tiene un set/, 'Declare el libro después de que su set quede conforme'],
  [/fecha no corresponde al envio/, 'Declare la fecha del día en que se subió el envío, dd-mm-aaaa'],
  [/envio no registrado|lnc/, 'Ese libro ya se cerró con ese número: envíelo otra vez y llevará uno nuevo'],
  [/lrh/, 'El resumen del libro no es la suma de su detalle'],
  [/lrs/, 'El libro no cumple el esquema: faltan ceros, o lleva montos negativos'],
  [/lrc/, 'La carátula del libro no es la que corresponde: ESPECIAL y TOTAL'],
  [/lrf/, 'La firma del libro no es válida: revise el certificado'],
  [/ref-2-780/, 'La anulación debe llevar los montos del documento que anula'],
  [/ref-2-781/, 'Una corrección de texto no lleva montos'],
  [/hed-3-834/, 'Revise los totales en otra moneda'],
  [/hed-2-804/, 'Un contenedor lleva IdContainer, Sello y EmisorSello, y los bultos llevan marcas'],
  [/hed-1-803/, 'Una exportación sin pago lleva totales cero'],
  [/dte-3-505/, 'La firma de un documento no es válida: revise el certificado'],
  [/fecha firma del ted/, 'El timbre va con la hora de Chile: ponga en hora el reloj del servidor'],
  [/rfr|\b106\b/, 'Quien firma debe tener «Enviar Doctos» en el registro de usuarios de maullin'],
]

/** The mend of a refusal; null for one that nobody has met. */
export function remedyOf(texto: string): string | null {
  const plain = foldText(texto)
  return REMEDIOS.find(([pattern]) => pattern.test(plain))?.[1] ?? null
}

/** The case that a refusal names, as in `CASO 5123401-6` or `Caso 6`; null where it names none. */
export function caseNamed(texto: string): number | null {
  const match = /\bcaso[\s-]+(?:\d+-)?(\d{1,3})\b/.exec(foldText(texto))
  return match ? Number(match[1]) : null
}
