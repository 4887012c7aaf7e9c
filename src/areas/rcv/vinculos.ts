// The links of notes of credit, kept as the register and the notes issued here have it (domain/rcv §5): made anew for each other
// party of which something changed.

import type { Clock } from '../../base/clock'
import type { NewId } from '../../base/id'
import { type Pause, pauses } from '../../base/turn'
import type { Referencia } from '../../domain/dte/dte'
import {
  type Candidata,
  type DocumentoVinculable,
  isVinculable,
  type NotaVinculable,
  proposeFacturas,
  type Referido,
} from '../../domain/rcv/candidatas'
import type { Lado } from '../../domain/rcv/columnas'
import { linkNotas, type Vinculo } from '../../domain/rcv/link-notas'
import { isSobreFacturaCompra, referenciaOf } from '../../domain/rcv/tipos'
import { parseRut } from '../../domain/rut'
import type { Titular } from '../../domain/titular'
import type { Store } from '../../store/store'
import type { Documentos, Referencias } from '../dte'
import { createRefreshEmitidos } from './refresh-emitidos'
import { prepareEmitido } from './statements'
import { type Partes, prepareVinculos, type VinculableRow, type VinculacionRow } from './statements-vinculos'

/** Invoices read before the event loop may have its turn. */
const PAGINA = 1000
/** Links written in one transaction. */
const LOTE = 50

const toVinculable = (row: VinculableRow, cargos = 0): DocumentoVinculable => ({
  id: row.id,
  tipoDte: row.tipo_dte,
  folio: row.folio,
  fechaEmision: row.fecha_emision,
  montoTotal: row.monto_total,
  montoNeto: row.monto_neto ?? 0,
  montoIva: row.monto_iva ?? 0,
  cargos,
})

const toReferido = (
  tipo: string | undefined,
  folio: string | undefined,
  codigo: number | null,
): Referido[] =>
  /^\d{1,3}$/.test(tipo ?? '') && /^\d{1,15}$/.test(folio ?? '')
    ? [{ tipoDte: Number(tipo), folio: Number(folio), codigo }]
    : []

export type Vinculos = ReturnType<typeof createVinculos>

