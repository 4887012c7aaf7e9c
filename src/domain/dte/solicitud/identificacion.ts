// Boletas over the year's threshold name their buyer and say how they were paid (domain/dte §3.2; http §1).

import { RUT_CONSUMIDOR_FINAL } from '../../rut'
import type { Decimal } from '../dte'
import { tipoDocumento } from '../tipos'
import { exceedsUmbral, type Umbral, umbralDe } from '../umbral'
import type { Lectura } from './lectura'
import type { Solicitud } from './solicitud'

/** Holds a boleta of that date and total against the threshold in force; other types name their receiver anyway. */
export function checkIdentificacion(
  { tipoDte, receptor, medioPago }: Solicitud,
  fecha: string,
  total: Decimal,
  umbrales: readonly Umbral[],
  l: Lectura,
): void {
  if (tipoDocumento(tipoDte).raiz !== 'Boleta' || !exceedsUmbral(fecha, total, umbrales)) return
  const { umbral } = umbralDe(fecha, umbrales)!
  const porque = `: una boleta de más de $${umbral} identifica a su comprador (Res. Ex. SII 44/2025)`
  if (receptor?.rut === undefined) l.missing('receptor.rut', porque)
  else if (receptor.rut === RUT_CONSUMIDOR_FINAL) {
    l.fault(
      'receptor.rut',
      'identificacion',
      `receptor.rut no puede ser el genérico ${receptor.rut}${porque}`,
    )
  }
  if (receptor?.razonSocial === undefined) l.missing('receptor.razon_social', porque)
  if (medioPago === undefined) l.missing('medio_pago', porque)
}
