// The stamp (xml §4.2, §4.4 to §5.4): signed over the bytes of the file between <DD> and </DD>, ISO-8859-1, with the white
// space between tags taken away and nothing else. Never over a canonical form.

import { type KeyObject, verify } from 'node:crypto'
import { filaDe } from '../../domain/dte/tipos'
import { addMonths, chileDate } from '../../domain/fecha'
import { type Codigo, type Finding, finding } from './codigos'
import { toWindows1252 } from './decode'
import { llavePublica } from './llaves'
import { mismoRut } from './mismo-rut'
import { type Elemento, en, texto, textoEn } from './nodo'
import type { DteLeido } from './parse-sobre'

/** CAFs of the types that expire do so six months after FA (Res. Ex. 58 of 2017); those granted before this date do not. */
const VENCEN_DESDE = '2018-07-01'
const LARGO_MAX = 40

/** `<DD>…</DD>` or `<DA>…</DA>` as it is signed: flat, ISO-8859-1. */
export const flatten = (crudo: string): Buffer => Buffer.from(crudo.replace(/>[ \t\r\n]+</g, '><'), 'latin1')

interface OpcionesTed {
  /** Instant taken as the moment of signing, instead of the one that the document states. */
  at?: Date
  /** Accept a stamp whose text a serializer wrote in another way than it was signed: prefixes, namespaces, references. */
  lenient?: boolean
}

/**
 * Judges the TED against its CAF, its authority and its document. `llaveAutoridad` gives the SII's key of an IDK, null when
 * it is not good here.
 */
export function checkTed(
  dte: DteLeido,
  llaveAutoridad: (idk: number) => KeyObject | null,
  { at, lenient }: OpcionesTed = {},
): Finding[] {
  const ted = en(dte.documento, 'TED')
  const dd = en(ted, 'DD')
  const da = en(dd, 'CAF/DA')
  if (!ted || !dd || !da) return [finding('TED-3-901', `TED (línea ${dte.linea(dte.nodo)})`)]
  const donde = (ruta: string) => `TED/${ruta} (línea ${dte.linea(en(ted, ruta) ?? ted)})`
  const crudo = (elemento: Elemento) =>
    dte.texto.slice(elemento.inicio - dte.nodo.inicio, elemento.fin - dte.nodo.inicio)
  const firmado = (elemento: Elemento, firma: string, llave: KeyObject | null) =>
    llave !== null &&
    [flatten(crudo(elemento)), ...(lenient ? reescrituras(elemento, crudo(elemento)) : [])].some((texto) =>
      verify('RSA-SHA1', texto, llave, Buffer.from(firma, 'base64')),
    )

  const salida: Finding[] = []
  const note = (codigo: Codigo, ruta: string, mensaje?: string) =>
    salida.push(finding(codigo, donde(ruta), mensaje))

  // The SII looks at the expiry before the rest of the stamp (sii §4.4).
  const fa = textoEn(da, 'FA')
  const firma = at ? chileDate(at) : (dte.tmstFirma || textoEn(dd, 'TSTED')).slice(0, 10)
  if (filaDe(dte.tipo)?.foliosVencen && fa >= VENCEN_DESDE && firma > addMonths(fa, 6)) {
    note(
      'CAF-3-517',
      'DD/CAF/DA/FA',
      `El CAF se autorizó el ${fa} y venció el ${addMonths(fa, 6)}; se firma el ${firma}`,
    )
  }
  const idk = Number(textoEn(da, 'IDK'))
  const autoridad = llaveAutoridad(idk)
  if (!autoridad)
    note('CAF-3-902', 'DD/CAF/DA/IDK', `El CAF lo firmó la llave ${idk}, que no es de este ambiente`)
  else if (!firmado(da, textoEn(dd, 'CAF/FRMA'), autoridad)) note('CAF-3-901', 'DD/CAF/FRMA')
  if (!mismoRut(textoEn(da, 'RE'), dte.emisor)) note('CAF-3-903', 'DD/CAF/DA/RE')
  if (Number(textoEn(da, 'TD')) !== dte.tipo) note('CAF-3-904', 'DD/CAF/DA/TD')
  const [desde, hasta] = [textoEn(da, 'RNG/D'), textoEn(da, 'RNG/H')]
  if (!(Number(desde) <= dte.folio && dte.folio <= Number(hasta))) {
    note('CAF-3-905', 'DD/CAF/DA/RNG', `El folio ${dte.folio} no está entre ${desde} y ${hasta}`)
  }
  if (dte.fecha !== '' && dte.fecha < fa) {
    note('CAF-2-906', 'DD/CAF/DA/FA', `El CAF se autorizó el ${fa} y el documento dice ${dte.fecha}`)
  }
  if (textoEn(dd, 'TSTED').slice(0, 10) < fa) note('TED-1-646', 'DD/TSTED')

  const llave = llavePublica(textoEn(da, 'RSAPK/M'), textoEn(da, 'RSAPK/E'))
  if (!firmado(dd, textoEn(ted, 'FRMT'), llave)) {
    note('TED-2-510', 'FRMT', 'FRMT no corresponde al texto de DD y a la llave del CAF')
  }
  checkDatos(dte, dd, note)
  return salida
}

