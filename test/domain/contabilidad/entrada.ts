// A rule for each part of each book, and a month of vouchers by them.

import type { Entrada } from '../../../src/domain/contabilidad/asientos'
import { COMPONENTES, NOMBRES_LIBRO } from '../../../src/domain/contabilidad/libros'
import type { Cuenta } from '../../../src/domain/contabilidad/movimiento'
import { createFindRegla, type Regla } from '../../../src/domain/contabilidad/regla'

export const REGLA: Omit<Regla, 'id' | 'libro' | 'componente' | 'cuenta'> = {
  ...{ orden: 1, tipos: null, rut: null, tipoCompra: null, centro: null },
  ...{ auxiliar: null, codigoDoc: null, glosa: null },
}

/** An account a part. */
export const ALL = NOMBRES_LIBRO.flatMap((libro) =>
  Object.keys(COMPONENTES[libro]).map((name): Regla => {
    const componente = name.replace(':', '')
    return { ...REGLA, id: `${libro}/${componente}`, libro, componente, cuenta: `${libro}-${componente}` }
  }),
)
const GLOSA = '{tipo} {folio}'

export const entrada = (more: Partial<Entrada> & { reglas?: readonly Regla[] } = {}): Entrada => ({
  periodo: '202611',
  find: createFindRegla(more.reglas ?? ALL),
  cuentas: new Map<string, Cuenta>(),
  agrupacion: { ventas: 'documento', compras: 'documento', honorarios: 'documento' },
  redondeoMax: 1,
  glosas: { ventas: GLOSA, compras: GLOSA, honorarios: GLOSA },
  ...more,
})
