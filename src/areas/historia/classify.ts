// A document of a file in relation to the company (areas/historia §2): new, known, of elsewhere, or in doubt.

import { createHash } from 'node:crypto'
import { isTipoDte } from '../../domain/dte/tipos'
import { isFirmaBuena } from '../../domain/recibido'
import type { TitularDeCuenta } from '../../domain/titular'
import type { DocumentoHistorico } from '../../xml/recibido/historia'
import { type DocumentoRow, type Documentos, isIssuedHere } from '../dte'
import type { LineaRow, prepareDocumentos, prepareLineas } from './statements'

export interface Clasificado {
  estado: LineaRow['estado']
  motivo: string | null
  /** The document that it is already. */
  documentoId: string | null
}

interface Deps {
  documentos: Pick<Documentos, 'byFolio' | 'xml'>
  lineas: ReturnType<typeof prepareLineas>
  sql: ReturnType<typeof prepareDocumentos>
}

type Firmado = Pick<DocumentoHistorico, 'huella' | 'digest' | 'firma'>

const is = (
  estado: Clasificado['estado'],
  motivo: string | null = null,
  documentoId: string | null = null,
) => ({
  estado,
  motivo,
  documentoId,
})

const isFirmado = ({ digest, firma }: Firmado): boolean => digest !== '' && isFirmaBuena(firma)

/** The same bytes, or the same content under two good signatures. */
const isSame = (a: Firmado, b: Firmado): boolean =>
  a.huella === b.huella || (isFirmado(a) && isFirmado(b) && a.digest === b.digest)

export function createClassify({ documentos, lineas, sql }: Deps) {
  /** A document of here, as its own file tells of it. */
  function firmadoOf(row: DocumentoRow): Firmado | null {
    if (!isIssuedHere(row)) {
      const known = sql.importado.get(row.id)
      if (!known?.huella) return null
      return { huella: known.huella, digest: known.digest ?? '', firma: known.firma as Firmado['firma'] }
    }
    const xml = documentos.xml(row)
    if (xml === null) return null
    const digest = /<DigestValue>([\s\S]*?)<\/DigestValue>/.exec(xml)?.[1]?.replace(/\s/g, '') ?? ''
    return { huella: createHash('sha256').update(xml).digest('hex'), digest, firma: 'valida' }
  }

  /** Against the document that bears its folio. */
  function known(d: DocumentoHistorico, row: DocumentoRow): Clasificado {
    if (row.contenido === 'registro')
      return row.monto_total === d.montoTotal
        ? is('mejorado', null, row.id)
        : is('conflicto', `El registro dice ${row.monto_total} y el archivo ${d.montoTotal}`, row.id)
    const own = firmadoOf(row)
    if (own && isSame(own, d)) return is('repetido', null, row.id)
    const where = isIssuedHere(row) ? 'se emitió aquí' : 'ya se importó'
    return is('conflicto', `Con ese folio ${where} otro contenido`, row.id)
  }

  /** `id`: of the import, whose own lines count as known. */
  return (titular: TitularDeCuenta, rut: string, id: string, d: DocumentoHistorico): Clasificado => {
    if (d.rutEmisor !== rut)
      return d.rutReceptor === rut ? is('recibido') : is('ajeno', `Lo emitió ${d.rutEmisor}`)
    if (!isTipoDte(d.tipoDte)) return is('ilegible', `Del tipo ${d.tipoDte} no se lleva historia`)
    if (d.otroAmbiente) return is('otro_ambiente', 'El SII de otro ambiente autorizó sus folios')
    const row = documentos.byFolio(titular, d.tipoDte, d.folio)
    if (row) return known(d, row)
    const before = lineas.same.get(id, d.tipoDte, d.folio)
    if (before) {
      const first = {
        huella: before.huella!,
        digest: before.digest!,
        firma: before.firma as Firmado['firma'],
      }
      return isSame(first, d) ? is('repetido') : is('conflicto', `El archivo ${before.n} trae otro contenido`)
    }
    const { empresaId, ambiente } = titular
    const { tipoDte: tipo, folio, montoTotal: total } = d
    const isGood = isFirmaBuena(d.firma) || d.timbre === 'valido'
    if (isGood || sql.inRegister.get({ empresaId, ambiente, tipo, folio, total })) return is('nuevo')
    return is('en_duda', 'Ni su firma ni su timbre son buenos, y el registro no lo trae con ese total')
  }
}
