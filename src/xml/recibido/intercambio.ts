// Reading the answers of others: RespuestaDTE, EnvioRecibos and the SII's result mails (xml §2.4). It takes what it finds; signatures are judged over the untouched bytes.

import { parseRut } from '../../domain/rut'
import { certificadoDe } from '../verify/llaves'
import { type Elemento, hijo, hijos, texto, textoEn } from '../verify/nodo'
import { readFirma } from '../verify/parse-sobre'
import { firmaOf } from './cesion'
import type { Firmado, Intercambio, ResultadoSii } from './tipos'

/** The room left for the answers of one file: statements beyond it are counted and not read. */
interface Cupo {
  slice<T>(all: readonly T[]): readonly T[]
  sobran(): number
}

export function createCupo(max: number): Cupo {
  let left = max
  let sobran = 0
  return {
    slice(all) {
      const taken = all.slice(0, left)
      left -= taken.length
      sobran += all.length - taken.length
      return taken
    },
    sobran: () => sobran,
  }
}

const RAICES = new Map<string, (raiz: Elemento, cupo: Cupo) => Intercambio>([
  ['RespuestaDTE', readRespuesta],
  ['EnvioRecibos', readRecibos],
  ['RESULTADO_ENVIO', readResultadoEnvio],
  ['ResultadoConsumoFolios', readResultadoRcof],
])

/** Reads an answer, as far as `cupo` has room; null for an element that is none. */
export const readIntercambio = (raiz: Elemento, cupo: Cupo): Intercambio | null =>
  RAICES.get(raiz.local)?.(raiz, cupo) ?? null

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
  const nodo = hijo(raiz, 'Signature')
  const firma = readFirma(nodo)
  const firmadoEn = textoEn(caratula, momento).slice(0, 19)
  return {
    rutResponde: rut(textoEn(caratula, 'RutResponde')),
    rutRecibe: rut(textoEn(caratula, 'RutRecibe')),
    firmadoEn,
    firma: signed ? firmaOf(nodo, signed, firmadoEn) : 'ausente',
    rutFirmante: (firma && certificadoDe(firma)?.rut) ?? null,
  }
}

function readRespuesta(raiz: Elemento, cupo: Cupo): Intercambio {
  const resultado = hijo(raiz, 'Resultado')
  const recepciones = hijos(resultado, 'RecepcionEnvio').flatMap((e) => {
    const named = hijos(e, 'RecepcionDTE')
    const documentos = cupo.slice(named)
    // One that names no document says something of the file.
    if (named.length ? !documentos.length : !cupo.slice([e]).length) return []
    return {
      nombre: breve(textoEn(e, 'NmbEnvio')),
      envioId: textoEn(e, 'EnvioDTEID').slice(0, 80),
      digest: textoEn(e, 'Digest').replace(/\s+/g, '').slice(0, 100),
      rutEmisor: rut(textoEn(e, 'RutEmisor')),
      estado: estadoDe(textoEn(e, 'EstadoRecepEnv')),
      glosa: breve(textoEn(e, 'RecepEnvGlosa')),
      documentos: documentos.map((d) => ({
        ...readLlave(d, 'TipoDTE'),
        estado: estadoDe(textoEn(d, 'EstadoRecepDTE')),
        glosa: breve(textoEn(d, 'RecepDTEGlosa')),
      })),
    }
  })
  const resultados = cupo.slice(hijos(resultado, 'ResultadoDTE')).map((d) => ({
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

function readRecibos(raiz: Elemento, cupo: Cupo): Intercambio {
  const set = hijo(raiz, 'SetRecibos')
  const recibos = cupo.slice(hijos(set, 'Recibo')).map((recibo) => {
    const documento = hijo(recibo, 'DocumentoRecibo')
    const firmadoEn = textoEn(documento, 'TmstFirmaRecibo').slice(0, 19)
    return {
      ...readLlave(documento ?? recibo, 'TipoDoc'),
      recinto: breve(textoEn(documento, 'Recinto')).slice(0, 80),
      firmadoEn,
      firma: documento ? firmaOf(hijo(recibo, 'Signature'), documento, firmadoEn) : ('ausente' as const),
    }
  })
  return { clase: 'recibos', ...readFirmado(raiz, set, 'TmstFirmaEnv'), recibos }
}

function readResultadoEnvio(raiz: Elemento, cupo: Cupo): ResultadoSii {
  const identificacion = hijo(raiz, 'IDENTIFICACION')
  return {
    clase: 'resultado_envio',
    rutEmisor: rut(textoEn(identificacion, 'RUTEMISOR')),
    trackId: textoEn(identificacion, 'TRACKID').slice(0, 20),
    estado: breve(textoEn(identificacion, 'ESTADO')),
    errores: hijos(hijo(raiz, 'ERRORENVIO'), 'DETERRENVIO')
      .slice(0, 20)
      .map((e) => breve(texto(e).trim())),
    revision: cupo.slice(hijos(hijo(raiz, 'REVISIONENVIO'), 'REVISIONDTE')).map((e) => ({
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
