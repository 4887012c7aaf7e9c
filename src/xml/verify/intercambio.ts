// Reading the answers of others as they came: RespuestaDTE, EnvioRecibos and the SII's result mails, also within a vendor's wrapper
// (xml §2.4). It takes what it finds; signatures are judged over the untouched bytes.

import { parseRut } from '../../domain/rut'
import { decode } from './decode'
import { type JuicioFirma, judgeFirma } from './firmas'
import { certificadoDe } from './llaves'
import { type Elemento, hijo, hijos, texto, textoEn } from './nodo'
import { readFirma } from './parse-sobre'
import { readXml, XmlFault } from './xml-reader'

/** Which document an answer is about, in its own words; RUTs normalised where they are any, 0 for what is no number. */
interface Respondido {
  tipoDte: number
  folio: number
  fechaEmision: string
  rutEmisor: string
  rutReceptor: string
  montoTotal: number
  /** Null where it says none. */
  estado: number | null
  glosa: string
}

interface ReciboLeido extends Omit<Respondido, 'estado' | 'glosa'> {
  recinto: string
  firma: JuicioFirma
}

/** Who answers, who is meant, and whether what they signed is what came. */
interface Firmado {
  rutResponde: string
  rutRecibe: string
  /** Chile time, as written; '' without one. */
  firmadoEn: string
  firma: JuicioFirma
  /** RUT of the certificate's holder; null where it tells none. */
  rutFirmante: string | null
}

/** What is said of a file: of documents by name where it lists them. */
interface RecepcionLeida {
  nombre: string
  envioId: string
  digest: string
  rutEmisor: string
  estado: number | null
  glosa: string
  documentos: Respondido[]
}

/** What the SII says of a file in a mail, which nobody signs. */
interface ResultadoSii {
  clase: 'resultado_envio' | 'resultado_rcof'
  rutEmisor: string
  trackId: string
  estado: string
  errores: string[]
  revision: { tipoDte: number; folio: number; estado: string; detalle: string[] }[]
}

export type Intercambio =
  | ({ clase: 'respuesta'; recepciones: RecepcionLeida[]; resultados: Respondido[] } & Firmado)
  | ({ clase: 'recibos'; recibos: ReciboLeido[] } & Firmado)
  | ResultadoSii

/** More than any answer of a thousand documents takes. */
const BYTES_MAX = 16 * 1024 * 1024
/** How deep a vendor's wrapper is looked through. */
const ENVOLTORIO_MAX = 4
/** Documents that one answer is read for; the schema knows a thousand. */
const DOCUMENTOS_MAX = 1000

const RAICES = new Map<string, (raiz: Elemento) => Intercambio>([
  ['RespuestaDTE', readRespuesta],
  ['EnvioRecibos', readRecibos],
  ['RESULTADO_ENVIO', readResultadoEnvio],
  ['ResultadoConsumoFolios', readResultadoRcof],
])

/** The answer that a file holds; null when it holds none. Throws XmlFault when it is no XML. */
export function parseIntercambio(bytes: Uint8Array): Intercambio | null {
  if (bytes.length > BYTES_MAX) throw new XmlFault('El archivo es demasiado grande', 0)
  let nivel = [readXml(decode(bytes, true).texto)]
  for (let i = 0; i < ENVOLTORIO_MAX; i++) {
    const raiz = nivel.find(({ local }) => RAICES.has(local))
    if (raiz) return RAICES.get(raiz.local)!(raiz)
    nivel = nivel.flatMap((e) => hijos(e)).slice(0, 100)
  }
  return null
}

const entero = (valor: string): number => (/^\d{1,15}$/.test(valor) ? Number(valor) : 0)
const estadoDe = (valor: string): number | null => (/^\d{1,2}$/.test(valor) ? Number(valor) : null)
const rut = (valor: string): string => parseRut(valor) ?? valor.slice(0, 20)
const breve = (valor: string): string => valor.replace(/\s+/g, ' ').slice(0, 256)

const readLlave = (e: Elemento, tipo: 'TipoDTE' | 'TipoDoc') => ({
  tipoDte: entero(textoEn(e, tipo)),
  folio: entero(textoEn(e, 'Folio')),
  fechaEmision: textoEn(e, 'FchEmis').slice(0, 10),
  rutEmisor: rut(textoEn(e, 'RUTEmisor')),
  rutReceptor: rut(textoEn(e, 'RUTRecep')),
  montoTotal: entero(textoEn(e, 'MntTotal')),
})

