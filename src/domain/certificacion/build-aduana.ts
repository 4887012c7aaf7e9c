// Customs data of an export by the words of its case (domain/certificacion §2.2): exact names of customs'
// tables, else a doubt.

import { jsonOfDecimal } from '../decimal'
import { TABLAS, type TablaAduana } from '../dte/aduana'
import { findMoneda } from '../dte/moneda'
import { SIN_VALOR, slugClave } from './claves-exportacion'
import type { ContextoSet } from './contexto-set'
import { foldClave } from './letras'
import { readNumero } from './numeros'
import type { CasoSet } from './set'

/** Codes of Chile's own places in the table of ports. */
const PUERTO_CHILENO = 900

const plain = (text: string): string => foldClave(text).replace(/ ?([/().,&-]) ?/g, '$1')

/** Countries that customs' table calls otherwise: proposed, not taken. */
const OTROS_PAISES: Readonly<Record<string, string>> = {
  'ESTADOS UNIDOS': '225',
  'ESTADOS UNIDOS DE AMERICA': '225',
  EEUU: '225',
  INGLATERRA: '510',
}

/** The value of a key: a person's, else the text's. */
export function valorDe(
  contexto: ContextoSet,
  caso: CasoSet,
  clave: string,
): { valor: string; linea: number } | null {
  const own = caso.claves.find((one) => one.clave === clave)
  const answer = contexto.respuesta(`${contexto.seccion.clase}.${caso.numero}.${slugClave(clave)}`)
  const valor = answer === undefined || answer === SIN_VALOR ? own?.valor : answer
  return valor ? { valor, linea: own?.linea ?? caso.linea } : null
}

/** The customs code of a key's words; undefined when the case has not the key or nobody knows the words. */
export function codigoAduanaDe(
  contexto: ContextoSet,
  caso: CasoSet,
  clave: string,
  tabla: TablaAduana,
  chileno = false,
): number | undefined {
  const found = valorDe(contexto, caso, clave)
  if (!found) return undefined
  const { valor, linea } = found
  const codigos = TABLAS[tabla].codigos
  if (/^\d{1,3}$/.test(valor) && codigos.has(Number(valor))) return Number(valor)
  const words = plain(valor)
  let same = [...codigos.values()].filter(
    ({ glosa, sigla }) => (glosa && plain(glosa) === words) || (sigla && plain(sigla) === words),
  )
  if (same.length > 1 && tabla === 'puerto') {
    same = same.filter(({ codigo }) => chileno === codigo >= PUERTO_CHILENO)
  }
  if (same.length === 1) return same[0]!.codigo
  const near = [...codigos.values()].filter(
    ({ glosa }) => glosa && (plain(glosa).startsWith(words) || words.startsWith(plain(glosa))),
  )
  const propuesta = OTROS_PAISES[words] ?? (near.length === 1 ? String(near[0]!.codigo) : null)
  const mensaje = `«${valor}» no está así en la tabla de Aduana (${TABLAS[tabla].nombre}): diga su código`
  const answer = contexto.ask(caso, slugClave(clave), linea, mensaje, propuesta, (text) =>
    codigos.has(Number(text)),
  )
  return answer === null ? undefined : Number(answer)
}

/** A number of a key, canonical; undefined where there is none. */
export function numeroDe(contexto: ContextoSet, caso: CasoSet, clave: string): string | undefined {
  const found = valorDe(contexto, caso, clave)
  if (!found) return undefined
  const numero = readNumero(found.valor, true)
  const isNumero = (text: string): boolean => readNumero(text, true) !== null
  if (numero && !numero.otro) return numero.valor
  const mensaje = numero
    ? `${clave} puede ser ${numero.valor} o ${numero.otro}: diga cuál`
    : `${clave} no es un número: «${found.valor}»`
  const answer = contexto.ask(caso, slugClave(clave), found.linea, mensaje, numero?.valor ?? null, (text) => {
    return isNumero(text) && !readNumero(text, true)!.otro
  })
  return answer === null ? undefined : readNumero(answer, true)?.valor
}

/** The SII's word of a currency. */
export function monedaDe(contexto: ContextoSet, caso: CasoSet): string | undefined {
  const found = valorDe(contexto, caso, 'MONEDA DE LA OPERACION')
  const isMoneda = (text: string): boolean => findMoneda(foldClave(text)) !== undefined
  if (found && isMoneda(found.valor)) return findMoneda(foldClave(found.valor))!.palabra
  const mensaje = found
    ? `El SII no tiene la moneda «${found.valor}»: diga su palabra, como DOLAR USA`
    : 'El caso no dice su moneda: diga la palabra del SII, como DOLAR USA'
  const answer = contexto.ask(
    caso,
    'moneda_de_la_operacion',
    found?.linea ?? caso.linea,
    mensaje,
    null,
    isMoneda,
  )
  return answer === null ? undefined : findMoneda(answer)!.palabra
}

