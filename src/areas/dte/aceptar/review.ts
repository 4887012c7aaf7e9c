// From a request, or from documents issued before, to a document that may take its folio: everything that can be wrong with
// it is said at once, and nothing is written.

import type { Clock } from '../../../base/clock'
import type { Ambiente } from '../../../domain/ambiente'
import { type Documento, type FechaPropia, Lectura, readDocumento } from '../../../domain/dte/solicitud'
import type { Umbral } from '../../../domain/dte/umbral'
import { FAULTS_MAX, type Fault } from '../../../domain/errors'
import { chileDate, chileTimestamp } from '../../../domain/fecha'
import type { Titular } from '../../../domain/titular'
import { requireTipo } from '../../../http/tenant'
import type { Store } from '../../../store/store'
import type { Folios } from '../../folios'
import type { TiposCambio } from '../../tipos-cambio'
import type { Documentos, ValorUsado } from '../documento/documento-store'
import type { Emisores, EmpresaEmisora } from '../documento/emisor'
import type { Referencias } from '../referencias/referencias'
import { createRepeatVenta } from '../referencias/venta'
import { createLineasCatalogo } from './lineas-catalogo'
import type { OnBehalfOf } from './on-behalf-of'
import { createReceptorCliente } from './receptor-cliente'
import { checkHour, readHour } from './scheduled-hour'
import { createStockFaults } from './stock-faults'

/** A document read and checked, ready to take its folio. */
export interface Reviewed {
  empresa: EmpresaEmisora
  ambiente: Ambiente
  documento: Documento
  /** The guides that an invoice built from them covers, by their ids; of any other document, those it refers to. */
  guias?: readonly string[]
  /** The number of a foreigner that the request named as a customer (areas/clientes §3). */
  numIdCliente?: string
  /** The values of days that its prices were put into pesos by, and the items that its lines took from (areas/catalogo §5). */
  valores?: readonly ValorUsado[]
  productos?: readonly string[]
  /** When it is to be released, and the request as it came; absent for at once. */
  programado?: { para: Date; cuerpo: unknown }
}

/** The issuer of a document, and the day and hour of Chile that it is built on. */
interface Issuing extends Pick<Reviewed, 'empresa' | 'ambiente'> {
  hoy: string
  hora: string
  fechaPropia: FechaPropia
}

/** The parts that a review asks. */
export interface ReviewDeps {
  store: Pick<Store, 'client'>
  clock: Clock
  documentos: Documentos
  emisores: Emisores
  referencias: Referencias
  folios: Folios
  tipos: Pick<TiposCambio, 'find' | 'lastBefore'>
  /** Totals from which a boleta names its buyer. */
  umbrales: readonly Umbral[]
}

/** A request as it is kept: which customer it named too. */
function withId(cuerpo: unknown, cliente_id: string | undefined): unknown {
  if (cliente_id === undefined) return cuerpo
  const { receptor, ...rest } = cuerpo as { receptor: object }
  return { ...rest, receptor: { ...receptor, cliente_id } }
}

export function createReview({
  store,
  clock,
  documentos,
  emisores,
  referencias,
  folios,
  tipos,
  umbrales,
}: ReviewDeps) {
  const repeatVenta = createRepeatVenta(documentos)
  const stockFaults = createStockFaults({ folios, clock })
  const complete = createReceptorCliente(store.client)
  const completeLineas = createLineasCatalogo(store.client, tipos)

  function issuingAt({ empresaId, ambiente }: Titular, at: Date): Issuing {
    const [hoy, hora] = chileTimestamp(at).split('T') as [string, string]
    const fechaPropia = referencias.fechasDe({ empresaId, ambiente })
    return { empresa: emisores.get({ empresaId, ambiente }), ambiente, hoy, hora, fechaPropia }
  }

  /**
   * Reads a body as of `at`. `before` are faults found before, `taking` whether a folio is to be taken at once, `aceptada` whether it was
   * accepted before.
   */
  function read(
    pedido: unknown,
    whose: OnBehalfOf,
    at: Date,
    before: Fault[],
    taking: boolean,
    faults = FAULTS_MAX,
    aceptada = false,
  ): Reviewed & { cuerpo: unknown } {
    const { cuerpo, clienteId, numIdCliente, ...completa } = complete(pedido, whose.empresaId, aceptada)
    const lineas = completeLineas(cuerpo, whose.empresaId, chileDate(at), at > clock())
    const others = [...before, ...completa.faults, ...lineas.faults]
    const { empresa, ambiente, hoy, hora, fechaPropia } = issuingAt(whose, at)
    const { emisor } = empresa
    const lectura = new Lectura(faults)
    const leido = readDocumento(lineas.enPesos, emisor, hoy, hora, lectura, fechaPropia, umbrales)
    const { documento } = leido
    const repetida = documento ? repeatVenta(documento, whose) : []
    if (!documento || others.length || repetida.length) {
      const parcial = 'parcial' in leido ? leido.parcial : null
      const titular = { empresaId: whose.empresaId, ambiente }
      throw lectura.error([
        ...others,
        ...repetida,
        ...(parcial ? referencias.faultsOf(parcial, emisor.rut, titular) : []),
        ...(parcial && taking ? stockFaults(whose, parcial.tipoDte, parcial.fechaEmision) : []),
      ])
    }
    requireTipo(whose, documento.dte.idDoc.tipoDte)
    documento.advertencias.push(...completa.advertencias, ...lineas.advertencias)
    return {
      empresa,
      ambiente,
      documento,
      cuerpo: withId(lineas.cuerpo, clienteId),
      ...(numIdCliente && { numIdCliente }),
      ...(lineas.valores.length && { valores: lineas.valores }),
      ...(lineas.productos.length && { productos: lineas.productos }),
    }
  }

  return {
    stockFaults,
    /**
     * Reads and checks a body; throws every fault at once. With `emitting`, those of the stock too: they are no fault of a
     * document that is not to be issued. `faults` is how many are told one by one.
     */
    review(cuerpo: unknown, whose: OnBehalfOf, emitting = false, faults = FAULTS_MAX): Reviewed {
      const now = clock()
      const asked = readHour(cuerpo)
      // A scheduled document bears the date of its release.
      const para = asked && asked > now ? asked : null
      const { cuerpo: completo, ...reviewed } = read(
        cuerpo,
        whose,
        para ?? now,
        checkHour(asked, now),
        emitting && !asked,
        faults,
      )
      // Whole: its customer may change, or go, before its hour.
      return para ? { ...reviewed, programado: { para, cuerpo: completo } } : reviewed
    },
    /** `review` of a request whose hour has come: a document of now, whatever hour it names. */
    reread: (cuerpo: unknown, whose: OnBehalfOf): Reviewed =>
      read(cuerpo, whose, clock(), [], true, FAULTS_MAX, true),
    /** Reads and checks a body as of an instant that may be far ahead: an unknown value of a day is then the last one known. */
    foresee: (cuerpo: unknown, whose: OnBehalfOf, at: Date): Reviewed =>
      read(cuerpo, whose, at, checkHour(readHour(cuerpo), at), false),
    /** The issuer of a document that is built from others now. */
    issuing: (whose: OnBehalfOf): Issuing => issuingAt(whose, clock()),
    /** A document so built, as one that was read. Throws FORBIDDEN of a type that whoever asks may not issue. */
    built(
      whose: OnBehalfOf,
      { empresa, ambiente }: Issuing,
      documento: Documento,
      guias?: readonly string[],
    ): Reviewed {
      requireTipo(whose, documento.dte.idDoc.tipoDte)
      return { empresa, ambiente, documento, ...(guias && { guias }) }
    },
  }
}
