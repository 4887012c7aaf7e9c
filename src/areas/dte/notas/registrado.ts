// The note that voids a document which another program issued: built from what the register says of it (http §1.4).

import { ONE } from '../../../domain/decimal'
import { isTipoDte, type TipoDte, tipoDocumento } from '../../../domain/dte/tipos'
import { voidingNote } from '../../../domain/dte/voiding-note'
import { AppError } from '../../../domain/errors'
import { isFacturaCompra, isSobreFacturaCompra } from '../../../domain/rcv/tipos'
import type { Titular } from '../../../domain/titular'
import type { Store } from '../../../store/store'
import type { Emision } from '../aceptar/emision'
import type { OnBehalfOf } from '../aceptar/on-behalf-of'
import { prepareClientes } from '../aceptar/statements'
import { motivoMuerta, saldoDe } from '../referencias/ajenas'
import type { Referencias } from '../referencias/referencias'
import type { Registrado as EnRegistro } from '../referencias/registro'

/** A sale of the register, of a type that a note voids. */
export interface Registrado extends EnRegistro {
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
  referencias: Pick<Referencias, 'fechasDe' | 'registro'>
}) {
  const { store, emision, referencias } = deps
  const { registro } = referencias
  const clientes = prepareClientes(store.client)
  const isCliente = ({ empresaId, rut }: Registrado): boolean => !!clientes.byRut.get(empresaId, rut)

  return {
    /** Throws NOT_FOUND with what to do, where neither this server nor the register as it was read knows the document. */
    find(titular: Titular, tipo: number, folio: number): Registrado {
      const what = `No existe aquí ${nombreDe({ tipoDte: tipo, folio }).toLowerCase()}`
      if (!isTipoDte(tipo)) throw new AppError('NOT_FOUND', what)
      const { tipo: tipoNota, remedio } = voidingNote(tipo)
      if (!tipoNota) throw new AppError('NOT_FOUND', `${what}. ${remedio}`)
      if (referencias.fechasDe(titular)(tipo, folio) === null)
        throw new AppError('NOT_FOUND', `${what}: su folio no se ha usado, o está anulado en el SII`)
      const row = registro.fila(titular, 'venta', tipo, folio)
      if (row && isFacturaCompra(tipo))
        throw new AppError(
          'NOT_FOUND',
          `${what}: la que está en sus ventas la emitió quien compró, y la anula él`,
        )
      if (row) return { ...row, tipoNota }
      const mensaje = `${what}, ni está en el registro que se ha traído. Si se emitió en otra parte, traiga las ventas de su mes (POST /v1/rcv/:periodo/importar o POST /v1/rcv/:periodo/sync) y repita, o emita su nota en POST /v1/dte/emitir con su receptor, sus montos y la referencia de \`detalles\``
      const falta = { tipo_documento: String(tipo), folio: String(folio), codigo: 1 }
      throw new AppError('NOT_FOUND', mensaje, { detalles: [{ tipo_dte: tipoNota, referencias: [falta] }] })
    },

    /** Throws INVALID_STATE where a note voids it already, BALANCE_EXCEEDED where one of here or of the register took a part. */
    checkAnulable(row: Registrado): void {
      const cuenta = registro.cuentaDe(row)
      const dead = motivoMuerta(cuenta, 1)
      if (dead) throw new AppError('INVALID_STATE', `${nombreDe(row)} ${dead}`)
      if (cuenta.intacto) return
      const [saldo, monto_total] = [Number(saldoDe(cuenta) / ONE), row.montoTotal]
      throw new AppError(
        'BALANCE_EXCEEDED',
        `${nombreDe(row)} ya no debe su total (${monto_total}) sino ${saldo}: otra nota cambió sus montos`,
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
      if (row.datos.otrosImpuestos?.some(({ valor }) => valor) || exento + neto + iva !== total)
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
