// The texts beside the tax data: instalments, and the issuer's own remarks (http §1.2).
import { avisoPrecios } from './contenido-detalle'
import { formatFecha, formatMonto, simboloMoneda } from './formato'
import { type Impreso, plantillaDe } from './impreso'

export interface PagoImpreso {
  fecha: string
  monto: string
  glosa: string
}

/** Absent parts are empty. */
export interface Notas {
  avisoPrecios: string
  datos: string[]
  cuotas: PagoImpreso[]
  observaciones: string
  notas: string[]
  leyenda: string
}

/** The notes of a document, in the order of printing. */
export function notasDe(impreso: Impreso): Notas {
  const { textos, filas } = plantillaDe(impreso)
  const {
    datos = [],
    notas = [],
    observaciones = '',
    leyenda = textos.leyenda ?? '',
  } = impreso.impresion ?? {}
  const placed = new Set(filas.map(({ dato }) => dato))
  const { moneda } = impreso.dte.totales
  return {
    avisoPrecios: avisoPrecios(impreso),
    datos: datos
      .filter(({ etiqueta, valor }) => valor && !placed.has(etiqueta))
      .map(({ etiqueta, valor }) => `${etiqueta}: ${valor}`),
    cuotas: (impreso.dte.idDoc.pagos ?? []).map(({ fecha, monto, glosa = '' }) => ({
      fecha: formatFecha(fecha),
      monto: `${simboloMoneda(moneda)} ${formatMonto(monto, moneda)}`,
      glosa,
    })),
    observaciones,
    notas: [...notas, textos.nota ?? ''].filter(Boolean),
    leyenda,
  }
}
