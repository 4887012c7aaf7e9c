// Lines of a withholding agent: the product by its CPCS code, the unit and the count of its table (domain/dte §6.6, §9).

import { CPCS, findProducto, isDeRegimen, POR_CABEZA } from '../../domain/dte/cpcs'
import { hijo, hijos, texto, textoEn } from './nodo'
import type { Note } from './note'
import type { DteLeido } from './parse-sobre'

export function checkRetenedor({ documento }: DteLeido, note: Note): void {
  for (const [i, linea] of hijos(documento, 'Detalle').entries()) {
    if (textoEn(linea, 'Retenedor/IndAgente') !== 'R') continue
    const falta = (tag: string, mensaje: string) =>
      note('DET-2-906', `Detalle[${i + 1}]/${tag}`, mensaje, linea)
    const impuestos = hijos(linea, 'CodImpAdic').map((codigo) => texto(codigo).trim())
    const codigo = hijo(linea, 'CdgItem')
    const producto =
      textoEn(codigo, 'TpoCodigo') === CPCS ? findProducto(textoEn(codigo, 'VlrCodigo')) : undefined
    // Gold and margins of trade have no code in the table.
    if (!producto && (impuestos.length === 0 || impuestos.some(isDeRegimen))) {
      falta('CdgItem', 'El primer código de una línea con IndAgente R es su producto CPCS')
    }
    const unidad = textoEn(linea, 'UnmdItem')
    if (producto?.unidades.length && !producto.unidades.includes(unidad)) {
      falta('UnmdItem', `El producto ${producto.codigo} se mide en ${producto.unidades.join(', ')}`)
    }
    if (producto?.unidades.length && !hijo(linea, 'QtyItem')) falta('QtyItem', 'Falta QtyItem')
    const porCabeza = producto?.unidadRef != null || impuestos.some((impuesto) => POR_CABEZA.has(impuesto))
    if (porCabeza && !hijo(linea, 'QtyRef')) falta('QtyRef', 'Falta QtyRef, el número de cabezas')
  }
}
