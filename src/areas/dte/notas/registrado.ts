// The note that voids a document which another program issued: built from what the register says of it (http §1.4).

import { and, asc, eq, isNull } from 'drizzle-orm'
import { isTipoDte, type TipoDte, tipoDocumento } from '../../../domain/dte/tipos'
import { voidingNote } from '../../../domain/dte/voiding-note'
import { AppError } from '../../../domain/errors'
import { isFacturaCompra, isNotaCredito, isSobreFacturaCompra } from '../../../domain/rcv/tipos'
import type { Titular } from '../../../domain/titular'
import type { Store } from '../../../store/store'
import { documento } from '../../../store/tables/documento'
import { rcvDocumento } from '../../../store/tables/rcv'
import type { Emision } from '../aceptar/emision'
import type { OnBehalfOf } from '../aceptar/on-behalf-of'
import { prepareClientes } from '../aceptar/statements'
import { type Documentos, isMuerto } from '../documento/documento-store'
import type { Referencias } from '../referencias/referencias'

type Fila = typeof rcvDocumento.$inferSelect

/** A sale of the register, of a type that a note voids. */
export interface Registrado extends Fila {
  tipoDte: TipoDte
  tipoNota: TipoDte
}

const nombreDe = ({ tipoDte, folio }: { tipoDte: number; folio: number }): string =>
  `El documento tipo ${tipoDte} folio ${folio}`

const referencia = ({ tipoDte, folio, fechaEmision }: Registrado, razon: string) => [
  { tipo_documento: String(tipoDte), folio: String(folio), fecha: fechaEmision, codigo: 1, razon },
]

/** Its amounts as one line a treatment; `bruto`: from prices that bear the VAT, as it may have been issued. */
function detalleOf(row: Registrado, bruto: boolean) {
  const nombre = `Anula ${tipoDocumento(row.tipoDte).nombre.toLowerCase()} ${row.folio}`
  const neto = (row.montoNeto ?? 0) + (bruto ? (row.montoIva ?? 0) : 0)
  return [
    ...(neto ? [{ nombre, cantidad: 1, precio: neto }] : []),
    ...(row.montoExento ? [{ nombre, cantidad: 1, precio: row.montoExento, exento: true }] : []),
  ]
}

export type Registrados = ReturnType<typeof createRegistrados>

