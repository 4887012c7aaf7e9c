// The words to a person about copies that are late or fail: an event of each company of the account that runs the server, and a mail to
// its owners. Each problem is told once.

import { and, eq, isNull } from 'drizzle-orm'
import type { Store } from '../../store/store'
import { empresa } from '../../store/tables/empresa'
import { meta } from '../../store/tables/meta'
import { usuario } from '../../store/tables/usuario'
import type { SendMail } from '../auth'
import type { Eventos } from '../eventos'
import { cuentaOperadora } from './operador'
import { MOTIVOS, type Problema } from './situacion'

/** The problems of the last mail, one a line, as `keyOf` names each. */
const AVISADO = 'respaldo_avisado'

const keyOf = ({ motivo, desde }: Problema): string => `${motivo} ${desde}`

export function createAvisos({
  store: { client, db },
  eventos,
  sendMail,
  publicUrl,
}: {
  store: Pick<Store, 'client' | 'db'>
  eventos: Pick<Eventos, 'emitOnce'>
  /** Null sends none. */
  sendMail: SendMail | null
  publicUrl: string | null
}) {
  const emit = client.transaction((cuentaId: string, problemas: readonly Problema[]) => {
    const empresas = db
      .select({ id: empresa.id })
      .from(empresa)
      .where(and(eq(empresa.cuentaId, cuentaId), isNull(empresa.deletedAt), eq(empresa.mudada, false)))
      .all()
    for (const { id } of empresas)
      for (const problema of problemas)
        eventos.emitOnce({ empresaId: id, ambiente: null }, `respaldo ${keyOf(problema)}`, {
          evento: 'respaldo.fallido',
          data: () => ({ empresa_id: id, ...problema }),
        })
  })

  const told = (): string =>
    db.select({ valor: meta.valor }).from(meta).where(eq(meta.clave, AVISADO)).get()?.valor ?? ''

  const setTold = (valor: string): void =>
    void db
      .insert(meta)
      .values({ clave: AVISADO, valor })
      .onConflictDoUpdate({ target: meta.clave, set: { valor } })
      .run()

  /** Tells what was not told yet. Rejects when a mail was not taken: it is tried again when asked again. */
  return async (problemas: readonly Problema[]): Promise<void> => {
    const cuentaId = cuentaOperadora(db)
    if (!problemas.length || cuentaId === undefined) return
    emit.immediate(cuentaId, problemas)
    if (!sendMail) return
    const known = told().split('\n')
    if (problemas.every((problema) => known.includes(keyOf(problema)))) return
    const owners = db
      .select({ email: usuario.email })
      .from(usuario)
      .where(and(eq(usuario.cuentaId, cuentaId), eq(usuario.rol, 'propietario')))
      .all()
    for (const { email } of owners) await sendMail({ para: email, ...mensajeOf(problemas, publicUrl) })
    setTold(problemas.map(keyOf).join('\n'))
  }
}

const mensajeOf = (problemas: readonly Problema[], publicUrl: string | null) => ({
  asunto: 'Los respaldos de Timbre necesitan atención',
  texto: [
    ...problemas.flatMap(({ motivo, mensaje }) => [
      `${MOTIVOS[motivo][0]!.toUpperCase()}${MOTIVOS[motivo].slice(1)}:`,
      mensaje,
      '',
    ]),
    publicUrl ? `${publicUrl}/app/` : 'La pantalla Respaldos del servidor y timbre doctor dicen más.',
    '',
  ].join('\n'),
})
