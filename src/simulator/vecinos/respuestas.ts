// A neighbour's answers about documents, as XML of its own hand (simulator §21.4): RespuestaDTE and
// EnvioRecibos, canonical as written.

import { NS } from './documento'
import { digestOf, type Firmante, signatureOf } from './firma'
import { type Nodo, renderNodo } from './nodo'

/** A document that is answered. */
export interface Contestado {
  tipoDte: number
  folio: number
  fecha: string
  rutEmisor: string
  rutReceptor: string
  total: number
}

/** How a program writes: one line, or many; `torcida`, with a digest that is none. */
export interface Letra {
  enLinea: boolean
  torcida: boolean
}

interface Hecha extends Letra {
  rutResponde: string
  rutRecibe: string
  /** Chile time. */
  instante: string
  firmante: Firmante
}

/** The receipt of a file. */
export interface Recepcion {
  nombre: string
  codigo: number
  envioId: string
  digest: string | null
  estado: number
  glosa: string
  documentos: readonly (Contestado & { estado: number; glosa: string })[]
}

const DECLARACION =
  'El acuse de recibo que se declara en este acto, de acuerdo a lo dispuesto en la letra b) del Art. 4, y la letra c) del Art. 5 de la Ley 19.983, acredita que la entrega de mercaderias o servicio(s) prestado(s) ha(n) sido recibido(s).'

const documento = ({ tipoDte, folio, fecha, rutEmisor, rutReceptor, total }: Contestado, tipo = 'TipoDTE') =>
  [
    [tipo, tipoDte],
    ['Folio', folio],
    ['FchEmis', fecha],
    ['RUTEmisor', rutEmisor],
    ['RUTRecep', rutReceptor],
    ['MntTotal', total],
  ] as const

const caratula = ({ rutResponde, rutRecibe }: Hecha, rest: readonly Nodo[]): string =>
  renderNodo(
    ['Caratula', [['RutResponde', rutResponde], ['RutRecibe', rutRecibe], ...rest]],
    '  ',
    1,
  ).replace('<Caratula>', '<Caratula version="1.0">')

/** A digest over other bytes than those that are sent. */
const digest = (text: string, { torcida }: Letra): string => digestOf(torcida ? `${text} ` : text)

/** White space between elements, and of base64, is what one line has none of. */
const shape = (text: string, { enLinea }: Letra): string => (enLinea ? text.replace(/\n\s*/g, '') : text)

function writeFile(raiz: string, set: string, id: string, content: string, hecha: Hecha): Buffer {
  const inner = shape(`\n${content}`, hecha)
  const signed = `<${set} ${NS} ID="${id}">${inner}</${set}>`
  const signature = shape(signatureOf(`#${id}`, digest(signed, hecha), hecha.firmante), hecha)
  const end = hecha.enLinea ? '' : '\n'
  return Buffer.from(
    `<?xml version="1.0" encoding="ISO-8859-1"?>${end}<${raiz} ${NS} version="1.0">${end}<${set} ID="${id}">${inner}</${set}>${end}${signature}${end}</${raiz}>`,
    'latin1',
  )
}

function respuesta(nodo: Nodo, hecha: Hecha, numero: number): Buffer {
  const head = caratula(hecha, [
    ['IdRespuesta', numero],
    ['NroDetalles', 1],
    ['TmstFirmaResp', hecha.instante],
  ])
  return writeFile('RespuestaDTE', 'Resultado', `R${numero}`, head + renderNodo(nodo, '  ', 1), hecha)
}

/** The receipt of a file. */
export function writeRecepcion(recepcion: Recepcion, hecha: Hecha): Buffer {
  const { nombre, codigo, envioId, digest: seen, estado, glosa, documentos } = recepcion
  const { rutRecibe, rutResponde, instante } = hecha
  const nodo: Nodo = [
    'RecepcionEnvio',
    [
      ['NmbEnvio', nombre.slice(0, 80) || 'envio.xml'],
      ['FchRecep', instante],
      ['CodEnvio', codigo],
      ['EnvioDTEID', envioId.slice(0, 80) || 'SetDoc'],
      seen ? ['Digest', seen] : null,
      ['RutEmisor', rutRecibe],
      ['RutReceptor', rutResponde],
      ['EstadoRecepEnv', estado],
      ['RecepEnvGlosa', glosa],
      documentos.length ? ['NroDTE', documentos.length] : null,
      ...documentos.map(
        (one): Nodo => [
          'RecepcionDTE',
          [...documento(one), ['EstadoRecepDTE', one.estado], ['RecepDTEGlosa', one.glosa]],
        ],
      ),
    ],
  ]
  return respuesta(nodo, hecha, codigo)
}

/** The fate of a document as a purchase: 0 accepted, 2 rejected. */
export function writeResultado(one: Contestado, estado: 0 | 2, codigo: number, hecha: Hecha): Buffer {
  const glosa = estado ? 'DTE Rechazado' : 'DTE Aceptado OK'
  const nodo: Nodo = [
    'ResultadoDTE',
    [
      ...documento(one),
      ['CodEnvio', codigo],
      ['EstadoDTE', estado],
      ['EstadoDTEGlosa', glosa],
      estado ? ['CodRchDsc', -1] : null,
    ],
  ]
  return respuesta(nodo, hecha, codigo)
}

/** The receipt of what was sold. */
export function writeRecibo(one: Contestado, recinto: string, hecha: Hecha): Buffer {
  const id = `T${one.tipoDte}F${one.folio}`
  const content = shape(
    `\n${[
      ...documento(one, 'TipoDoc'),
      ['Recinto', recinto.slice(0, 80)] as const,
      ['RutFirma', hecha.firmante.rut] as const,
      ['Declaracion', DECLARACION] as const,
      ['TmstFirmaRecibo', hecha.instante] as const,
    ]
      .map((nodo) => renderNodo(nodo, '  ', 2))
      .join('')}`,
    hecha,
  )
  const signed = `<DocumentoRecibo ${NS} ID="${id}">${content}</DocumentoRecibo>`
  const signature = shape(signatureOf(`#${id}`, digest(signed, hecha), hecha.firmante), hecha)
  const end = hecha.enLinea ? '' : '\n'
  const recibo = `<Recibo version="1.0">${end}<DocumentoRecibo ID="${id}">${content}</DocumentoRecibo>${end}${signature}${end}</Recibo>${end}`
  const head = caratula(hecha, [['TmstFirmaEnv', hecha.instante]])
  return writeFile('EnvioRecibos', 'SetRecibos', 'SetRecibos', head + recibo, hecha)
}
