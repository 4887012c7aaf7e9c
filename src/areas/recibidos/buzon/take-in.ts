// Takes a letter in, once, however often it comes and wherever the process died with it in hand (areas/recibidos/buzon §2): first its row, then
// what it brings, by the one door of files, then what came of it beside its number.

import type { Clock } from '../../../base/clock'
import type { NewId } from '../../../base/id'
import type { Log } from '../../../base/log'
import { resultadoDe } from '../../../domain/buzon'
import { AppError } from '../../../domain/errors'
import type { TitularDeCuenta } from '../../../domain/titular'
import type { CartaLeida } from '../../../mail/carta'
import type { Carta } from '../../../mail/casilla'
import { isStorageFault } from '../../../store/storage-fault'
import type { Store } from '../../../store/store'
import { unsynced } from '../../../store/unsynced'
import type { ArchivoEntrante, Entrado } from '../entrada'
import type { Buzon } from './buzones'
import { prepareBuzon } from './statements'

export interface TakeInDeps {
  store: Pick<Store, 'client'>
  clock: Clock
  newId: NewId
  log: Log
  readCarta(owner: string, mensaje: Uint8Array): Promise<CartaLeida>
  entrar(titular: TitularDeCuenta, archivo: ArchivoEntrante): Promise<Entrado>
  /** Takes the SII's mail about a set: null where it was written, else why not; undefined for another letter. */
  takeSetmail(titular: TitularDeCuenta, carta: { asunto: string; texto: string }): string | null | undefined
}

/** The content of a letter, and the pieces of no use with their reasons. */
type Traido = Pick<Entrado, 'respuestas' | 'ajenos' | 'ignorados'> & { hallados: number }

const nothing = (motivo: string): Traido => ({
  hallados: 0,
  respuestas: 0,
  ajenos: 0,
  ignorados: [{ nombre: '', motivo }],
})

export function createTakeIn({
  store: { client },
  clock,
  newId,
  log,
  readCarta,
  entrar,
  takeSetmail,
}: TakeInDeps) {
  const sql = prepareBuzon(client)

  async function bring(
    titular: TitularDeCuenta,
    { mensaje: bytes }: Carta,
    { eml, motivo }: CartaLeida,
    mensajeId: string,
    recibidoEn: Date,
  ): Promise<Traido> {
    if (!eml) return nothing(motivo!)
    const told =
      eml.texto === null ? undefined : takeSetmail(titular, { asunto: eml.asunto, texto: eml.texto })
    if (told === null) return { hallados: 0, respuestas: 1, ajenos: 0, ignorados: [] }
    if (told !== undefined) return nothing(told)
    try {
      const { documentos, ...rest } = await entrar(titular, {
        bytes,
        eml,
        nombre: 'correo.eml',
        origen: 'correo',
        mensajeId,
        responderA: null,
        recibidoEn,
      })
      return { ...rest, hallados: documentos.length }
    } catch (fault) {
      if (fault instanceof AppError && fault.code === 'VALIDATION_ERROR') return nothing(fault.message)
      if (fault instanceof AppError || isStorageFault(fault) || !client.open) throw fault
      // A letter that nobody foresaw must not stand for ever before all others: it is told, and left.
      log.error('buzon.mensaje', { mensaje_id: mensajeId, fault })
      return nothing('No se pudo leer por un error de Timbre: el registro del servidor dice cuál')
    }
  }

  /** Resolves once what it brought is on disk, its number in `caja` dealt with. */
  return async (cuentaId: string, caja: Buzon, carta: Carta, jobId: string): Promise<void> => {
    const { empresaId: empresa_id, ambiente, guardadoEn: guardado_en, despues } = caja
    const titular: TitularDeCuenta = { cuentaId, empresaId: empresa_id, ambiente }
    const leida = await readCarta(cuentaId, carta.mensaje)
    const { huella, eml } = leida
    const see = (mensaje_id: string, repetido: 0 | 1): void =>
      void sql.see.run({
        ...{ empresa_id, ambiente, uid: carta.uid, mensaje_id, job_id: jobId },
        ...{ repetido, por_marcar: despues === 'nada' ? 0 : 1, guardado_en },
      })
    const known = sql.find.get({ empresa_id, ambiente, huella })
    if (known && known.resultado !== 'leyendo') return unsynced(client, () => see(known.id, 1))
    const id = known?.id ?? newId('msj')
    const now = clock()
    // A server's date that is missing or in the future starts no term.
    const recibidoEn = carta.recibidoEn && carta.recibidoEn < now ? carta.recibidoEn : now
    if (!known)
      unsynced(client, () => {
        sql.begin.run({
          ...{ id, empresa_id, ambiente, huella },
          message_id: eml?.messageId ?? null,
          de: eml?.de ?? null,
          responder_a: eml?.responderA ?? null,
          asunto: eml?.asunto ?? '',
          fecha: eml?.fecha?.toISOString() ?? null,
          recibido_en: recibidoEn.toISOString(),
          leido_en: now.toISOString(),
          bytes: carta.mensaje.length,
          resultado: 'leyendo',
        })
      })
    const { hallados, respuestas, ajenos, ignorados } = await bring(titular, carta, leida, id, recibidoEn)
    unsynced(client, () => {
      // Some may have been written by a run that died before it could say so.
      const documentos = sql.brought.get(id)!
      const cuenta = { documentos, repetidos: Math.max(0, hallados - documentos), respuestas, ajenos }
      sql.end.run({
        id,
        ...cuenta,
        resultado: resultadoDe(cuenta),
        ignorados: JSON.stringify(ignorados.slice(0, 50)),
      })
      see(id, 0)
    })
  }
}
