// From a request, or from documents issued before, to a document that may take its folio: everything that can be wrong with
// it is said at once, and nothing is written.

import type { Ambiente, Clock } from '../../domain/ambiente'
import type { Emisor } from '../../domain/dte/dte'
import { type Documento, type FechaPropia, Lectura, readDocumento } from '../../domain/dte/solicitud'
import type { Umbral } from '../../domain/dte/umbral'
import { FAULTS_MAX, type Fault } from '../../domain/errors'
import { chileTimestamp } from '../../domain/fecha'
import { requireTipo } from '../../http/tenant'
import type { Folios } from '../folios'
import type { Documentos } from './documento-store'
import { hashLineas } from './duplicado'
import type { Emisores, EmpresaEmisora } from './emisor'
import { createStockFaults } from './existencias'
import { checkProgramacion, programarParaDe } from './programar'
import type { Referencias } from './referencias'
import { createRepeatVenta } from './venta'

/** In whose name a document is issued. */
export interface Emisora {
  empresaId: string
  ambiente: Ambiente
  /** Types that whoever asks may issue; null or absent is all. */
  tiposDte?: readonly number[] | null
}

/** A document read and checked, ready to take its folio. */
export interface Revisado {
  empresa: EmpresaEmisora
  ambiente: Ambiente
  documento: Documento
  /** The hash of its lines, taken before the transaction that looks for a document like it. */
  lineas: string
  /** The guides that an invoice built from them covers, by their ids; of any other document, those it refers to. */
  guias?: readonly string[]
  /** When it is to be released, and the request as it came; absent for at once. */
  programado?: { para: Date; cuerpo: unknown }
}

/** Builds a document from documents issued before, on a day of Chile; throws what is wrong with them. */
export type Armar = (
  emisor: Emisor,
  hoy: string,
  hora: string,
  fechaPropia: FechaPropia,
) => Pick<Revisado, 'documento' | 'guias'>

interface Deps {
  clock: Clock
  documentos: Documentos
  emisores: Emisores
  referencias: Referencias
  folios: Folios
  /** Totals from which a boleta names its buyer. */
  umbrales: readonly Umbral[]
}

export function createRevisar({ clock, documentos, emisores, referencias, folios, umbrales }: Deps) {
  const repeatVenta = createRepeatVenta(documentos)
  const stockFaults = createStockFaults({ folios, clock })

  function build(emisora: Emisora, at: Date, armar: Armar): Revisado {
    const { empresaId, ambiente } = emisora
    const empresa = emisores.get(empresaId, ambiente)
    const [hoy, hora] = chileTimestamp(at).split('T') as [string, string]
    const armado = armar(empresa.emisor, hoy, hora, referencias.fechasDe(empresaId, ambiente))
    requireTipo(emisora, armado.documento.dte.idDoc.tipoDte)
    return { empresa, ambiente, lineas: hashLineas(armado.documento.dte.detalle), ...armado }
  }

  /** Reads a body as of `at`. `others` are faults found before, `taking` whether a folio is to be taken at once. */
  function read(
    cuerpo: unknown,
    emisora: Emisora,
    at: Date,
    others: Fault[],
    taking: boolean,
    faults = FAULTS_MAX,
  ): Revisado {
    return build(emisora, at, (emisor, hoy, hora, fechaPropia) => {
      const lectura = new Lectura(faults)
      const { documento, ...rest } = readDocumento(cuerpo, emisor, hoy, hora, lectura, fechaPropia, umbrales)
      const repetida = documento ? repeatVenta(documento, emisora) : []
      if (documento && !others.length && !repetida.length) return { documento }
      const parcial = 'parcial' in rest ? rest.parcial : null
      const { empresaId, ambiente } = emisora
      throw lectura.error([
        ...others,
        ...repetida,
        ...(parcial ? referencias.faultsOf(parcial, emisor.rut, empresaId, ambiente) : []),
        ...(parcial && taking ? stockFaults(emisora, parcial.tipoDte, parcial.fechaEmision) : []),
      ])
    })
  }

  return {
    stockFaults,
    /**
     * Reads and checks a body; throws every fault at once. With `emitting`, those of the stock too: they are no fault of a
     * document that is not to be issued. `faults` is how many are told one by one.
     */
    review(cuerpo: unknown, emisora: Emisora, emitting = false, faults = FAULTS_MAX): Revisado {
      const now = clock()
      const asked = programarParaDe(cuerpo)
      // What is scheduled is a document of the day of its release.
      const para = asked && asked > now ? asked : null
      const revisado = read(
        cuerpo,
        emisora,
        para ?? now,
        checkProgramacion(asked, now),
        emitting && !asked,
        faults,
      )
      return para ? { ...revisado, programado: { para, cuerpo } } : revisado
    },
    /** `review` of a request whose hour has come: a document of now, whatever hour it names. */
    reread: (cuerpo: unknown, emisora: Emisora): Revisado => read(cuerpo, emisora, clock(), [], true),
    /** The same of a document built from others. */
    prepare: (emisora: Emisora, armar: Armar): Revisado => build(emisora, clock(), armar),
  }
}