const RUTS = new Set(['RE', 'RR'])

/**
 * The texts signed by a program that writes windows-1252, or whose XML library then wrote the same text in
 * its own way: plain, or with quotes as references.
 */
function reescrituras(elemento: Elemento, crudo: string): Buffer[] {
  const plano = write(elemento)
  return [
    crudo.replace(/>[ \t\r\n]+</g, '><'),
    plano,
    plano.replace(/'/g, '&apos;').replace(/"(?=[^<>]*<)/g, '&quot;'),
  ].map((t) => toWindows1252(t))
}

function write({ local, atributos, hijos }: Elemento): string {
  const propios = atributos.filter(({ nombre }) => !nombre.startsWith('xmlns'))
  const apertura = [local, ...propios.map(({ nombre, valor }) => `${nombre}="${valor}"`)].join(' ')
  const conHijos = hijos.some((h) => typeof h !== 'string')
  const dentro = hijos.map((h) =>
    typeof h === 'string'
      ? conHijos
        ? ''
        : h.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;')
      : write(h),
  )
  return `<${apertura}>${dentro.join('')}</${local}>`
}

function checkDatos(
  dte: DteLeido,
  dd: Elemento,
  note: (codigo: Codigo, ruta: string, mensaje: string) => void,
) {
  const iguales: [string, string | number][] = [
    ['RE', dte.emisor],
    ['TD', dte.tipo],
    ['F', dte.folio],
    ['FE', dte.fecha],
    ['RR', dte.receptor],
  ]
  for (const [tag, esperado] of iguales) {
    const valor = textoEn(dd, tag)
    if (valor !== String(esperado) && !(RUTS.has(tag) && mismoRut(valor, String(esperado))))
      note('TED-3-902', `DD/${tag}`, `${tag} dice «${valor}» y el documento «${esperado}»`)
  }
  // Character for character: an export keeps its decimals here too (xml §5.1).
  const monto = textoEn(dd, 'MNT')
  if (monto !== dte.montoTotal) {
    note('TED-3-640', 'DD/MNT', `MNT dice ${monto} y MntTotal ${dte.montoTotal}`)
  }
  const textos = [
    ['RSR', textoEn(dte.documento, 'Encabezado/Receptor/RznSocRecep')],
    ['IT1', textoEn(dte.documento, 'Detalle/NmbItem')],
  ] as const
  for (const [tag, completo] of textos) {
    const valor = texto(en(dd, tag))
    if (completo !== '' && !isInicio(valor, completo)) {
      note('TED-2-903', `DD/${tag}`, `${tag} dice «${valor}» y el documento «${completo}»`)
    }
  }
}

// RSR and IT1 are cut to 40 characters; quotes may become spaces and accents plain letters (xml §5.1). Whether
// the SII compares them at all is not known, so any beginning of the text will do.
function isInicio(valor: string, completo: string): boolean {
  const plano = (t: string) =>
    t
      .normalize('NFD')
      .replace(/[\u0300-\u036f]/g, '')
      .replace(/['"]/g, ' ')
      .replace(/\s+/g, ' ')
      .trim()
  const inicio = plano(valor)
  return inicio !== '' && valor.length <= LARGO_MAX && plano(completo).startsWith(inicio)
}
