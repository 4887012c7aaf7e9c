// From a request, or from documents issued before, to a document that may take its folio: everything that can be wrong with
// it is said at once, and nothing is written.

import type { Clock } from '../../../base/clock'
import type { Ambiente } from '../../../domain/ambiente'
import type { Emisor } from '../../../domain/dte/dte'
import { type Documento, type FechaPropia, Lectura, readDocumento } from '../../../domain/dte/solicitud'
import type { Umbral } from '../../../domain/dte/umbral'
import { FAULTS_MAX, type Fault } from '../../../domain/errors'
import { chileTimestamp } from '../../../domain/fecha'
import { requireTipo } from '../../../http/tenant'
import type { Store } from '../../../store/store'
import type { Folios } from '../../folios'
import type { Documentos } from '../documento/documento-store'
import type { Emisores, EmpresaEmisora } from '../documento/emisor'
import type { Referencias } from '../referencias/referencias'
import { createRepeatVenta } from '../referencias/venta'
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
  /** When it is to be released, and the request as it came; absent for at once. */
  programado?: { para: Date; cuerpo: unknown }
}

/** Builds a document from documents issued before, on a day of Chile; throws what is wrong with them. */
export type Build = (
  emisor: Emisor,
  hoy: string,
  hora: string,
  fechaPropia: FechaPropia,
) => Pick<Reviewed, 'documento' | 'guias'>

interface Deps {
  store: Pick<Store, 'client'>
  clock: Clock
  documentos: Documentos
  emisores: Emisores
  referencias: Referencias
  folios: Folios
  /** Totals from which a boleta names its buyer. */
  umbrales: readonly Umbral[]
}

/** A request as it is kept: which customer it named too. */
function withId(cuerpo: unknown, cliente_id: string | undefined): unknown {
  if (cliente_id === undefined) return cuerpo
  const { receptor, ...rest } = cuerpo as { receptor: object }
  return { ...rest, receptor: { ...receptor, cliente_id } }
}

export function createReview({ store, clock, documentos, emisores, referencias, folios, umbrales }: Deps) {
  const repeatVenta = createRepeatVenta(documentos)
  const stockFaults = createStockFaults({ folios, clock })
  const complete = createReceptorCliente(store.client)

  function build(whose: OnBehalfOf, at: Date, make: Build): Reviewed {
    const { empresaId, ambiente } = whose
    const empresa = emisores.get({ empresaId, ambiente })
    const [hoy, hora] = chileTimestamp(at).split('T') as [string, string]
    const armado = make(empresa.emisor, hoy, hora, referencias.fechasDe({ empresaId, ambiente }))
    requireTipo(whose, armado.documento.dte.idDoc.tipoDte)
    return { empresa, ambiente, ...armado }
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
    const others = [...before, ...completa.faults]
    const reviewed = build(whose, at, (emisor, hoy, hora, fechaPropia) => {
      const lectura = new Lectura(faults)
      const { documento, ...rest } = readDocumento(cuerpo, emisor, hoy, hora, lectura, fechaPropia, umbrales)
      const repetida = documento ? repeatVenta(documento, whose) : []
      if (documento && !others.length && !repetida.length) {
        documento.advertencias.push(...completa.advertencias)
        return { documento }
      }
      const parcial = 'parcial' in rest ? rest.parcial : null
      const { empresaId, ambiente } = whose
      throw lectura.error([
        ...others,
        ...repetida,
        ...(parcial ? referencias.faultsOf(parcial, emisor.rut, { empresaId, ambiente }) : []),
        ...(parcial && taking ? stockFaults(whose, parcial.tipoDte, parcial.fechaEmision) : []),
      ])
    })
    return { ...reviewed, cuerpo: withId(cuerpo, clienteId), ...(numIdCliente && { numIdCliente }) }
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
    /** The same of a document built from others. */
    prepare: (whose: OnBehalfOf, make: Build): Reviewed => build(whose, clock(), make),
  }
}
