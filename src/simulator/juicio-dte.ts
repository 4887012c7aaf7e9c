// One document: duplicate folio, CAF and stamp, signature, amounts, header, references, in the order observed at the SII,
// where a fault hides the later ones (simulator §3.3).

import { filaDe, isTipoDte } from '../domain/dte/tipos'
import { chileDate, daysBetween } from '../domain/fecha'
import { authorityKey } from '../xml/autoridades'
import type { Finding } from '../xml/verify/codigos'
import { checkFirmaDte } from '../xml/verify/firmas'
import { checkMontos } from '../xml/verify/montos'
import { en, hijos, textoEn } from '../xml/verify/nodo'
import type { DteLeido } from '../xml/verify/parse-sobre'
import { checkEncabezado, checkReferencias } from '../xml/verify/reglas'
import { checkTed } from '../xml/verify/ted'
import { IDK } from './authority'
import { isAnulado, saveCaf } from './cafs'
import type { DocumentoRow, Libro, Veredicto } from './libro'
import { isAccepted, readPersona } from './persona'
import { magicReceptor } from './receptores'
import { openHistory } from './reclamo'
import { type Recorte, readDte } from './recorte'
import { writeRegistro } from './registro/asiento'
import type { Razon, Sim } from './sim'
import { reactToDocumento } from './vecinos/reaccion'

const RESOLUCION_PRODUCCION = '2014-08-22'
/** Calendar days in Chile from a document's date to its upload; one sent later gets a minor objection (http §1, simulator §3.3). */
const PLAZO_ENVIO = 3

interface Referencia {
  tipoDte: number
  folio: number
  codigo: number
}

/** A finding of `xml/verify`, or one that only the ledger can make. */
type Found = Razon & Pick<Finding, 'nivel'>

/** Judges one document of an envelope that arrived at `recibido`, and writes the verdict down. */
export function judgeDocumento(
  sim: Sim,
  libro: Libro,
  recorte: Recorte,
  documento: DocumentoRow,
  recibido: Date,
): void {
  const dte = readDte(recorte, documento.orden)?.dte
  const envio = libro.findEnvio(documento.trackId)!
  const referencias = dte ? ownReferences(dte) : []
  const found = dte
    ? examine(sim, libro, documento, dte, referencias, recibido, envio.dueno)
    : [reject('ENV-3-0', 'El documento no se puede leer')]
  const razones = found.map(({ codigo, mensaje }): Razon => ({ codigo, mensaje }))
  const acting = filaDe(documento.tipoDte)?.nota
    ? referencias.filter((r) => [1, 2, 3].includes(r.codigo))
    : []
  const veredicto = verdictOf(found)
  libro.judge(documento, veredicto, razones, acting)
  if (!dte || veredicto === 'rechazado') return
  const formaPago = textoEn(dte.documento, 'Encabezado/IdDoc/FmaPago').trim()
  writeRegistro(sim, documento, dte, envio, sim.now().getTime())
  openHistory(sim, documento, formaPago)
  reactToDocumento(sim, documento, envio, formaPago)
}

function examine(
  sim: Sim,
  libro: Libro,
  documento: DocumentoRow,
  dte: DteLeido,
  referencias: Referencia[],
  recibido: Date,
  dueno: string | null,
): Found[] {
  const stages: (() => Found[])[] = [
    () => checkFolio(sim, libro, documento),
    () => checkMagic(documento),
    () => checkTed(dte, (idk) => (idk === IDK ? (authorityKey(IDK)?.llave ?? null) : null)),
    () => learnCaf(sim, documento, dte, dueno),
    () => checkFirma(dte, recibido),
    () => checkMontos(dte),
    () => [...checkEncabezado(dte), ...checkFecha(documento, recibido)],
    () => checkReferencias(dte),
    () => checkReferidos(libro, documento, dte, referencias),
  ]
  const found: Found[] = []
  for (const stage of stages) {
    found.push(...stage())
    if (found.some((f) => f.nivel === 'rechazo')) break
  }
  return found
}

const reject = (codigo: string, mensaje: string): Found => ({ codigo, nivel: 'rechazo', mensaje })

function verdictOf(found: Found[]): Veredicto {
  if (found.some((f) => f.nivel === 'rechazo')) return 'rechazado'
  if (!found.length) return 'aceptado'
  // The middle digit of a code: 1 is a minor reparo.
  return found.every((f) => /-1-/.test(f.codigo)) ? 'reparo_leve' : 'reparo'
}

