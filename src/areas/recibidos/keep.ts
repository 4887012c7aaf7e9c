// Writing what was read: a document once, another one under the same folio beside it, what is known already not again
// (areas/recibidos §3). In the caller's transaction.

import type { Clock } from '../../base/clock'
import type { NewId } from '../../base/id'
import { chileDate } from '../../domain/fecha'
import { isNota } from '../../domain/rcv/tipos'
import { isFirmaBuena, type OrigenRecibido } from '../../domain/recibido'
import { foldText } from '../../domain/texto'
import type { TitularDeCuenta } from '../../domain/titular'
import type { Store } from '../../store/store'
import type { ArchivoLeido, DocumentoLeido } from '../../xml/recibido'
import { type Finding, finding } from '../../xml/verify/codigos'
import type { Acuse } from '../acuse'
import type { Eventos } from '../eventos'
import { claveRecibido } from '../rcv'
import type { Archivos, Arrival, Sellado } from './archivos'
import { joinCesiones } from './cesiones'
import { isLargo, type Pdfs } from './pdfs'
import type { Pieza } from './piezas'
import { prepareEntrada, type RecibidoRow } from './statements'

/** A document under the id that it has or will have, with the PDF that shows it, sealed for that id; null of one that is long. */
export interface Preparado {
  id: string
  /** Whether it is new, or what its file says of its cessions: the file is kept. */
  isNews: boolean
  documento: DocumentoLeido
  pdf: { pieza: Pieza; sellado: Buffer | null } | null
}

export interface Guardado {
  id: string
  repetido: boolean
  /** It was known, and the file tells of a cession of it that no other told. */
  cedido?: boolean
}

export const PLACE = {
  contenido: (id: string) => ({ table: 'recibido_contenido', column: 'contenido_cifrado', id }),
}

/**
 * The same bytes, whose signature is good in this file alone: the namespaces around them are part of what was signed (xml §3.5). Of one that
 * was read by another schema more would change than the verdict: a person deletes it, and it comes again.
 */
const isBetter = (known: RecibidoRow, d: DocumentoLeido): boolean =>
  known.huella === d.huella &&
  !isFirmaBuena(known.firma) &&
  isFirmaBuena(d.firma) &&
  known.montos === d.montos &&
  known.timbre === d.timbre

/** A document of a day that has not come yet. */
function fromTheFuture(
  { fechaEmision }: DocumentoLeido,
  { recibidoEn }: Pick<Arrival, 'recibidoEn'>,
): Finding[] {
  const day = chileDate(recibidoEn)
  if (fechaEmision <= day) return []
  const mensaje = `FchEmis es ${fechaEmision} y el documento llegó el ${day}`
  return [finding('HED-2-932', 'Encabezado/IdDoc/FchEmis', mensaje)]
}