export function createVinculos({
  store: { client },
  clock,
  newId,
  documentos,
  referencias: { saldos },
}: {
  store: Pick<Store, 'client'>
  clock: Clock
  newId: NewId
  documentos: Pick<Documentos, 'byFolio' | 'contenido'>
  referencias: { saldos: Pick<Referencias['saldos'], 'refresh'> }
}) {
  const sql = prepareVinculos(client)
  const emitido = prepareEmitido(client)
  const emitidos = createRefreshEmitidos(sql, documentos, saldos, inBatches)

  /**
   * The references of a note issued here or received; null for a foreign one. A reference to somebody else's
   * document is none of these parties'.
   */
  function xmlOf(partes: Partes, nota: VinculableRow): Referido[] | null {
    const { empresa_id, ambiente } = partes
    const { id, tipo_dte, folio } = nota
    if (emitido.get(id) === undefined) return partes.lado === 'compra' ? receivedOf(partes, nota) : null
    const row = documentos.byFolio({ empresaId: empresa_id, ambiente }, tipo_dte, folio)
    if (!row) return null
    const { dte } = documentos.contenido(row)
    const own = (r: Referencia): boolean => r.rutOtro === undefined || r.rutOtro === dte.emisor.rut
    return dte.referencias
      .filter(own)
      .flatMap((r) => toReferido(r.tipoDocumento, r.folio, typeof r.codigo === 'number' ? r.codigo : null))
  }

  /** The references of a note's received file; null without one of good signature. */
  function receivedOf(partes: Partes, nota: VinculableRow): Referido[] | null {
    const { tipo_dte, folio, fecha_emision, monto_total } = nota
    const found = sql.recibida.all({ ...partes, tipo_dte, folio, fecha_emision, monto_total })
    if (!found.length) return null
    return found
      .filter(({ rut_otro: rut }) => !rut || parseRut(rut) === partes.rut)
      .flatMap(({ tipo, folio, codigo }) => toReferido(tipo, folio, codigo ?? null))
  }

  function toNota(partes: Partes, row: ReturnType<typeof sql.notas.all>[number]): NotaVinculable {
    const datos = JSON.parse(row.datos)
    const { tipo_documento, folios } = referenciaOf(datos) ?? { tipo_documento: '', folios: [] }
    return {
      ...toVinculable(row),
      xml: xmlOf(partes, row),
      registro: folios.flatMap((folio) => toReferido(tipo_documento, folio, null)),
      sobreFacturaCompra: isSobreFacturaCompra(datos),
    }
  }

  async function facturasOf(partes: Partes, pause: Pause): Promise<VinculableRow[]> {
    const found: VinculableRow[] = []
    for (let last = { tipo_dte: -1, folio: -1 }; ; ) {
      const rows = sql.facturas.all({ ...partes, ...last, limit: PAGINA })
      found.push(...rows.filter(({ tipo_dte }) => isVinculable(tipo_dte)))
      if (rows.length < PAGINA) return found
      last = rows.at(-1)!
      await pause()
    }
  }

  const same = (row: VinculacionRow, { monto, origen, confianza, razones }: Vinculo): boolean =>
    row.monto === monto &&
    row.origen === origen &&
    row.confianza === confianza &&
    row.razones === JSON.stringify(razones)

  /** Makes the links of two parties what they must be; how many came to be. */
  async function relink(partes: Partes, pause: Pause): Promise<number> {
    if (!sql.hasNotas.get(partes)) {
      await emitidos.refreshParties(partes, [], pause)
      return 0
    }
    const notas: NotaVinculable[] = []
    for (const row of sql.notas.all(partes)) {
      notas.push(toNota(partes, row))
      await pause()
    }
    const cargos = cargosBy(partes)
    const facturas = (await facturasOf(partes, pause)).map((row) => toVinculable(row, cargos.get(row.id)))
    const before = sql.vinculos.all(partes)
    const manuales = before
      .filter(({ origen }) => origen === 'manual')
      .map(({ nc_id, factura_id, monto }) => ({ ncId: nc_id, facturaId: factura_id, monto }))
    const quitadas = new Set(sql.quitadas.all(partes))
    const wanted = await linkNotas({ notas, facturas, manuales, quitadas }, pause)
    const byPair = new Map(wanted.map((one) => [`${one.ncId}/${one.facturaId}`, one]))
    const kept = new Set<string>()
    const stale = before.filter((row) => {
      if (row.origen === 'manual') return false
      const pair = `${row.nc_id}/${row.factura_id}`
      const link = byPair.get(pair)
      if (!link || !same(row, link)) return true
      kept.add(pair)
      return false
    })
    const known = new Set(before.map((row) => `${row.nc_id}/${row.factura_id}`))
    const fresh = wanted.filter((one) => !kept.has(`${one.ncId}/${one.facturaId}`))
    const creada_en = clock().toISOString()
    // All that goes first: it frees the balance of what comes.
    await inBatches(stale, pause, ({ id }) => void sql.remove.run(id))
    let made = 0
    await inBatches(fresh, pause, ({ ncId, facturaId, razones, ...link }) => {
      const { empresa_id, ambiente, lado } = partes
      const row = { id: newId('vin'), empresa_id, ambiente, lado, nc_id: ncId, factura_id: facturaId }
      const { changes } = sql.insert.run({ ...row, ...link, razones: JSON.stringify(razones), creada_en })
      if (changes && !known.has(`${ncId}/${facturaId}`)) made++
    })
    await emitidos.refreshParties(
      partes,
      [...before.map((row) => row.factura_id), ...wanted.map((one) => one.facturaId)],
      pause,
    )
    return made
  }

  const cargosBy = (partes: Partes): ReadonlyMap<string, number> =>
    new Map(sql.conDebitos.all(partes).map(({ id, cargos }) => [id, cargos]))

  async function inBatches<T>(list: readonly T[], pause: Pause, write: (one: T) => void): Promise<void> {
    for (let i = 0; i < list.length; i += LOTE) {
      client.transaction(() => list.slice(i, i + LOTE).forEach(write)).immediate()
      await pause()
    }
  }

  return {
    /** Pesos that debit notes of the register add to one of its documents. */
    cargosOf: (facturaId: string): number => sql.cargosOf.get(facturaId) ?? 0,

    refreshPair: emitidos.refreshPair,

    /** Looks anew at the notes between the company and each of the other parties; how many links came to be. */
    async relink({ empresaId, ambiente }: Titular, lado: Lado, ruts: Iterable<string>): Promise<number> {
      const pause = pauses()
      let made = 0
      for (const rut of ruts) {
        made += await relink({ empresa_id: empresaId, ambiente, lado, rut }, pause)
        await pause()
      }
      return made
    },

    /** Invoices for a person to choose from, for notes that are not linked whole. */
    async propose(
      { empresaId, ambiente }: Titular,
      lado: Lado,
      rut: string,
      ids: ReadonlySet<string>,
    ): Promise<Map<string, (Candidata & { porVincular: number })[]>> {
      const pause = pauses()
      const partes = { empresa_id: empresaId, ambiente, lado, rut }
      const rows = await facturasOf(partes, pause)
      const vinculado = new Map(rows.map((row) => [row.id, row.vinculado]))
      const cargos = cargosBy(partes)
      const facturas = rows.map((row) => toVinculable(row, cargos.get(row.id)))
      const quitadas = new Set(sql.quitadas.all(partes))
      const saldoOf = ({ id, montoTotal, cargos }: DocumentoVinculable): number =>
        montoTotal + cargos - vinculado.get(id)!
      const found = new Map<string, (Candidata & { porVincular: number })[]>()
      for (const row of sql.notas.all(partes)) {
        if (!ids.has(row.id)) continue
        const resto = row.monto_total - row.vinculado
        const list = proposeFacturas(toNota(partes, row), facturas, resto, saldoOf, quitadas)
        found.set(
          row.id,
          list.map((one) => ({ ...one, porVincular: saldoOf(one.factura) })),
        )
        await pause()
      }
      return found
    },
  }
}
