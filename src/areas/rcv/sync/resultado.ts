// The result of reading a month at the SII, as the request, the job and the event tell it.

import type { CodigoAdvertencia } from '../../../domain/advertencias'
import type { Lado } from '../../../domain/rcv/columnas'
import type { Titular } from '../../../domain/titular'
import type { Sincronizacion, Total } from '../tramos'
import type { Incompleto } from './read'

export type Conteos = { lado: Lado; cambio: string; n: number }[]

interface Leido {
  titular: Titular
  periodo: string
  counts: Conteos
  vinculadas: number
  incompletos: readonly Incompleto[]
  sincronizacion: Sincronizacion
  resumen: readonly Total[]
}

export function resultOf(leido: Leido) {
  const { titular, periodo, counts, vinculadas, incompletos, sincronizacion, resumen } = leido
  const countOf = (lado: Lado) => {
    const n = (...cambios: string[]): number =>
      counts
        .filter((one) => one.lado === lado && cambios.includes(one.cambio))
        .reduce((sum, one) => sum + one.n, 0)
    const documentos = resumen
      .filter((one) => one.lado === lado && one.detalle !== 'resumen')
      .reduce((sum, one) => sum + one.documentos, 0)
    return {
      documentos,
      nuevos: n('nuevo'),
      modificados: n('modificado', 'reaparecido'),
      ausentes: n('ausente'),
    }
  }
  const advertencias: { code: CodigoAdvertencia; campo: string; mensaje: string }[] = incompletos.map(
    ({ lado, mensaje }) => ({
      code: 'PARTIAL_PERIOD',
      campo: lado === 'venta' ? 'ventas' : 'compras',
      mensaje: `No se tomó lo leído: ${mensaje}. Lo anterior quedó como estaba; sincronice más tarde`,
    }),
  )
  if (titular.ambiente === 'certificacion')
    advertencias.push({
      code: 'REGISTER_NOT_KEPT',
      campo: 'periodo',
      mensaje: 'En certificación el SII no lleva un registro con datos: lo que se trae puede venir vacío',
    })
  return {
    periodo,
    compras: countOf('compra'),
    ventas: countOf('venta'),
    vinculaciones_creadas: vinculadas,
    actualizado_sii: sincronizacion.actualizado_sii,
    sincronizado_en: sincronizacion.sincronizado_en,
    advertencias,
  }
}
