// The register as the SII's application tells it (sii §13): summaries, details, files where a detail is too long, and the kind of a
// purchase. What the codes mean is this application's own.

import { pauses } from '../../base/turn'
import { AppError } from '../../domain/errors'
import type { DocumentoRcv } from '../../domain/rcv/columnas'
import type { DETALLES, Detalle } from '../../domain/rcv/tipos'
import { Malo, READERS } from '../../domain/rcv/valores'
import { splitRut } from '../../domain/rut'
import { rehusadoOf } from '../dicho'
import type { AppPortal, Conversacion } from '../portal'
import { strangeError } from '../portal/faults'
import { fetchArchivo } from './archivo'
import { documentOf } from './fila'
import { APP_RCV, actionOf, CAPTCHA, dataOf, type Paying, rowsOf, type TramoSii } from './pregunta'

const APP_TIPO: AppPortal = {
  app: 'complementoscvui',
  servicio: 'facadeServiceCompCompraService',
  namespace: 'cl.sii.sdi.lob.diii.dcv.data.api.interfaces.compcompra.FacadeServiceCompCompra',
}
/** A type in a summary, amounts in pesos. */
export interface TotalSii {
  tipoDte: number
  detalle: Detalle
  documentos: number
  montoExento: number
  montoNeto: number
  montoIva: number
  ivaNoRecuperable: number
  ivaUsoComun: number
  montoTotal: number
}

export interface ResumenSii {
  totales: TotalSii[]
  /** When the SII last changed it, as it writes it; null of an empty slice. */
  modificado: string | null
}

export interface RcvSii {
  resumen(tramo: TramoSii): Promise<ResumenSii>
  /** Null: the SII defers it, though its summary has documents. */
  detalle(tramo: TramoSii, tipoDte: number): Promise<DocumentoRcv[] | null>
  /**
   * The deferred file. `caId` is one asked for before; `asked` tells of a new one, to be kept before it is waited for. Throws
   * SII_UNAVAILABLE while it is not made yet.
   */
  archivo(
    tramo: TramoSii,
    tipoDte: number,
    caId: number | null,
    asked: (caId: number) => void,
  ): Promise<DocumentoRcv[]>
  /** Throws SII_REFUSED. */
  changeTipoCompra(
    documento: { rut: string; periodo: string; contraparte: string; tipoDte: number; folio: number },
    tipoCompra: number,
  ): Promise<void>
}

const INGRESOS: Readonly<Record<string, Detalle>> = {
  DET_ELE: 'electronico',
  DET_PAP: 'papel',
  RESUMEN: 'resumen',
} satisfies Record<string, keyof typeof DETALLES>

function totalOf(row: Readonly<Record<string, unknown>>): TotalSii {
  const amount = (name: string): number => {
    const value = row[name] ?? 0
    if (!Number.isSafeInteger(value)) throw strangeError('resumen del registro', `un entero en ${name}`)
    return value as number
  }
  return {
    tipoDte: amount('rsmnTipoDocInteger'),
    detalle: INGRESOS[String(row.dcvTipoIngresoDoc)] ?? (row.rsmnLink === false ? 'resumen' : 'electronico'),
    documentos: amount('rsmnTotDoc'),
    montoExento: amount('rsmnMntExe'),
    montoNeto: amount('rsmnMntNeto'),
    montoIva: amount('rsmnMntIVA'),
    ivaNoRecuperable: amount('rsmnMntIVANoRec'),
    ivaUsoComun: amount('rsmnIVAUsoComun'),
    montoTotal: amount('rsmnMntTotal'),
  }
}

/** The instant of `dcvFecModificacion`, null for what is none. */
export function modifiedAt(modificado: string | null): string | null {
  const read = modificado === null ? null : READERS.instante(modificado)
  return read === null || read instanceof Malo ? null : String(read)
}

export function createRcvSii(sii: Conversacion, pay: Paying, sleep: (ms: number) => Promise<void>): RcvSii {
  const ask = (metodo: string, data: object) => pay(() => sii.facade(APP_RCV, metodo, data))
  return {
    async resumen(tramo) {
      const answer = await ask('getResumen', { ...dataOf(tramo), busquedaInicial: true })
      const rows = rowsOf(answer, 'getResumen')
      if (rows === null) throw strangeError('getResumen', 'un período con registro')
      if (rows === 'ninguno') return { totales: [], modificado: null }
      const header = answer.cuerpo.dataCabecera as { dcvFecModificacion?: unknown } | null | undefined
      const modificado = header?.dcvFecModificacion
      return { totales: rows.map(totalOf), modificado: modificado ? String(modificado) : null }
    },

    async detalle(tramo, tipoDte) {
      const metodo = tramo.lado === 'venta' ? 'getDetalleVenta' : 'getDetalleCompra'
      const answer = await ask(metodo, {
        ...dataOf(tramo),
        codTipoDoc: String(tipoDte),
        accionRecaptcha: actionOf(tramo, 'DET'),
        tokenRecaptcha: CAPTCHA,
      })
      const rows = rowsOf(answer, metodo)
      if (rows === null || rows === 'ninguno' || !rows.length) return null
      // Tens of thousands of rows must not hold up whoever else asks this server.
      const pause = pauses()
      const documentos: DocumentoRcv[] = []
      for (const row of rows) {
        documentos.push(documentOf(row, tipoDte))
        const wait = pause()
        if (wait) await wait
      }
      return documentos
    },

    archivo: (tramo, tipoDte, caId, asked) => fetchArchivo({ sii, pay, sleep }, tramo, tipoDte, caId, asked),

    async changeTipoCompra({ rut, periodo, contraparte, tipoDte, folio }, tipoCompra) {
      const [own, other] = [splitRut(rut), splitRut(contraparte)]
      const data = {
        rut: own.numero,
        dv: own.dv,
        operacion: 'COMPRA',
        tipoDocumento: tipoDte,
        numeroDocumento: folio,
        periodoTributario: periodo,
        rutContraparte: other.numero,
        dvContraparte: other.dv,
        tipoCompra,
      }
      const { codRespuesta, msgeRespuesta, cuerpo } = await pay(() =>
        sii.facade(APP_TIPO, 'cambiaTipoCompra', data),
      )
      if (cuerpo.data === 'OK') return
      throw new AppError(
        'SII_REFUSED',
        `El SII no cambió el tipo de compra: ${msgeRespuesta ?? codRespuesta}`,
        {
          detalles: [rehusadoOf('cambiaTipoCompra', { codigo: codRespuesta, glosa: msgeRespuesta }, null)],
        },
      )
    },
  }
}
