// The exchange (simulator §23.6): an envelope with a document for the company and one for a stranger, and the judgement of its three answers.

import { chileDate, chileTimestamp } from '../../domain/fecha'
import type { Sim } from '../sim'
import { CONTADORA } from '../vecinos/firmantes'
import type { Oficina } from '../vecinos/oficina'
import { writeSobre } from '../vecinos/sobre'
import type { DocumentoIntercambio, Intercambio } from './datos-tramite'
import type { Empresa } from './sets'
import { FACTURA } from './tipos'
import { saveDatos, type Tramite } from './tramite'

/** The issuer of the SII's own test envelopes, and whom its second document is for. */
const EMISOR = '69507000-4'
const AJENO = '96790240-3'
const PRIMERO = 1001

export const nombreOf = ({ numero }: Pick<Intercambio, 'numero'>): string => `ENVIO_DTE_${numero}.xml`

/** Writes a new envelope, which takes the place of the one before. */
export async function writeIntercambio(
  sim: Sim,
  oficina: Oficina,
  empresa: Empresa,
  tramite: Tramite,
): Promise<{ nombre: string; xml: Buffer }> {
  const at = sim.now().getTime()
  const fecha = chileDate(new Date(at))
  const encargo = { dueno: empresa.dueno, rutEmpresa: empresa.rut, rutEmisor: EMISOR, at, tipoDte: FACTURA }
  const linea = { nombre: 'Servicio de prueba', cantidad: 1, precio: 10_000, exento: false }
  const documentos: DocumentoIntercambio[] = []
  const textos: string[] = []
  for (const receptor of [empresa.rut, empresa.rut === AJENO ? EMISOR : AJENO]) {
    const draft = { fecha, formaPago: 2, lineas: [linea], referencias: [] }
    const written = await oficina.write({ ...encargo, rutReceptor: receptor, documentos: [draft] })
    textos.push(...written.textos)
    const [{ folio, total }] = written.documentos as [(typeof written.documentos)[number]]
    const ajeno = receptor !== empresa.rut
    documentos.push({ tipo: FACTURA, folio, fecha, emisor: EMISOR, receptor, total, ajeno })
  }
  const xml = writeSobre({
    ...{ rutEmisor: EMISOR, tipoDte: FACTURA, documentos: textos, rutReceptor: empresa.rut, windows: false },
    ...{ instante: chileTimestamp(new Date(at)), firmante: await oficina.signerOf(CONTADORA, at) },
  })
  const text = xml.toString('latin1')
  const own: Intercambio = {
    numero: (tramite.datos.intercambio?.numero ?? PRIMERO - 1) + 1,
    digest: text.slice(text.lastIndexOf('<DigestValue>') + 13).split('<')[0]!,
    envioId: /<SetDTE ID="([^"]+)"/.exec(text)![1]!,
    documentos,
  }
  saveDatos(sim, tramite, { intercambio: own })
  return { nombre: nombreOf(own), xml }
}
