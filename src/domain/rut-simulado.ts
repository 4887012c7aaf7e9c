// The meaning of the last digits of a taxpayer's number at the simulated SII (simulator §13.1).

import { splitRut } from './rut'

const POR_FINAL: Readonly<Record<string, string>> = {
  '00': 'no existen',
  '01': 'terminaron su giro',
  '02': 'no emiten documentos electrónicos',
}

/** Null of a RUT that it takes as any other. */
export function rutSimulado(rut: string): string | null {
  const final = splitRut(rut).numero.slice(-2)
  const que = POR_FINAL[final]
  return que
    ? `en el SII simulado los RUT cuyo número termina en ${final} ${que}; use otro, o descríbalo con PUT /simulador/contribuyentes/${rut}`
    : null
}