export function createRegistrados(deps: {
  store: Store
  emision: Pick<Emision, 'review'>
  documentos: Documentos
  referencias: Pick<Referencias, 'fechasDe'>
}) {
  const { store, emision, documentos, referencias } = deps
  const clientes = prepareClientes(store.client)
  const isCliente = ({ empresaId, rut }: Registrado): boolean => !!clientes.byRut.get(empresaId, rut)

  /** The notes of here that void it, or take a part of it. */
  function notasOf({ tipoDte, folio, tipoNota, rut, empresaId, ambiente }: Registrado) {
    const same = and(
      eq(documento.empresaId, empresaId),
      eq(documento.ambiente, ambiente),
      eq(documento.rutReceptor, rut),
      eq(documento.tipoDte, tipoNota),
    )
    const ids = store.db.select({ id: documento.id }).from(documento).where(same).all()
    return ids.flatMap(({ id }) => {
      const nota = documentos.byId(id)!
      if (isMuerto(nota) || nota.anulado_por) return []
      const { referencias, totales } = documentos.contenido(nota).dte
      const own = referencias.find(
        (one) => one.tipoDocumento === String(tipoDte) && one.folio === String(folio) && one.codigo !== 2,
      )
      return own?.codigo ? [{ nota, anula: own.codigo === 1, total: Number(totales.montoTotal) }] : []
    })
  }

  return {
    /** Throws NOT_FOUND with what to do, where neither this server nor the register as it was read knows the document. */
    find(titular: Titular, tipo: number, folio: number): Registrado {
      const { empresaId, ambiente } = titular
      const what = `No existe aquí ${nombreDe({ tipoDte: tipo, folio }).toLowerCase()}`
      if (!isTipoDte(tipo)) throw new AppError('NOT_FOUND', what)
      const { tipo: tipoNota, remedio } = voidingNote(tipo)
      if (!tipoNota) throw new AppError('NOT_FOUND', `${what}. ${remedio}`)
      if (referencias.fechasDe(titular)(tipo, folio) === null)
        throw new AppError('NOT_FOUND', `${what}: su folio no se ha usado, o está anulado en el SII`)
      const venta = and(
        eq(rcvDocumento.empresaId, empresaId),
        eq(rcvDocumento.ambiente, ambiente),
        eq(rcvDocumento.lado, 'venta'),
        eq(rcvDocumento.tipoDte, tipo),
        eq(rcvDocumento.folio, folio),
        isNull(rcvDocumento.ausenteDesde),
      )
      const [row] = store.db.select().from(rcvDocumento).where(venta).orderBy(asc(rcvDocumento.id)).all()
      if (row && isFacturaCompra(tipo))
        throw new AppError(
          'NOT_FOUND',
          `${what}: la que está en sus ventas la emitió quien compró, y la anula él`,
        )
      if (row) return { ...row, tipoDte: tipo, tipoNota }
      const mensaje = `${what}, ni está en el registro que se ha traído. Si se emitió en otra parte, traiga las ventas de su mes (POST /v1/rcv/:periodo/importar o POST /v1/rcv/:periodo/sync) y repita, o emita su nota en POST /v1/dte/emitir con su receptor, sus montos y la referencia de \`detalles\``
      const falta = { tipo_documento: String(tipo), folio: String(folio), codigo: 1 }
      throw new AppError('NOT_FOUND', mensaje, { detalles: [{ tipo_dte: tipoNota, referencias: [falta] }] })
    },

    /** Throws INVALID_STATE where a note voids it already, BALANCE_EXCEEDED where one of here or of the register took a part. */
    checkAnulable(row: Registrado): void {
      const notas = notasOf(row)
      const nota = notas.find(({ anula }) => anula)?.nota
      if (nota) {
        const ya = `ya tiene la nota que lo anula: tipo ${nota.tipo_dte} folio ${nota.folio}`
        throw new AppError('INVALID_STATE', `${nombreDe(row)} ${ya}`)
      }
      // A credit note's links say what it took from others.
      const vinculado = isNotaCredito(row.tipoDte) ? 0 : row.vinculado
      // The register comes to have the notes of here too: they are not counted twice.
      const tomado = Math.max(
        vinculado,
        notas.reduce((sum, { total }) => sum + total, 0),
      )
      if (!tomado) return
      const [saldo, monto_total] = [row.montoTotal - tomado, row.montoTotal]
      throw new AppError(
        'BALANCE_EXCEEDED',
        `${nombreDe(row)} ya no debe su total (${monto_total}) sino ${saldo}: otra nota tomó una parte`,
        { detalles: [{ saldo, monto_total }] },
      )
    },

    /**
     * The request of the note, equal to the document in every amount. Throws REFERENCE_NOT_VERIFIED where the register does not say
     * enough for that.
     */
    pedido(row: Registrado, razon: string, whose: OnBehalfOf): object {
      const { exento, neto, iva, total } = {
        exento: row.montoExento ?? 0,
        neto: row.montoNeto ?? 0,
        iva: row.montoIva ?? 0,
        total: row.montoTotal,
      }
      const lacking = (why: string, cause?: unknown): AppError =>
        new AppError(
          'REFERENCE_NOT_VERIFIED',
          `${nombreDe(row)} no se emitió aquí y el registro no basta para su nota: ${why}. Emítala en POST /v1/dte/emitir, con la referencia de \`detalles\``,
          { detalles: [{ tipo_dte: row.tipoNota, referencias: referencia(row, razon) }], cause },
        )
      if (tipoDocumento(row.tipoDte).monedaExtranjera) throw lacking('no dice su moneda ni su tipo de cambio')
      if (isSobreFacturaCompra(row.datos)) throw lacking('es una nota a una factura de compra')
      if (row.datos.otrosImpuestos?.length || exento + neto + iva !== total)
        throw lacking('su total lleva impuestos, retenciones u otros montos que no están en una línea')
      const build = (bruto: boolean) => ({
        tipo_dte: row.tipoNota,
        ...(bruto && { precio_incluye_iva: true }),
        // Without a name the customer book says the rest of who it is.
        receptor: { rut: row.rut, ...(!isCliente(row) && { razon_social: row.razonSocial }) },
        detalle: detalleOf(row, bruto),
        referencias: referencia(row, razon),
      })
      for (const pedido of [build(false), build(true)]) {
        const { montoTotal, montoIva = '0' } = emision.review(pedido, whose).documento.dte.totales
        if (Number(montoTotal) === total && Number(montoIva) === iva) return pedido
      }
      throw lacking('su IVA no es el que da su neto')
    },
  }
}