function readFirmado(raiz: Elemento, signed: Elemento | null, momento: string): Firmado {
  const caratula = hijo(signed, 'Caratula')
  const firma = readFirma(hijo(raiz, 'Signature'))
  const firmadoEn = textoEn(caratula, momento).slice(0, 19)
  return {
    rutResponde: rut(textoEn(caratula, 'RutResponde')),
    rutRecibe: rut(textoEn(caratula, 'RutRecibe')),
    firmadoEn,
    firma: judgeFirma(signed, firma, firmadoEn),
    rutFirmante: (firma && certificadoDe(firma)?.rut) ?? null,
  }
}

function readRespuesta(raiz: Elemento): Intercambio {
  const resultado = hijo(raiz, 'Resultado')
  const recepciones = hijos(resultado, 'RecepcionEnvio')
    .slice(0, DOCUMENTOS_MAX)
    .map((e) => ({
      nombre: breve(textoEn(e, 'NmbEnvio')),
      envioId: textoEn(e, 'EnvioDTEID').slice(0, 80),
      digest: textoEn(e, 'Digest').replace(/\s+/g, '').slice(0, 100),
      rutEmisor: rut(textoEn(e, 'RutEmisor')),
      estado: estadoDe(textoEn(e, 'EstadoRecepEnv')),
      glosa: breve(textoEn(e, 'RecepEnvGlosa')),
      documentos: hijos(e, 'RecepcionDTE')
        .slice(0, DOCUMENTOS_MAX)
        .map((d) => ({
          ...readLlave(d, 'TipoDTE'),
          estado: estadoDe(textoEn(d, 'EstadoRecepDTE')),
          glosa: breve(textoEn(d, 'RecepDTEGlosa')),
        })),
    }))
  const resultados = hijos(resultado, 'ResultadoDTE')
    .slice(0, DOCUMENTOS_MAX)
    .map((d) => ({
      ...readLlave(d, 'TipoDTE'),
      estado: estadoDe(textoEn(d, 'EstadoDTE')),
      glosa: breve(textoEn(d, 'EstadoDTEGlosa')),
    }))
  return {
    clase: 'respuesta',
    ...readFirmado(raiz, resultado, 'TmstFirmaResp'),
    recepciones,
    resultados,
  }
}

function readRecibos(raiz: Elemento): Intercambio {
  const set = hijo(raiz, 'SetRecibos')
  const recibos = hijos(set, 'Recibo')
    .slice(0, DOCUMENTOS_MAX)
    .map((recibo) => {
      const documento = hijo(recibo, 'DocumentoRecibo')
      const firmado = textoEn(documento, 'TmstFirmaRecibo').slice(0, 19)
      return {
        ...readLlave(documento ?? recibo, 'TipoDoc'),
        recinto: breve(textoEn(documento, 'Recinto')).slice(0, 80),
        firma: judgeFirma(documento, readFirma(hijo(recibo, 'Signature')), firmado),
      }
    })
  return { clase: 'recibos', ...readFirmado(raiz, set, 'TmstFirmaEnv'), recibos }
}

function readResultadoEnvio(raiz: Elemento): ResultadoSii {
  const identificacion = hijo(raiz, 'IDENTIFICACION')
  return {
    clase: 'resultado_envio',
    rutEmisor: rut(textoEn(identificacion, 'RUTEMISOR')),
    trackId: textoEn(identificacion, 'TRACKID').slice(0, 20),
    estado: breve(textoEn(identificacion, 'ESTADO')),
    errores: hijos(hijo(raiz, 'ERRORENVIO'), 'DETERRENVIO')
      .slice(0, 20)
      .map((e) => breve(texto(e).trim())),
    revision: hijos(hijo(raiz, 'REVISIONENVIO'), 'REVISIONDTE')
      .slice(0, 2 * DOCUMENTOS_MAX)
      .map((e) => ({
        tipoDte: entero(textoEn(e, 'TIPODTE')),
        folio: entero(textoEn(e, 'FOLIO')),
        estado: breve(textoEn(e, 'ESTADO')),
        detalle: hijos(e, 'DETALLE')
          .slice(0, 20)
          .map((d) => breve(texto(d).trim())),
      })),
  }
}

function readResultadoRcof(raiz: Elemento): ResultadoSii {
  const documento = hijo(raiz, 'DocumentoResultadoConsumoFolios')
  return {
    clase: 'resultado_rcof',
    rutEmisor: rut(textoEn(documento, 'Identificacion/RutEmisor')),
    trackId: textoEn(documento, 'Identificacion/Envio/TrackId').slice(0, 20),
    estado: breve(textoEn(documento, 'Resultado/Estado')),
    errores: [],
    revision: [],
  }
}
