// Purchases that the register has as pending, though they were accepted or claimed from here since it was read (http §27.4).

import { and, countDistinct, eq, gte, isNull } from 'drizzle-orm'
import type { Titular } from '../../domain/titular'
import type { Db } from '../../store/store'
import { acuse } from '../../store/tables/acuse'
import { rcvDocumento } from '../../store/tables/rcv'

/** Those of a month that the SII took from here since `desde`, when it was read; none where it never was. */
export function countAnswered(
  db: Db,
  { empresaId, ambiente }: Titular,
  periodo: string,
  desde: string | null,
): number {
  if (desde === null) return 0
  const d = rcvDocumento
  const isSame = and(
    ...[eq(acuse.empresaId, d.empresaId), eq(acuse.ambiente, d.ambiente), eq(acuse.rutEmisor, d.rut)],
    ...[eq(acuse.tipoDte, d.tipoDte), eq(acuse.folio, d.folio), eq(acuse.estado, 'registrado')],
    // Another code tells of somebody else's act before.
    ...[eq(acuse.codigoSii, '0'), gte(acuse.registradoEn, desde)],
  )
  return db
    .select({ n: countDistinct(d.id) })
    .from(d)
    .innerJoin(acuse, isSame)
    .where(
      and(
        ...[eq(d.empresaId, empresaId), eq(d.ambiente, ambiente), eq(d.periodo, periodo)],
        ...[eq(d.lado, 'compra'), eq(d.estadoContable, 'PENDIENTE'), isNull(d.ausenteDesde)],
      ),
    )
    .all()[0]!.n
}
