// One received document whole: what stands in it, and the files that it came with. Its deletion.

import type { Static } from '@sinclair/typebox'
import { jsonOfDecimal } from '../../domain/decimal'
import type { Decimal, Dte, Emisor } from '../../domain/dte/dte'
import { AppError } from '../../domain/errors'
import type { Titular } from '../../domain/titular'
import type { Store } from '../../store/store'
import { type ArchivoLeido, type Cesion, type Contenido, checkCesiones } from '../../xml/recibido'
import type { Archivos } from './archivos'
import { PLACE } from './keep'
import { claveOf, type Documento, type Lista } from './lista'
import type { Pdfs } from './pdfs'
import type { Recibido } from './recibido-json'
import { prepareLectura } from './statements'

/** The reason against the deletion of a document, in words; null without one. */
export type Holds = (id: string) => string | null

const cifra = (text: Decimal | undefined): number | string | null =>
  text === undefined ? null : jsonOfDecimal(text)

const detalleOf = ({ detalle }: Dte): Recibido['detalle'] =>
  detalle.map((linea) => ({
    linea: linea.linea ?? null,
    codigos: (linea.codigo ?? []).map(({ tipo, valor }) => ({ tipo: tipo ?? null, valor: valor ?? null })),
    nombre: linea.nombre ?? null,
    descripcion: linea.descripcion ?? null,
    exento: linea.exento ?? null,
    cantidad: cifra(linea.cantidad),
    unidad: linea.unidad ?? null,
    precio: cifra(linea.precio),
    descuento_monto: cifra(linea.descuentoMonto),
    recargo_monto: cifra(linea.recargoMonto),
    monto: cifra(linea.monto),
  }))

const referenciasOf = ({ referencias }: Dte): Recibido['referencias'] =>
  referencias.map((one) => ({
    linea: one.linea ?? null,
    tipo_documento: one.tipoDocumento ?? null,
    folio: one.folio ?? null,
    fecha: one.fecha ?? null,
    codigo: typeof one.codigo === 'number' ? one.codigo : null,
    razon: one.razon ?? null,
  }))

/** A place is a path that a program can hold against others: the line, which only a person looks up, is told with the message. */
function toInforme({
  donde,
  mensaje,
  ...rest
}: ArchivoLeido['informe'][number]): Recibido['informe'][number] {
  const [linea = ''] = / \(línea \d+\)$/.exec(donde) ?? []
  return { ...rest, donde: donde.slice(0, donde.length - linea.length), mensaje: `${mensaje}${linea}` }
}

export type Detalle = ReturnType<typeof createDetalle>

export function createDetalle({
  store: { client, secrets },
  archivos,
  pdfs,
  lista,
  holds,
  respuestasOf,
}: {
  store: Pick<Store, 'client' | 'secrets'>
  archivos: Pick<Archivos, 'read' | 'remove'>
  pdfs: Pick<Pdfs, 'read'>
  lista: Pick<Lista, 'toFila' | 'others'>
  holds: readonly Holds[]
  /** The answers of the company to one. */
  respuestasOf(id: string): Recibido['respuestas']
}) {
  const sql = prepareLectura(client)
  const contenidoOf = (id: string): Contenido =>
    JSON.parse(secrets.open(PLACE.contenido(id), sql.contenido.get(id)!).toString())
  const contenido = (d: Documento): Contenido => contenidoOf(d.id)

  return {
    contenido,
    /** The issuer's data on its newest document whose signature holds; null without one. */
    emisorOf({ empresaId, ambiente }: Titular, rut: string): Emisor | null {
      const id = sql.lastOf.get({ empresa_id: empresaId, ambiente, rut_emisor: rut })
      return id === undefined ? null : contenidoOf(id).dte.emisor
    },
    /** The file that brought it, as it came, or that which told of a cession of it afterwards, from 1; null where there is none. */
    async archivo(d: Documento, cesion = 0): Promise<{ nombre: string; bytes: Buffer } | null> {
      const id = cesion === 0 ? d.archivoId : sql.deCesiones.all(d.id)[cesion - 1]
      if (id === undefined) return null
      return archivos.read(id)
    },
    /** The PDF that came in its mail; null without one. */
    pdf: (d: Documento) => pdfs.read(d.id),
    toJson(d: Documento): Recibido {
      const { cesiones: _, ...fila } = lista.toFila(d)
      const archivo = sql.archivo.get(d.archivoId)!
      const { dte } = contenido(d)
      const cesiones = d.cesiones as Cesion[]
      const deArchivo: ArchivoLeido['informe'] = JSON.parse(archivo.informe)
      return {
        ...fila,
        informe: [...deArchivo, ...(d.informe as ArchivoLeido['informe']), ...checkCesiones(cesiones)].map(
          toInforme,
        ),
        cesiones,
        archivos_cesion: sql.deCesiones.all(d.id).length,
        conflicto_con: lista.others(d).map(({ id }) => id),
        detalle: detalleOf(dte),
        referencias: referenciasOf(dte),
        archivo: {
          nombre: archivo.nombre,
          documentos: sql.siblings.get(archivo.id)!,
          mensaje_id: archivo.mensaje_id,
        },
        respuestas: respuestasOf(d.id),
      } satisfies Static<typeof import('./recibido-json').RecibidoJson>
    },
    /** Forgets one, and its files with the last document of each. In the caller's transaction. Throws INVALID_STATE. */
    remove(d: Documento): void {
      const why = holds.map((one) => one(d.id)).find(Boolean)
      if (why) throw new AppError('INVALID_STATE', why)
      if (sql.isLinked.get(claveOf(d)))
        throw new AppError(
          'INVALID_STATE',
          'El documento está vinculado con una nota o una factura en el registro; quite antes la vinculación',
        )
      const others = lista.others(d)
      const brought = [d.archivoId, ...sql.deCesiones.all(d.id)]
      sql.remove.run(d.id)
      for (const id of brought) if (!sql.isNeeded.get({ id })) archivos.remove(id)
      const [first] = others.sort((one, other) => (one.id < other.id ? -1 : 1))
      if (first)
        sql.settle.run({
          ...claveOf(d),
          left: others.length,
          primero_id: first.id,
          primero_en: first.recibido_en,
        })
    },
  }
}
