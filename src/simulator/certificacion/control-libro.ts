// A book against what it must tell (simulator §23.3): of what was drawn, or of what the SII accepted of an approved set.

import { type Campos, leafOf, rowsOf } from '../libros/lectura'
import type { Anota } from './control'
import type { FilaLibro, LibroEsperado } from './montos-libro'

/** A book as the ledger keeps it. */
export interface LibroVisto {
  caratula: Campos
  resumen: Campos[]
  detalle: Campos[]
}

/** The groups of a row, whose code stands after their name. */
const GRUPOS: readonly [grupo: string, codigo: string, monto: string][] = [
  ['IVANoRec', 'CodIVANoRec', 'MntIVANoRec'],
  ['OtrosImp', 'CodImp', 'MntImp'],
  ['TotIVANoRec', 'CodIVANoRec', 'TotMntIVANoRec'],
  ['TotOtrosImp', 'CodImp', 'TotMntImp'],
  ['TotTraslado', 'TpoTraslado', 'CantGuia'],
]
/** Amounts that stand in a row only where the set asks for them. */
const PROPIOS =
  /^(Tot)?(IVAUsoComun|CredIVAUsoComun|IVANoRec|OtrosImp|IVARet|IVANoRetenido|MntSinCred|ImpSinCredito|MntActivoFijo|MntIVAActivoFijo|Liquidaciones|Traslado|GuiaAnulada|FolAnulado|MntModificado)/

function filaOf(campos: Campos): FilaLibro {
  const fila: FilaLibro = {}
  for (const [name, value] of Object.entries(campos))
    if (typeof value === 'string' && /^-?\d{1,15}$/.test(value)) fila[name] = Number(value)
  for (const [grupo, codigo, monto] of GRUPOS)
    for (const row of rowsOf(campos, grupo))
      fila[`${grupo} ${leafOf(row, codigo)}`] = Number(leafOf(row, monto) || 0)
  return fila
}

function sameFila(
  anota: Anota,
  control: 'detalle' | 'resumen',
  key: string,
  esperada: FilaLibro,
  found: FilaLibro,
): void {
  const own = Object.keys(found).filter((name) => PROPIOS.test(name))
  for (const name of new Set([...Object.keys(esperada), ...own]))
    anota(control, String(esperada[name] ?? 0), String(found[name] ?? 0), { dato: `${key} ${name}` })
}

/** Every row once, and no other. */
function sameFilas(
  anota: Anota,
  control: 'detalle' | 'resumen',
  esperadas: readonly FilaLibro[],
  found: readonly FilaLibro[],
  keyOf: (fila: FilaLibro) => string,
): void {
  const keys = (filas: readonly FilaLibro[]): string => filas.map(keyOf).sort().join(' ')
  if (!anota(control === 'resumen' ? 'resumen_lineas' : 'detalle', keys(esperadas), keys(found))) return
  for (const esperada of esperadas)
    sameFila(
      anota,
      control,
      keyOf(esperada),
      esperada,
      found.find((fila) => keyOf(fila) === keyOf(esperada))!,
    )
}

function sameCaratula(
  anota: Anota,
  { caratula }: LibroVisto,
  esperada: Readonly<Record<string, string>>,
): void {
  for (const [dato, value] of Object.entries(esperada))
    anota('caratula', value, leafOf(caratula, dato), { dato })
}

/** `periodo` null: any month. */
export function reviewLibro(
  anota: Anota,
  operacion: 'COMPRA' | 'VENTA',
  periodo: string | null,
  { detalle, resumen }: LibroEsperado,
  visto: LibroVisto,
): void {
  sameCaratula(anota, visto, {
    ...{ TipoOperacion: operacion, TipoLibro: 'ESPECIAL', TipoEnvio: 'TOTAL' },
    ...(periodo !== null && { PeriodoTributario: periodo }),
  })
  sameFilas(anota, 'resumen', resumen, visto.resumen.map(filaOf), ({ TpoDoc }) => String(TpoDoc))
  const keyOf = ({ TpoDoc, NroDoc }: FilaLibro): string => `${TpoDoc}-${NroDoc}`
  sameFilas(anota, 'detalle', detalle, visto.detalle.map(filaOf), keyOf)
}

/** A book of guides. */
export function reviewLibroGuias(
  anota: Anota,
  periodo: string,
  { detalle, resumen }: LibroEsperado,
  visto: LibroVisto,
): void {
  sameCaratula(anota, visto, { TipoLibro: 'ESPECIAL', TipoEnvio: 'TOTAL', PeriodoTributario: periodo })
  sameFilas(anota, 'resumen', resumen, visto.resumen.map(filaOf), () => 'guias')
  sameFilas(anota, 'detalle', detalle, visto.detalle.map(filaOf), ({ Folio }) => String(Folio))
}
