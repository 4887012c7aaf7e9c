// The faults that keep vouchers from being written, all at once (areas/contabilidad §4).

import type { Apunte, Parte } from './apunte'
import type { Libro } from './libros'
import type { Cuenta, Movimiento } from './movimiento'

/** One document, to look at. */
interface Ejemplo {
  tipo_dte: number | null
  folio: number | null
  rut: string | null
  fecha: string
}

/** A part that no rule gives an account. */
interface SinCuenta {
  libro: Libro
  componente: string
  tipo_dte: number | null
  /** Where all its documents are one party's. */
  rut: string | null
  documentos: number
  monto: number
  ejemplo: Ejemplo
}

/** An account whose lines lack what the chart wants of them; `cuenta`: the chart does not have it. */
interface SinDetalle {
  cuenta: string
  falta: 'cuenta' | 'auxiliar' | 'centro' | 'documento'
  libro: Libro
  componente: string
  documentos: number
  ejemplo: Ejemplo
}

/** A document whose parts are not its total. */
interface Descuadrado extends Ejemplo {
  libro: Libro
  diferencia: number
  partes: { componente: string; monto: number }[]
}

export interface Faltas {
  sin_cuenta: SinCuenta[]
  sin_detalle: SinDetalle[]
  descuadrados: Descuadrado[]
}

const ejemploOf = ({ tipoDte, folio, rut, fecha }: Apunte): Ejemplo => ({
  tipo_dte: tipoDte,
  folio,
  rut,
  fecha,
})

/** Sums by what they are of, a few rows however many documents. */
export function createFaltas() {
  const sinCuenta = new Map<string, SinCuenta>()
  const sinDetalle = new Map<string, SinDetalle>()
  const descuadrados: Descuadrado[] = []

  function lacks(apunte: Apunte, { cuenta, componente }: Movimiento, falta: SinDetalle['falta']): void {
    const key = [cuenta, falta, apunte.libro, componente].join('\0')
    const found = sinDetalle.get(key)
    if (found) found.documentos += apunte.documentos
    else {
      const { libro, documentos } = apunte
      sinDetalle.set(key, { cuenta, falta, libro, componente, documentos, ejemplo: ejemploOf(apunte) })
    }
  }

  return {
    noAccount(apunte: Apunte, { componente, monto }: Parte): void {
      const { libro, tipoDte, documentos, rut } = apunte
      const key = [libro, componente, tipoDte].join('\0')
      const found = sinCuenta.get(key)
      if (!found) {
        const ejemplo = ejemploOf(apunte)
        const amount = Math.abs(monto)
        sinCuenta.set(key, { libro, componente, tipo_dte: tipoDte, rut, documentos, monto: amount, ejemplo })
        return
      }
      found.documentos += documentos
      found.monto += Math.abs(monto)
      if (found.rut !== rut) found.rut = null
    },
    unbalanced(apunte: Apunte): void {
      const { libro, partes, diferencia } = apunte
      descuadrados.push({ libro, ...ejemploOf(apunte), diferencia, partes })
    },
    /** Holds a line against what the chart wants of it. */
    look(apunte: Apunte, line: Movimiento, cuenta: Cuenta | undefined): void {
      if (!cuenta) {
        lacks(apunte, line, 'cuenta')
        return
      }
      if (cuenta.pideAuxiliar && line.auxiliar === null) lacks(apunte, line, 'auxiliar')
      if (cuenta.pideCentro && line.centro === null) lacks(apunte, line, 'centro')
      if (cuenta.pideDocumento && (line.codigoDoc === null || apunte.folio === null))
        lacks(apunte, line, 'documento')
    },
    /** The largest first. */
    list: (): Faltas => ({
      sin_cuenta: [...sinCuenta.values()].sort((a, b) => b.monto - a.monto),
      sin_detalle: [...sinDetalle.values()].sort((a, b) => b.documentos - a.documentos),
      descuadrados: descuadrados.toSorted((a, b) => Math.abs(b.diferencia) - Math.abs(a.diferencia)),
    }),
  }
}