/** Containers have a number and a seal, which the text does not tell (HED-2-804). */
const CONTENEDOR = { id_container: 'TEST0000001', sello: 'TEST000001', emisor_sello: 'TEST' }

/** Weights that hold together: only their units are in the text. */
function pesos(contexto: ContextoSet, caso: CasoSet): Record<string, unknown> {
  const unidad = (clave: string): number | undefined => codigoAduanaDe(contexto, caso, clave, 'unidad')
  const [tara, bruto, neto] = [
    unidad('UNIDAD DE MEDIDA DE TARA'),
    unidad('UNIDAD PESO BRUTO'),
    unidad('UNIDAD PESO NETO'),
  ]
  const cantidad = caso.items.reduce((sum, item) => sum + Math.ceil(Number(item.cantidad ?? 1)), 0) || 1
  return {
    ...(tara !== undefined && { tara: 1, cod_unid_med_tara: tara }),
    ...(bruto !== undefined && { peso_bruto: cantidad + 1, cod_unid_peso_bruto: bruto }),
    ...(neto !== undefined && { peso_neto: cantidad, cod_unid_peso_neto: neto }),
  }
}

const optional = (key: string, value: unknown): Record<string, unknown> =>
  value === undefined ? {} : { [key]: value }

/** Packages of goods, which the API wants: asked where the text has none. */
function bultosDe(contexto: ContextoSet, caso: CasoSet): number | undefined {
  const known = numeroDe(contexto, caso, 'TOTAL BULTOS')
  if (known !== undefined || isServicioSet(caso)) return known === undefined ? undefined : Number(known)
  const mensaje = 'El caso no dice cuántos bultos son: diga el total'
  return Number(
    contexto.ask(caso, 'total_bultos', caso.linea, mensaje, '1', (text) => /^\d{1,6}$/.test(text)),
  )
}

/** The receiving country, the same. */
function paisDe(contexto: ContextoSet, caso: CasoSet): number | undefined {
  const clave = 'PAIS RECEPTOR Y PAIS DESTINO'
  if (valorDe(contexto, caso, clave)) return codigoAduanaDe(contexto, caso, clave, 'pais')
  const guest = codigoAduanaDe(contexto, caso, 'NACIONALIDAD', 'pais')
  if (guest !== undefined) return guest
  const mensaje = 'El caso no dice a qué país se exporta: diga su código en la tabla de Aduana'
  const isPais = (text: string): boolean => TABLAS.pais.codigos.has(Number(text))
  const answer = contexto.ask(caso, slugClave(clave), caso.linea, mensaje, null, isPais)
  return answer === null ? undefined : Number(answer)
}

/** Services have the amount of their line and no price. */
export const isServicioSet = ({ items }: CasoSet): boolean =>
  items.length > 0 && items.every(({ total, precio }) => total !== null && precio === null)

interface AduanaSet {
  aduana: Record<string, unknown>
  pais: number | undefined
  bultos: number | undefined
}

export function buildAduana(contexto: ContextoSet, caso: CasoSet): AduanaSet {
  const code = (clave: string, tabla: TablaAduana, chileno = false): number | undefined =>
    codigoAduanaDe(contexto, caso, clave, tabla, chileno)
  const monto = (clave: string): number | string | undefined => {
    const valor = numeroDe(contexto, caso, clave)
    return valor === undefined ? undefined : jsonOfDecimal(valor)
  }
  const bulto = code('TIPO DE BULTO', 'bulto')
  const bultos = bultosDe(contexto, caso)
  const container =
    bulto !== undefined && /\bCONTENEDOR/.test(plain(TABLAS.bulto.codigos.get(bulto)?.glosa ?? ''))
  const pais = paisDe(contexto, caso)
  const destino = valorDe(contexto, caso, 'PAIS RECEPTOR Y PAIS DESTINO') ? pais : undefined
  const aduana = {
    ...contexto.ajustes.aduana,
    ...optional('cod_mod_venta', code('MODALIDAD DE VENTA', 'modalidad')),
    ...optional('cod_clau_venta', code('CLAUSULA DE VENTA DE EXPORTACION', 'clausula')),
    ...optional('tot_clau_venta', monto('TOTAL CLAUSULA DE VENTA')),
    ...optional('cod_via_transp', code('VIA DE TRANSPORTE', 'via')),
    ...optional('cod_pto_embarque', code('PUERTO DE EMBARQUE', 'puerto', true)),
    ...optional('cod_pto_desemb', code('PUERTO DE DESEMBARQUE', 'puerto')),
    ...pesos(contexto, caso),
    ...(bulto !== undefined && {
      tipo_bultos: [
        { cod_tpo_bultos: bulto, cant_bultos: bultos ?? 1, marcas: 'S/M', ...(container && CONTENEDOR) },
      ],
    }),
    ...optional('monto_flete', monto('FLETE')),
    ...optional('monto_seguro', monto('SEGURO')),
    ...optional('cod_pais_destin', destino),
  }
  return { aduana, pais, bultos }
}