export function createKeep({
  store: { client, secrets },
  archivos,
  pdfs,
  newId,
  eventos,
  acuse,
  clock,
  notaRecibida,
}: {
  store: Pick<Store, 'client' | 'secrets'>
  archivos: Pick<Archivos, 'save'>
  pdfs: Pdfs
  newId: NewId
  eventos: Pick<Eventos, 'emitOnce'>
  acuse: Pick<Acuse, 'resultadoDe'>
  /** A credit note came: what it refers to may link it. */
  notaRecibida(dueno: Pick<RecibidoRow, 'empresa_id' | 'ambiente'>, rut: string): void
  clock: Clock
}) {
  const sql = prepareEntrada(client)

  const sameKey = (
    titular: TitularDeCuenta,
    { rutEmisor: rut_emisor, tipoDte: tipo_dte, folio }: DocumentoLeido,
  ) =>
    sql.sameKey.all({
      empresa_id: titular.empresaId,
      ambiente: titular.ambiente,
      rut_emisor,
      tipo_dte,
      folio,
    })

  /** That of these which is the document: of the same bytes, or of the same content by two good signatures. */
  const same = (rows: readonly RecibidoRow[], d: DocumentoLeido): RecibidoRow | undefined =>
    rows.find(({ huella }) => huella === d.huella) ??
    rows.find((row) => isFirmaBuena(row.firma) && isFirmaBuena(d.firma) && row.digest === d.digest)

  const sealPdf = (id: string, pieza: Pieza) => ({
    pieza,
    sellado: isLargo(pieza) ? null : pdfs.seal(id, pieza),
  })

  function insert(
    titular: TitularDeCuenta,
    arrival: Arrival,
    archivoId: string,
    { id, documento: d }: Preparado,
    first?: RecibidoRow,
  ): void {
    const at = arrival.recibidoEn.toISOString()
    sql.insert.run({
      id,
      empresa_id: titular.empresaId,
      ambiente: titular.ambiente,
      archivo_id: archivoId,
      rut_emisor: d.rutEmisor,
      tipo_dte: d.tipoDte,
      folio: d.folio,
      huella: d.huella,
      digest: d.digest,
      razon_social_emisor: d.razonSocialEmisor,
      fecha_emision: d.fechaEmision,
      monto_neto: d.montoNeto,
      monto_exento: d.montoExento,
      monto_iva: d.montoIva,
      monto_total: d.montoTotal,
      forma_pago: d.formaPago,
      origen: arrival.origen,
      recibido_en: at,
      firma: d.firma,
      timbre: d.timbre,
      montos: d.montos,
      informe: JSON.stringify([...d.informe, ...fromTheFuture(d, arrival)]),
      cesiones: JSON.stringify(d.cesiones),
      busqueda: foldText(`${d.razonSocialEmisor} ${d.rutEmisor} ${d.folio}`),
      primero_en: first?.primero_en ?? at,
      primero_id: first?.primero_id ?? id,
      conflicto: 0,
    })
    const sealed = secrets.seal(PLACE.contenido(id), JSON.stringify(d.contenido))
    sql.insertContenido.run({ recibido_id: id, contenido_cifrado: sealed })
    for (const [i, { folio, tipoDocumento, rutOtro, codigo }] of d.contenido.dte.referencias.entries())
      if (folio && tipoDocumento)
        sql.insertReferencia.run({
          recibido_id: id,
          linea: i + 1,
          tipo: tipoDocumento,
          folio,
          rut_otro: rutOtro ?? null,
          codigo: typeof codigo === 'number' ? codigo : null,
        })
  }

  /** Its verdict is that of this file; its own, and the address that it came from, stay. */
  function renew({ id, recibido_en }: RecibidoRow, d: DocumentoLeido): void {
    const informe = [...d.informe, ...fromTheFuture(d, { recibidoEn: new Date(recibido_en) })]
    sql.renew.run({ id, digest: d.digest, firma: d.firma, informe: JSON.stringify(informe) })
  }

  function publish(titular: TitularDeCuenta, id: string, d: DocumentoLeido, origen: OrigenRecibido): void {
    const { rutEmisor, tipoDte, folio } = d
    const clave = { ambiente: titular.ambiente, rut: rutEmisor, tipo_dte: tipoDte, folio }
    eventos.emitOnce(titular, claveRecibido(clave), {
      evento: 'dte.recibido',
      data: () => ({
        empresa_id: titular.empresaId,
        ambiente: titular.ambiente,
        id,
        tipo_dte: tipoDte,
        folio,
        rut_emisor: rutEmisor,
        razon_social_emisor: d.razonSocialEmisor,
        monto_total: d.montoTotal,
        fecha_emision: d.fechaEmision,
        origen,
        vence_el: acuse.resultadoDe(
          { ...clave, empresa_id: titular.empresaId, rut_emisor: rutEmisor },
          clock(),
        ).vence_el,
      }),
    })
  }

  return {
    /**
     * Does all it can before the transaction, for a PDF takes a while too: it is sealed where the document
     * has none yet.
     */
    prepare(titular: TitularDeCuenta, documento: DocumentoLeido, pdf: Pieza | null): Preparado {
      const known = same(sameKey(titular, documento), documento)
      const id = known?.id ?? newId('rec')
      const wanted = pdf && !(known && pdfs.has(id))
      const isNews = !known || joinCesiones(JSON.parse(known.cesiones), documento.cesiones) !== null
      return { id, isNews, documento, pdf: wanted ? sealPdf(id, pdf) : null }
    },
    /**
     * A document of a file. `archivoId`: what an earlier one of it was written with; null has `sellado` write the file where the
     * document is new, or what it says of its cessions.
     */
    keep(
      titular: TitularDeCuenta,
      arrival: Arrival,
      { leido, sellado }: { leido: ArchivoLeido; sellado: () => Sellado },
      preparado: Preparado,
      archivoId: string | null,
    ): { archivoId: string | null; guardado: Guardado } {
      const { documento: d, pdf } = preparado
      // Looked for again: what came between two turns may be the same.
      const rows = sameKey(titular, d)
      const known = same(rows, d)
      const id = known?.id ?? preparado.id
      const cesiones = known && joinCesiones(JSON.parse(known.cesiones), d.cesiones)
      const better = known && isBetter(known, d)
      const isOld = known && !cesiones
      const archivo = isOld ? archivoId : (archivoId ?? archivos.save(titular, arrival, sellado, leido))
      if (!known) insert(titular, arrival, archivo!, preparado, rows[0])
      if (better) renew(known, d)
      if (cesiones) {
        sql.ceded.run(JSON.stringify(cesiones), id)
        if (archivo !== known!.archivo_id) sql.insertCesion.run({ recibido_id: id, archivo_id: archivo! })
      }
      if (pdf) {
        const { sellado } = id === preparado.id ? pdf : sealPdf(id, pdf.pieza)
        if (sellado) pdfs.insert(id, pdf.pieza, sellado)
      }
      if (!known) {
        if (rows.length) sql.conflict.run(rows[0]!)
        publish(titular, id, d, arrival.origen)
      }
      // Its references link by a good signature alone.
      if ((!known || better) && isNota(d.tipoDte))
        notaRecibida({ empresa_id: titular.empresaId, ambiente: titular.ambiente }, d.rutEmisor)
      return { archivoId: archivo, guardado: { id, repetido: !!known, ...(cesiones && { cedido: true }) } }
    },
  }
}