function checkFolio(sim: Sim, libro: Libro, documento: DocumentoRow): Found[] {
  const { lado, rutEmisor, tipoDte, folio } = documento
  const first = libro.findDocumento(lado, rutEmisor, tipoDte, folio)
  if (first && first.id !== documento.id) {
    const same =
      first.rutReceptor === documento.rutReceptor &&
      first.fechaEmision === documento.fechaEmision &&
      first.montoTotal === documento.montoTotal
    return same
      ? [reject('DTE-3-100', `El documento ya fue recibido con TrackId ${first.trackId}`)]
      : [reject('DTE-3-101', `El folio ${folio} ya fue recibido con otros datos, TrackId ${first.trackId}`)]
  }
  return isAnulado(sim, lado, rutEmisor, tipoDte, folio)
    ? [reject('DTE-3-601', `El folio ${folio} está anulado`)]
    : []
}

function checkMagic({ lado, rutReceptor }: DocumentoRow): Found[] {
  const magic = magicReceptor(lado, rutReceptor)
  const nivel = magic?.efecto === 'reparo' ? 'reparo' : 'rechazo'
  return magic?.razones.map((razon) => ({ ...razon, nivel })) ?? []
}

// Its FRMA was found good, so whoever holds the authority's key granted it.
function learnCaf(sim: Sim, { lado }: DocumentoRow, dte: DteLeido, dueno: string | null): Found[] {
  const da = en(dte.documento, 'TED/DD/CAF/DA')
  saveCaf(
    sim,
    {
      lado,
      rut: textoEn(da, 'RE'),
      tipoDte: Number(textoEn(da, 'TD')),
      desde: Number(textoEn(da, 'RNG/D')),
      hasta: Number(textoEn(da, 'RNG/H')),
      fecha: textoEn(da, 'FA'),
      modulo: textoEn(da, 'RSAPK/M').replace(/\s/g, ''),
      dueno,
      persona: null,
    },
    true,
  )
  return []
}

function checkFirma(dte: DteLeido, recibido: Date): Found[] {
  const found = checkFirmaDte(dte)
  if (found.length) return found
  const persona = readPersona(dte.firma?.certificado ?? '')
  return persona && isAccepted(persona, recibido)
    ? []
    : [
        reject(
          'DTE-3-922',
          'El certificado que firma el documento no es de un emisor reconocido o no está vigente',
        ),
      ]
}

function checkFecha({ lado, fechaEmision }: DocumentoRow, recibido: Date): Found[] {
  if (lado === 'produccion' && fechaEmision < RESOLUCION_PRODUCCION)
    return [reject('HED-3-305', 'La fecha de emisión es anterior a la autorización')]
  const dias = daysBetween(fechaEmision, chileDate(recibido))
  const mensaje = `Se envió ${dias} días después de su fecha de emisión, el plazo es de ${PLAZO_ENVIO}`
  return dias > PLAZO_ENVIO ? [{ codigo: 'DTE-1-650', nivel: 'reparo', mensaje }] : []
}

/** References to the emitter's own electronic documents. */
function ownReferences(dte: DteLeido): Referencia[] {
  return hijos(dte.documento, 'Referencia').flatMap((nodo) => {
    const tipoDte = Number(textoEn(nodo, 'TpoDocRef'))
    const folio = Number(textoEn(nodo, 'FolioRef'))
    const other = textoEn(nodo, 'RUTOtr')
    const own =
      isTipoDte(tipoDte) && textoEn(nodo, 'IndGlobal') === '' && (other === '' || other === dte.emisor)
    return own && Number.isInteger(folio)
      ? [{ tipoDte, folio, codigo: Number(textoEn(nodo, 'CodRef')) || 0 }]
      : []
  })
}

/** The faults that only the ledger can see in references. */
function checkReferidos(
  libro: Libro,
  { lado, rutEmisor, tipoDte, montoTotal }: DocumentoRow,
  dte: DteLeido,
  referencias: Referencia[],
): Found[] {
  // A boleta's references are notes of its issuer's own.
  if (dte.raiz === 'Boleta') return []
  return referencias.flatMap(({ tipoDte: tipo, folio, codigo }) => {
    const target = libro.findDocumento(lado, rutEmisor, tipo, folio)
    if (!target || target.veredicto === 'rechazado')
      return [reject('REF-3-750', `El documento ${tipo} folio ${folio} no ha sido recibido`)]
    if (!filaDe(tipoDte)?.nota || codigo !== 1 || Number(target.montoTotal) === Number(montoTotal)) return []
    const mensaje = `Anula el folio ${folio} por ${montoTotal} y su monto es ${target.montoTotal}`
    return [{ codigo: 'REF-2-780', nivel: 'reparo', mensaje }]
  })
}
