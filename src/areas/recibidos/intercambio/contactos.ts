// Addresses of exchange: the company's own, and where its suppliers want to be answered (areas/recibidos/intercambio §2).

import { and, eq, isNull } from 'drizzle-orm'
import type { Clock } from '../../../base/clock'
import type { Titular } from '../../../domain/titular'
import { createAnswerCache } from '../../../http/answer-cache'
import { isDireccion } from '../../../mail/correo'
import type { Store } from '../../../store/store'
import { cliente } from '../../../store/tables/cliente'
import { empresa } from '../../../store/tables/empresa'

export type Contactos = ReturnType<typeof createContactos>

/** The mailbox that an issuer told the SII; null where nobody may be asked for it. */
export type PreguntaCasilla = (de: Titular, rut: string) => Promise<string | null>

export function createContactos(
  { db }: Pick<Store, 'db'>,
  { preguntaCasilla, clock }: { preguntaCasilla: PreguntaCasilla; clock: Clock },
) {
  // The letters of one reading are of few issuers, and each question is one of the 150 of five minutes.
  const cached = createAnswerCache(clock)
  /** The mailbox that a person wrote into the customer book, where a supplier may stand too. */
  const anotada = (empresaId: string, rut: string): string | null =>
    db
      .select({ email: cliente.emailIntercambio })
      .from(cliente)
      .where(and(eq(cliente.empresaId, empresaId), eq(cliente.rut, rut), isNull(cliente.eliminadoEn)))
      .get()?.email ?? null
  return {
    /** The company's own contact. */
    propio(empresaId: string) {
      const row = db
        .select({
          telefono: empresa.telefono,
          emailIntercambio: empresa.emailIntercambio,
          email: empresa.email,
        })
        .from(empresa)
        .where(eq(empresa.id, empresaId))
        .get()!
      return { nombre: null, telefono: row.telefono, email: row.emailIntercambio ?? row.email }
    },
    /** Where an issuer of whom nothing is known is answered, as the SII's registry has it; null when it does not. */
    async preguntar({ empresaId, ambiente }: Titular, rut: string): Promise<string | null> {
      const { value: found } = await cached(`${empresaId} ${ambiente} ${rut}`, () =>
        preguntaCasilla({ empresaId, ambiente }, rut),
      )
      return found && isDireccion(found) ? found : null
    },
    /** Where an issuer is answered: where its mail asks for, else at its exchange address, else at `para`; null when nobody knows. */
    destinatario(
      empresaId: string,
      { rut, responderA, para }: { rut: string; responderA: string | null; para: string | null },
    ): string | null {
      const known = [responderA, anotada(empresaId, rut), para]
      return known.find((one): one is string => one !== null && isDireccion(one)) ?? null
    },
  }
}
