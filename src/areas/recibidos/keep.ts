// Writing what was read: a document once, another one under the same folio beside it, what is known already not again
// (areas/recibidos §3). In the caller's transaction.

import type { Clock } from '../../base/clock'
import type { NewId } from '../../base/id'
import type { Ambiente } from '../../domain/ambiente'
import { isNota } from '../../domain/rcv/tipos'
import type { OrigenRecibido } from '../../domain/recibido'
import { foldText } from '../../domain/texto'
import type { Store } from '../../store/store'
import type { ArchivoLeido, DocumentoLeido } from '../../xml/recibido'
import type { Acuse } from '../acuse'
import type { Eventos } from '../eventos'
import { claveRecibido } from '../rcv'
import { type Pieza, pdfOf } from './piezas'
import { prepareEntrada, type RecibidoRow } from './statements'

/** Whose mailbox or upload it is. */
export interface Quien {
  cuentaId: string
  empresaId: string
  ambiente: Ambiente
}

/** How a file came. */
export interface Llegada {
  nombre: string
  origen: OrigenRecibido
  mensajeId: string | null
  responderA: string | null
  recibidoEn: Date
}

/** A file under the id that it will have. */
export interface Sellado {
  id: string
  bytes: Buffer
}

export interface Guardado {
  id: string
  repetido: boolean
}

const PLACE = {
  archivo: (id: string) => ({ table: 'recibido_archivo', column: 'bytes_cifrados', id }),
  contenido: (id: string) => ({ table: 'recibido_contenido', column: 'contenido_cifrado', id }),
  pdf: (id: string) => ({ table: 'recibido_pdf', column: 'pdf_cifrado', id }),
}

export { PLACE }

export function createKeep({
  store: { client, secrets },
  newId,
  eventos,
  acuse,
  clock,
  notaRecibida,
}: {
  store: Pick<Store, 'client' | 'secrets'>
  newId: NewId
  eventos: Pick<Eventos, 'emitOnce'>
  acuse: Pick<Acuse, 'resultadoDe'>
  /** A credit note came: what it refers to may link it. */
  notaRecibida(dueno: Pick<RecibidoRow, 'empresa_id' | 'ambiente'>, rut: string): void
  clock: Clock
}) {
  const sql = prepareEntrada(client)

  function saveArchivo(quien: Quien, llegada: Llegada, { id, bytes }: Sellado, leido: ArchivoLeido): string {
    sql.insertArchivo.run({
      id,
      empresa_id: quien.empresaId,
      ambiente: quien.ambiente,
      nombre: llegada.nombre,
      origen: llegada.origen,
      mensaje_id: llegada.mensajeId,
      responder_a: llegada.responderA,
      recibido_en: llegada.recibidoEn.toISOString(),
      huella: leido.huella,
      sobre: leido.sobre && JSON.stringify(leido.sobre),
      informe: JSON.stringify(leido.informe),
      bytes_cifrados: bytes,
    })
    return id
  }

  /** Of the same bytes; ceded, of the same signed content, since a cession cuts it out of its file. */
  const isSame = (row: RecibidoRow, { huella, digest, cesiones }: DocumentoLeido): boolean =>
    row.huella === huella || (cesiones.length > 0 && digest !== '' && row.digest === digest)

  function insert(
    quien: Quien,
    llegada: Llegada,
    archivoId: string,
    d: DocumentoLeido,
    first?: RecibidoRow,
  ): string {
    const id = newId('rec')
    const at = llegada.recibidoEn.toISOString()
    sql.insert.run({
      id,
      empresa_id: quien.empresaId,
      ambiente: quien.ambiente,
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
      origen: llegada.origen,
      recibido_en: at,
      firma: d.firma,
      timbre: d.timbre,
      montos: d.montos,
      informe: JSON.stringify(d.informe),
      cesiones: JSON.stringify(d.cesiones),
      busqueda: foldText(`${d.razonSocialEmisor} ${d.rutEmisor} ${d.folio}`),
      primero_en: first?.primero_en ?? at,
      primero_id: first?.primero_id ?? id,
      conflicto: 0,
      prefiere: 0,
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
    return id
  }

  function tell(quien: Quien, id: string, d: DocumentoLeido, origen: OrigenRecibido): void {
    const { rutEmisor, tipoDte, folio } = d
    const clave = { ambiente: quien.ambiente, rut: rutEmisor, tipo_dte: tipoDte, folio }
    eventos.emitOnce(quien, claveRecibido(clave), {
      evento: 'dte.recibido',
      data: () => ({
        empresa_id: quien.empresaId,
        ambiente: quien.ambiente,
        id,
        tipo_dte: tipoDte,
        folio,
        rut_emisor: rutEmisor,
        razon_social_emisor: d.razonSocialEmisor,
        monto_total: d.montoTotal,
        fecha_emision: d.fechaEmision,
        origen,
        vence_el: acuse.resultadoDe({ ...clave, empresa_id: quien.empresaId, rut_emisor: rutEmisor }, clock())
          .vence_el,
      }),
    })
  }

  return {
    /** Seals a file, which of a long one takes a while. */
    seal(bytes: Uint8Array): Sellado {
      const id = newId('arc')
      return { id, bytes: secrets.seal(PLACE.archivo(id), bytes) }
    },
    /**
     * Some documents of one file. `archivoId`: of what an earlier part of it was written with; null writes the file when it brings
     * something new. `alone`: the file has this document and no other.
     */
    keep(
      quien: Quien,
      llegada: Llegada,
      { sellado, leido, pdfs }: { sellado: Sellado; leido: ArchivoLeido; pdfs: readonly Pieza[] },
      documentos: readonly DocumentoLeido[],
      archivoId: string | null,
    ): { archivoId: string | null; guardados: Guardado[] } {
      let archivo = archivoId
      const guardados = documentos.map((d): Guardado => {
        const clave = {
          empresa_id: quien.empresaId,
          ambiente: quien.ambiente,
          rut_emisor: d.rutEmisor,
          tipo_dte: d.tipoDte,
          folio: d.folio,
        }
        const same = sql.sameKey.all(clave)
        const known = same.find((row) => isSame(row, d))
        const alone = leido.documentos.length === 1
        const pdf = pdfOf(pdfs, { nombre: llegada.nombre, folio: d.folio, alone })
        if (!known) archivo ??= saveArchivo(quien, llegada, sellado, leido)
        const id = known?.id ?? insert(quien, llegada, archivo!, d, same[0])
        if (known && d.cesiones.length) sql.ceded.run(JSON.stringify(d.cesiones), id)
        if (pdf)
          sql.insertPdf.run({
            recibido_id: id,
            nombre: pdf.nombre,
            pdf_cifrado: secrets.seal(PLACE.pdf(id), pdf.bytes),
          })
        if (!known && same.length) sql.conflict.run(clave)
        if (!known) tell(quien, id, d, llegada.origen)
        if (!known && isNota(d.tipoDte)) notaRecibida(clave, d.rutEmisor)
        return { id, repetido: !!known }
      })
      return { archivoId: archivo, guardados }
    },
  }
}
