// The known acceptance of a document: from the SII, the register, and our own acts (http §27).

import type { Clock } from '../../base/clock'
import {
  accionesPosibles,
  decidedBy,
  type EventoAcuse,
  PLAZO_ACUSE_MS,
  type ResultadoAcuse,
  resultadoOf,
  saidByRegistro,
  TIPOS_ACUSE,
} from '../../domain/acuse'
import type { Store } from '../../store/store'
import { type DocumentoRow, datosDocumento, type Envios, isIssuedHere } from '../dte'
import type { Eventos } from '../eventos'
import { type Clave, prepareEstados } from './statements'

/** The SII's answer about a document. */
export interface Oido {
  eventos: readonly EventoAcuse[]
  /** Null: it told no date. */
  recibido: Date | null
  /** The code of the question whether it can be ceded; null where nobody asked. */
  cedible: string | null
}

export interface Estado {
  eventos: readonly EventoAcuse[]
  recibido: Date | null
  /** Whether `recibido` is not the SII's own. */
  estimado: boolean
  vence: Date | null
  cedible: string | null
  consultadoEn: Date | null
  alContado: boolean
  /** The receiver's decision by its row, or by the register of purchases for a received one. */
  decidido: ResultadoAcuse | null
}

export type Estados = ReturnType<typeof createEstados>

const isPaid = (formaPago: number | null | undefined): boolean => formaPago === 1 || formaPago === 3
const date = (text: string | null | undefined): Date | null => (text ? new Date(text) : null)

/** Own or received documents; `own` is the row of one that was issued here. */
export function createEstados({
  store: { client },
  clock,
  envios,
  eventos,
}: {
  store: Pick<Store, 'client'>
  clock: Clock
  envios: Pick<Envios, 'get'>
  eventos: Pick<Eventos, 'emit'>
}) {
  const sql = prepareEstados(client)

  /** When the SII received it, as far as others than its registry know: the register of purchases, or our own upload. */
  function receptionOf(
    clave: Clave,
    own: DocumentoRow | null,
    compra: ReturnType<typeof sql.registro.get>,
  ): { at: Date | null; estimado: boolean } {
    if (!own) {
      const told = compra?.fecha_recepcion
      return told
        ? { at: date(told), estimado: false }
        : { at: date(sql.recibido.get(clave)!.correo), estimado: true }
    }
    const envio = own.envio_id ? envios.get(own.envio_id) : undefined
    return { at: date(envio?.enviado_at), estimado: true }
  }

  function stateOf(clave: Clave, own: DocumentoRow | null): Estado {
    const row = sql.get.get(clave)
    const compra = own ? undefined : sql.registro.get(clave)
    const told = row && !row.plazo_estimado ? { at: date(row.recibido_sii), estimado: false } : null
    const { at, estimado } = told ?? receptionOf(clave, own, compra)
    return {
      eventos: row ? JSON.parse(row.eventos) : [],
      recibido: at,
      estimado: at === null || estimado,
      vence: at && new Date(at.getTime() + PLAZO_ACUSE_MS),
      cedible: row?.cedible ?? null,
      consultadoEn: date(row?.consultado_en),
      alContado: own ? isPaid(own.forma_pago) : sql.recibido.get(clave)!.al_contado === 1,
      decidido: own ? own.acuse : ((compra && saidByRegistro(compra)?.resultado) ?? null),
    }
  }

  /** Tells whoever issued it that its receiver decided. */
  function notifyDecided(own: DocumentoRow, estado: Estado): void {
    const decided = decidedBy(estado)
    const last = estado.eventos.at(-1)
    // Nothing is taken back: what the register of sales told stands until the SII says more.
    if (!decided || !last || decided === own.acuse) return
    sql.decide.run(decided, own.id)
    if (!isIssuedHere(own)) return
    const origen = { empresaId: own.empresa_id, ambiente: own.ambiente }
    const { codigo, fecha, rut } = last
    eventos.emit(origen, [
      {
        evento: 'dte.acuse',
        data: () => ({
          empresa_id: own.empresa_id,
          ambiente: own.ambiente,
          ...datosDocumento(envios, own),
          resultado: decided,
          evento: { codigo, fecha, rut },
          fuente: 'sii',
        }),
      },
    ])
  }

  const put = (clave: Clave, { eventos: list, recibido, cedible }: Oido, consultado: string | null): void => {
    const { empresa_id, ambiente, rut_emisor, tipo_dte, folio } = clave
    sql.put.run({
      empresa_id,
      ambiente,
      rut_emisor,
      tipo_dte,
      folio,
      eventos: JSON.stringify(list),
      recibido_sii: recibido?.toISOString() ?? null,
      plazo_estimado: recibido ? 0 : 1,
      cedible,
      consultado_en: consultado,
    })
  }

  return {
    stateOf,
    isKnown: (clave: Clave): boolean =>
      !!(sql.get.get(clave) ?? sql.registro.get(clave)) || sql.recibido.get(clave)!.archivos > 0,
    /** Where a received document stands, as far as it is known here, and until when it can be accepted or claimed. */
    resultadoDe(clave: Clave, now: Date) {
      if (!TIPOS_ACUSE.includes(clave.tipo_dte)) return { resultado: 'no_aplica' as const, vence_el: null }
      const estado = stateOf(clave, null)
      const resultado = decidedBy(estado) ?? estado.decidido ?? resultadoOf(estado, now)
      return { resultado, vence_el: resultado === 'no_aplica' ? null : iso(estado.vence) }
    },
    /** Keeps what the SII said, and tells of a change of an issued document. */
    heard: client.transaction((clave: Clave, own: DocumentoRow | null, oido: Oido): Estado => {
      put(clave, oido, clock().toISOString())
      const estado = stateOf(clave, own)
      if (own) notifyDecided(own, estado)
      return estado
    }).immediate,
    /** Keeps that the SII was asked and did not say. */
    refused: (clave: Clave): void => {
      const { empresa_id, ambiente, rut_emisor, tipo_dte, folio } = clave
      const rehusado_en = clock().toISOString()
      sql.refused.run({ empresa_id, ambiente, rut_emisor, tipo_dte, folio, rehusado_en })
    },
    /** Adds what was registered from here. In the caller's transaction. */
    add(clave: Clave, evento: EventoAcuse): Estado {
      const row = sql.get.get(clave)
      const before: EventoAcuse[] = row ? JSON.parse(row.eventos) : []
      const list = before.some(({ codigo }) => codigo === evento.codigo) ? before : [...before, evento]
      const told = row && !row.plazo_estimado ? date(row.recibido_sii) : null
      put(clave, { eventos: list, recibido: told, cedible: row?.cedible ?? null }, row?.consultado_en ?? null)
      return stateOf(clave, null)
    },
  }
}

