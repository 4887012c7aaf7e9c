// The mail that a person asked for about the firm, once a day (areas/firma §4).

import type { Clock } from '../../base/clock'
import type { Log } from '../../base/log'
import { AppError } from '../../domain/errors'
import { addDays, chileDate, chileTimestamp } from '../../domain/fecha'
import type { Calendario } from '../../domain/feriados'
import { CorreoFault } from '../../mail/correo'
import type { Store } from '../../store/store'
import type { SendMail } from '../auth'
import { writeAviso } from './aviso-texto'
import { type Reader, readerOf } from './reader'
import { type AvisoRow, type PersonaRow, prepareAviso } from './statements'
import type { Tablero } from './tablero'
import type { Vencimientos } from './vencimientos'

/** A mail that the server did not take is tried again after as long, while the day lasts. */
const OTRA_VEZ_MS = 15 * 60_000

export interface Ajuste {
  activo: boolean
  hora: string
  dias: 'habiles' | 'todos'
  minima: 'mal' | 'aviso'
}
const DE_FABRICA: Ajuste = { activo: false, hora: '07:30', dias: 'habiles', minima: 'mal' }

interface Deps {
  store: Pick<Store, 'client'>
  clock: Clock
  calendario: Calendario
  tablero: Tablero
  vencimientos: Vencimientos
  /** Null sends none. */
  sendMail: SendMail | null
  publicUrl: string | null
  log: Log
}

export type Aviso = ReturnType<typeof createAviso>

export function createAviso(deps: Deps) {
  const { store, clock, calendario, tablero, vencimientos, sendMail, publicUrl, log } = deps
  const sql = prepareAviso(store.client)
  const where = publicUrl && `${publicUrl}/app/firma/vencimientos`

  /** The mail of this moment; null where nothing waits. */
  async function write(reader: Reader, minima: Ajuste['minima']) {
    const hoy = chileDate(clock())
    const moved = new Set(sql.moved.all(reader.cuentaId))
    const isHere = ({ empresa }: { empresa: { id: string } }) => !moved.has(empresa.id)
    const filas = (await tablero.filas(reader, tablero.periodo())).filter(isHere)
    // A series that issues today ends nothing, and waits for nobody.
    const vencen = (await vencimientos(reader)).filter(
      (one) => one.fecha === hoy && one.clase !== 'serie' && isHere(one),
    )
    const found = writeAviso({ filas, vencen, minima })
    if (!found) return null
    const end = publicUrl
      ? [`El tablero: ${publicUrl}/app/firma`, `Este aviso se cambia o se apaga en ${where}`]
      : ['El tablero y el ajuste de este aviso están en la firma, en Timbre.']
    return { asunto: found.asunto, texto: [...found.lineas, ...end, ''].join('\n'), baja: where }
  }

  async function notify(row: AvisoRow & PersonaRow & { email: string }, hoy: string): Promise<void> {
    sql.claim.run(hoy, row.usuario_id)
    try {
      const mensaje = await write(readerOf(row), row.minima)
      if (!mensaje) return
      await sendMail!({ para: row.email, ...mensaje })
    } catch (fault) {
      log.warn('firma.aviso_no_enviado', { usuario_id: row.usuario_id, fault })
      const falla = fault instanceof CorreoFault ? fault.message : 'No se pudo armar el aviso'
      const otra_vez = clock().getTime() + OTRA_VEZ_MS
      if (store.client.open) sql.failed.run({ falla, otra_vez, usuarioId: row.usuario_id, hoy })
      return
    }
    // It left: what cannot be written now must not have it sent again.
    if (store.client.open) sql.sent.run(clock().toISOString(), row.usuario_id)
  }

  return {
    get(usuarioId: string): Ajuste & { enviado_en: string | null; falla: string | null } {
      const row = sql.get.get(usuarioId)
      if (!row) return { ...DE_FABRICA, enviado_en: null, falla: null }
      const { activo, hora, dias, minima, ultimo, enviado_at } = row
      // Nothing of a day that passed is tried again.
      const falla = ultimo === chileDate(clock()) ? row.falla : null
      return { activo: activo === 1, hora, dias, minima, enviado_en: enviado_at, falla }
    },

    /** Begins with the next time its hour comes. Throws INVALID_STATE where the server sends no mail. */
    put(usuarioId: string, { activo, hora, dias, minima }: Ajuste): void {
      if (activo) requireMail()
      const now = chileTimestamp(clock())
      const hoy = now.slice(0, 10)
      const before = sql.get.get(usuarioId)
      // A day whose hour is over when it is turned on is not told late, nor one again that was told.
      const start = now.slice(11, 16) >= hora ? hoy : addDays(hoy, -1)
      const last = before?.ultimo ?? ''
      const ultimo = before?.activo || last > start ? last : start
      sql.put.run({ usuario_id: usuarioId, activo: activo ? 1 : 0, hora, dias, minima, ultimo })
    },

    /** Sends what would be told now, or that nothing would. Throws INVALID_STATE and what the mail server says. */
    async probe(reader: Reader, usuarioId: string): Promise<{ para: string; vacio: boolean }> {
      const send = requireMail()
      const para = sql.email.get(usuarioId)!
      const mensaje = await write(reader, this.get(usuarioId).minima)
      const nada = {
        asunto: 'Timbre: nada espera hoy',
        texto: 'Nada espera a una persona hoy.\n',
        baja: where,
      }
      try {
        await send({ para, ...(mensaje ?? nada) })
      } catch (fault) {
        if (!(fault instanceof CorreoFault)) throw fault
        throw new AppError('INVALID_STATE', fault.message)
      }
      return { para, vacio: mensaje === null }
    },

    /** Each minute: whose hour came today is told. A day that passed meanwhile is not told any more. */
    async look(): Promise<void> {
      if (!sendMail) return
      const now = chileTimestamp(clock())
      const hoy = now.slice(0, 10)
      const ahora = { hoy, hora: now.slice(11, 16), now: clock().getTime() }
      for (const usuarioId of sql.due.all(ahora)) {
        if (!store.client.open) return
        // The mails before it may have taken long: it may be turned off, or see less, by now.
        const row = sql.dueOf.get({ ...ahora, usuarioId })
        if (!row || (row.dias === 'habiles' && !calendario.isHabil(hoy))) continue
        await notify(row, hoy)
      }
    },
  }

  function requireMail(): SendMail {
    if (sendMail) return sendMail
    throw new AppError('INVALID_STATE', 'El servidor no envía correo: quien lo opera pone TIMBRE_SMTP_URL')
  }
}
