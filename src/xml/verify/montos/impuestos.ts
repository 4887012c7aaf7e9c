// Additional taxes and withholdings: ImptoReten against the lines that carry its code (domain/dte §6.5).

import { CODIGOS_INFORMADOS, impuesto, tasaDe } from '../../../domain/dte/impuestos'
import { type Elemento, hijos, textoEn } from '../nodo'
import { type Calculo, numeroEn } from './calculo'
import { type Micro, porcentaje, readNumero, roundTo, suma, UNO, writeNumero } from './exact'
import { applyGlobales, type Sumas } from './sumas'

/**
 * The amount that ImptoReten adds to MntTotal. More than one value where the sign of a code is not known.
 */
export interface Impuestos {
  efectos: Micro[]
  /** Withholdings, in the order of the document. */
  retenciones: Micro[]
}

/** Undefined in the format, or of a sign or base that no source confirms (domain/dte §10.8). */
const INCIERTOS = new Set(['16', '40', '46', '53', '54', '55'])
const FAENA = '17'

/** Its rate on the day of the document; null where the law has none or the format does not define the code. */
function tasaVigente(codigo: string, { fecha }: Calculo): Micro | null {
  const known = impuesto(codigo)
  const tasa = known ? tasaDe(known, fecha) : null
  return tasa === null ? null : readNumero(tasa)
}

interface Escrito {
  nodo: Elemento
  ruta: string
  codigo: string
  tasa: Micro | null
  monto: Micro
}

/** Judges each ImptoReten and the absence of one. */
export function checkImpuestos(calculo: Calculo, sumas: Sumas, totales: Elemento): Impuestos {
  const { note, lineas } = calculo
  const escritos: Escrito[] = hijos(totales, 'ImptoReten').map((nodo, i) => ({
    nodo,
    ruta: `Encabezado/Totales/ImptoReten[${i + 1}]`,
    codigo: textoEn(nodo, 'TipoImp'),
    tasa: numeroEn(nodo, 'TasaImp'),
    monto: numeroEn(nodo, 'MontoImp') ?? 0n,
  }))
  const usados = new Set(lineas.flatMap(({ codigos }) => codigos))
  const vistos = new Set<string>()
  for (const escrito of escritos) {
    const { nodo, ruta, codigo } = escrito
    const repetido = vistos.has(codigo)
    vistos.add(codigo)
    if (repetido) note('HED-2-908', `${ruta}/TipoImp`, `El impuesto ${codigo} aparece dos veces`, nodo)
    else if (usados.has(codigo)) checkEscrito(calculo, sumas, escrito)
    else note('HED-2-908', `${ruta}/TipoImp`, `Ninguna línea lleva el impuesto ${codigo}`, nodo)
  }
  for (const codigo of usados) {
    if (vistos.has(codigo) || INCIERTOS.has(codigo)) continue
    // A tax of zero cannot be written (domain/dte §6.5): no ImptoReten is due then.
    const posibles = montosPosibles(calculo, sumas, codigo, tasaVigente(codigo, calculo) ?? 0n)
    if (CODIGOS_INFORMADOS.has(codigo) || posibles.every((monto) => monto > 0n)) {
      note('HED-2-908', 'Encabezado/Totales/ImptoReten', `Falta el impuesto ${codigo}, que llevan las líneas`)
    }
  }
  return efectosDe(escritos)
}

function checkEscrito(calculo: Calculo, sumas: Sumas, { nodo, ruta, codigo, tasa, monto }: Escrito): void {
  if (CODIGOS_INFORMADOS.has(codigo) || INCIERTOS.has(codigo)) return
  const vigente = tasaVigente(codigo, calculo)
  if (tasa !== null && vigente !== null && tasa !== vigente) {
    const mensaje = `La tasa del impuesto ${codigo} es ${writeNumero(vigente)} %, no ${writeNumero(tasa)} %`
    calculo.note('HED-2-908', `${ruta}/TasaImp`, mensaje, nodo)
  }
  const posibles = montosPosibles(calculo, sumas, codigo, tasa ?? vigente ?? 0n)
  if (!posibles.includes(monto)) {
    const mensaje = `El impuesto ${codigo} es ${writeNumero(posibles[0]!)} y MontoImp dice ${writeNumero(monto)}`
    calculo.note('HED-2-908', `${ruta}/MontoImp`, mensaje, nodo)
  }
}

function efectosDe(escritos: Escrito[]): Impuestos {
  // By code, so that the unknown signs are at most those of the few uncertain codes however often they are written.
  const porCodigo = new Map<string, Micro>()
  for (const { codigo, monto } of escritos) porCodigo.set(codigo, (porCodigo.get(codigo) ?? 0n) + monto)
  let efectos: Micro[] = [0n]
  const retenciones: Micro[] = []
  for (const [codigo, monto] of porCodigo) {
    const retiene = impuesto(codigo)?.tipo === 'R'
    const signos = INCIERTOS.has(codigo) ? [1n, -1n] : [retiene ? -1n : 1n]
    efectos = efectos.flatMap((efecto) => signos.map((signo) => efecto + signo * monto))
    if (retiene && !INCIERTOS.has(codigo)) retenciones.push(monto)
  }
  return { efectos, retenciones }
}

function montosPosibles(calculo: Calculo, sumas: Sumas, codigo: string, tasa: Micro): Micro[] {
  const lineas = calculo.lineas.filter(({ codigos }) => codigos.includes(codigo))
  if (codigo === FAENA) {
    return [porcentaje(suma(lineas.map(({ nodo }) => numeroEn(nodo, 'Retenedor/MntBaseFaena') ?? 0n)), tasa)]
  }
  const base = suma(lineas.map(({ monto }) => monto))
  const posibles = [porcentaje(base, tasa)]
  const globales = calculo.globales.filter(({ indExe }) => indExe === 0)
  if (globales.length === 0 || sumas.afectoLineas === 0n) return posibles
  // Whether global discounts reduce the base is not known (domain/dte §10.4): the base reduced in proportion will do as well.
  for (const rebajada of applyGlobales(
    base,
    globales.filter(({ porcentual }) => porcentual),
    0,
  )) {
    posibles.push(porcentaje(rebajada, tasa))
  }
  for (const afecto of sumas.afecto) {
    posibles.push(roundTo(base * afecto * tasa, sumas.afectoLineas * 100n * UNO))
  }
  return posibles
}
