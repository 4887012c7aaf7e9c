// The warnings for a reader of the monthly return, each with its amount: what was not placed, must not be
// declared, or was taken for something (domain/rcv §6).

import type { CodigoAdvertencia } from '../advertencias'
import { impuesto } from '../dte/impuestos'
import type { Lado } from './columnas'
import type { Destino } from './f29-destino'

export interface AvisoF29 {
  code: CodigoAdvertencia
  campo: string
  mensaje: string
  documentos: number
  monto: number
  /** The VAT in the amount. */
  iva: number
}

type Dicho = NonNullable<Destino['aviso']>

/** The column of other taxes, in the name of a warning's place. */
export const OTRO = 'otrosImpuestos'

export function otroAviso(codigo: number | null, aviso: string | undefined): Dicho {
  if (codigo === null) {
    const mensaje = 'otros impuestos: cuáles son sólo lo dicen los archivos del registro'
    return { code: 'F29_NOT_PLACED', mensaje }
  }
  const nombre = impuesto(String(codigo))?.nombre
  const which = `impuesto ${codigo}${nombre ? ` (${nombre})` : ''}`
  return aviso
    ? { code: 'F29_NOT_COMPUTED', mensaje: `${which}: ${aviso}` }
    : { code: 'F29_NOT_PLACED', mensaje: `${which}: ninguna línea lo toma del registro` }
}

export const TARDIOS: Dicho = {
  code: 'F29_NOT_DECLARED',
  mensaje: 'otros impuestos de notas de crédito fuera de plazo: no se declaran',
}

/** Columns whose amount is VAT. */
export const isIva = (columna: string): boolean =>
  /^iva|Iva$|^retenido|^diferencia|^excesoFueraPlazo$/.test(columna)

/** As much of a stranger's word as a warning repeats. */
const DICHO_MAX = 40

/** Warns of a document whose kind no list has; the first such word stands for the others. */
export function sinTipo(lado: Lado, glosa: string | null): Dicho {
  const columna = lado === 'venta' ? '«Tipo Venta»' : '«Tipo Compra»'
  const como = 'se tomó como del giro: si es activo fijo, bien raíz u otro, va en otros códigos'
  const mensaje = glosa?.trim()
    ? `${columna} con palabras que el SII no tiene, como «${glosa.slice(0, DICHO_MAX)}»; ${como}`
    : `el registro trae ${columna} vacío; ${como}`
  return { code: 'F29_NOT_PLACED', mensaje }
}

/** Warnings as they come, those of one kind and place added up. */
export function createAvisosF29() {
  const avisos = new Map<string, AvisoF29>()
  function warn(
    { code, mensaje }: Dicho,
    { campo, documentos, monto, iva }: Pick<AvisoF29, 'campo' | 'documentos' | 'monto' | 'iva'>,
    cual = mensaje,
  ): void {
    const key = `${code}/${campo}/${cual}`
    const aviso = avisos.get(key)
    if (!aviso) avisos.set(key, { code, campo, mensaje, documentos, monto, iva })
    else {
      aviso.documentos += documentos
      aviso.monto += monto
      aviso.iva += iva
    }
  }
  return { warn, list: (): AvisoF29[] => [...avisos.values()] }
}