const iso = (at: Date | null): string | null => at?.toISOString().replace('.000Z', 'Z') ?? null

/** Whether a document with codes 20 to 25 can be ceded; null while nobody can say. */
const CEDIBLE: Readonly<Record<string, boolean>> = { 20: false, 21: false, 23: true, 24: false, 25: true }

/** Whether nothing that the SII says of it changes any more: it was asked after its time was over. */
export const isFinal = ({ vence, consultadoEn }: Estado): boolean =>
  vence !== null && consultadoEn !== null && consultadoEn > vence

/** As clients see it; `acts` whether the company is the one that may register. */
export function estadoToJson(estado: Estado, now: Date, acts: boolean, fuente: 'sii' | 'local') {
  const { eventos, recibido, estimado, vence, cedible, consultadoEn } = estado
  const left = vence && Math.max(0, Math.floor((vence.getTime() - now.getTime()) / 3_600_000))
  return {
    resultado: decidedBy(estado) ?? estado.decidido ?? resultadoOf(estado, now),
    eventos: eventos.map((evento) => ({ ...evento, fecha: evento.fecha.replace('.000Z', 'Z') })),
    recibido_sii: iso(recibido),
    plazo_estimado: estimado,
    vence_el: iso(vence),
    dias_restantes: left === null ? null : Math.floor(left / 24),
    horas_restantes: left,
    cedible: cedible === null ? null : (CEDIBLE[cedible] ?? null),
    acciones_posibles: acts ? accionesPosibles(estado, now) : [],
    fuente,
    consultado_en: iso(consultadoEn),
  }
}
