// The sums of a month's register for the monthly return, form 29 (domain/rcv §6): information for the person
// who files it, never filed here.

import { montoEscrito } from '../cifras'
import { type AvisoF29, createAvisosF29, isIva, OTRO, otroAviso, sinTipo, TARDIOS } from './f29-avisos'
import { isSinTipo, lineaOf } from './f29-clases'
import { DESTINOS_DE } from './f29-columnas'
import { isRetencion, lugarOf } from './f29-impuestos'
import {
  type ClaveLinea,
  type Codigos,
  LINEAS,
  LINEAS_EN_ORDEN,
  type Linea,
  PARTES,
  type Parte,
} from './f29-lineas'
import { type DocumentoF29, readValores } from './f29-valores'
import { isDeFacturaCompra } from './tipos'

export interface FilaF29 {
  concepto: string
  codigos: Codigos | null
  /** Why it has no code. */
  nota?: string
  documentos: number
  neto: number
  iva: number
}

export interface F29 extends Record<Parte, FilaF29[]> {
  totales: { debito: number; credito: number; diferencia: number }
  /** Amounts that were not placed, or must not be declared. */
  avisos: AvisoF29[]
}

interface Cuenta {
  documentos: number
  neto: number
  iva: number
}

const GRAVADAS: readonly ClaveLinea[] = [
  'debito/facturas',
  'debito/facturas_inmuebles',
  'debito/boletas',
  'debito/pagos_electronicos',
  'debito/notas_debito',
  'debito/notas_credito',
  'debito/facturas_compra_recibidas',
  'debito/facturas_compra_recibidas_parcial',
  'debito/liquidacion_factura',
]
const EXENTAS: readonly ClaveLinea[] = ['debito/exentas', 'debito/otros_exentos']

/** Adds documents up as they come, a few lines however many they are. */
export function createF29() {
  const cuentas = new Map<ClaveLinea, Cuenta>()
  const avisos = createAvisosF29()

  function count(linea: ClaveLinea, one: Cuenta): void {
    const cuenta = cuentas.get(linea)
    if (!cuenta) cuentas.set(linea, one)
    else {
      cuenta.documentos += one.documentos
      cuenta.neto += one.neto
      cuenta.iva += one.iva
    }
  }

  return {
    add(d: DocumentoF29): void {
      const { lado, documentos = 1 } = d
      const { clase, valores, tardia } = readValores(d)
      const casa = lineaOf(lado, clase)
      const parts = new Map<ClaveLinea, Cuenta>()
      const put = (linea: ClaveLinea, como: 'neto' | 'iva', amount: number): void => {
        const part = parts.get(linea) ?? { documentos, neto: 0, iva: 0 }
        part[como] += amount
        parts.set(linea, part)
      }
      for (const [columna, destinos] of DESTINOS_DE[lado].get(clase)!) {
        const value = valores[columna] ?? 0
        if (value === 0) continue
        for (const { linea, como, signo, aviso } of destinos) {
          if (linea !== null) put(linea === 'casa' ? casa! : linea, como, signo * value)
          // A warning about a line tells the amount that the line takes.
          if (!aviso) continue
          const monto = linea === null ? value : signo * value
          avisos.warn(aviso, {
            campo: `${lado}.${columna}`,
            documentos,
            monto,
            iva: isIva(columna) ? monto : 0,
          })
        }
      }
      const sobreCompra = isDeFacturaCompra(d)
      for (const { codigo, valor } of d.datos.otrosImpuestos ?? []) {
        if (!valor) continue
        const lugar = lugarOf(lado, clase, codigo, sobreCompra)
        const told = (monto: number) => {
          const iva = codigo !== null && isRetencion(codigo) ? monto : 0
          return { campo: `${lado}.${OTRO}`, documentos, monto, iva }
        }
        // A note that is not declared brings nothing else either.
        if (tardia) avisos.warn(TARDIOS, told(valor))
        else if (lugar !== 'nada') {
          const { linea, signo, aviso } = lugar
          if (linea) put(linea, 'iva', signo * valor)
          if (aviso || !linea) avisos.warn(otroAviso(codigo, aviso), told(signo * valor))
        }
      }
      if (isSinTipo(lado, clase, d.tipoTransaccion)) {
        const said = d.tipoTransaccion?.trim() ? 'desconocido' : 'vacio'
        const iva = (d.montoIva ?? 0) + (d.ivaNoRecuperable ?? 0) + (d.ivaUsoComun ?? 0)
        const of = { campo: `${lado}.tipoTransaccion`, documentos, monto: d.montoTotal, iva }
        avisos.warn(sinTipo(lado, d.tipoTransaccion), of, said)
      }
      // A document of nothing is counted all the same; one that brings its line nothing, or emptied it, is not.
      const { montoNeto, montoIva, montoTotal } = valores
      if (casa && !parts.size && !(montoNeto || montoIva || montoTotal))
        count(casa, { documentos, neto: 0, iva: 0 })
      for (const [linea, part] of parts) if (part.neto !== 0 || part.iva !== 0) count(linea, part)
    },
    result: (): F29 => {
      const result = resultOf(cuentas)
      return { ...result, avisos: [...avisos.list(), ...ventasDelMes(cuentas), ...bajoCero(result)] }
    },
  }
}

function resultOf(cuentas: ReadonlyMap<ClaveLinea, Cuenta>): Omit<F29, 'avisos'> {
  const partes: Record<Parte, FilaF29[]> = { debito: [], credito: [], retenciones: [], otros: [] }
  const totals = { debito: 0, credito: 0, retenciones: 0, otros: 0 }
  for (const clave of LINEAS_EN_ORDEN) {
    const cuenta = cuentas.get(clave)
    if (!cuenta || cuenta.documentos <= 0) continue
    const [parte, concepto] = clave.split('/') as [Parte, string]
    const { codigos, nota, signo }: Linea = LINEAS[clave]
    partes[parte].push({ concepto, codigos, ...(nota && { nota }), ...cuenta })
    totals[parte] += signo * cuenta.iva
  }
  const { debito, credito } = totals
  return { ...partes, totales: { debito, credito, diferencia: debito - credito } }
}

/** By what the share of common use is computed, as far as a month tells it: the company adds its months up (SII, oficio 826 of 2004). */
function ventasDelMes(cuentas: ReadonlyMap<ClaveLinea, Cuenta>): AvisoF29[] {
  if (!cuentas.get('credito/uso_comun')) return []
  const neto = (lineas: readonly ClaveLinea[]): number =>
    lineas.reduce((sum, linea) => {
      const { neto = 0 } = cuentas.get(linea) ?? {}
      return sum + (LINEAS[linea].signo < 0 ? -neto : neto)
    }, 0)
  const [gravadas, exportacion, exentas] = [neto(GRAVADAS), neto(['debito/exportacion']), neto(EXENTAS)]
  const parts = `gravadas ${montoEscrito(gravadas)}, de exportación ${montoEscrito(exportacion)} y exentas ${montoEscrito(exentas)}`
  return [
    {
      code: 'F29_NOT_COMPUTED',
      campo: 'compra.ivaUsoComun',
      mensaje: `ventas netas del giro en el mes: ${parts}; la proporción del IVA de uso común las acumula con las de los meses anteriores del año, que este mes no dice`,
      documentos: 0,
      monto: gravadas + exportacion + exentas,
      iva: 0,
    },
  ]
}

/** Codes whose amount is VAT. */
const DE_IVA: ReadonlySet<number> = new Set(
  LINEAS_EN_ORDEN.flatMap((clave) => {
    const { codigos, monto }: Linea = LINEAS[clave]
    return codigos && monto === 'iva' && !clave.startsWith('otros/') ? [codigos.monto] : []
  }),
)

/** The form takes no sign: what notes bring below zero is told, for a person to declare. */
const bajoCero = (f29: Pick<F29, Parte>): AvisoF29[] =>
  allCodigos(f29)
    .filter(({ valor }) => valor < 0)
    .map(({ codigo, valor }) => ({
      code: 'F29_NOT_PLACED',
      campo: `formulario.${codigo}`,
      mensaje: `lo que resta en el mes, como las notas de crédito, es más que lo que suma: el código ${codigo} no admite signo y quedó sin valor`,
      documentos: 0,
      monto: valor,
      iva: DE_IVA.has(codigo) ? valor : 0,
    }))

/** The value in each code of the form, ascending: lines that share one are added. */
export const codigosOf = (f29: Pick<F29, Parte>): { codigo: number; valor: number }[] =>
  allCodigos(f29).filter(({ valor }) => valor >= 0)

function allCodigos(f29: Pick<F29, Parte>): { codigo: number; valor: number }[] {
  const values = new Map<number, number>()
  const add = (codigo: number | null, valor: number): void => {
    if (codigo !== null) values.set(codigo, (values.get(codigo) ?? 0) + valor)
  }
  for (const parte of PARTES)
    for (const { concepto, codigos, ...cuenta } of f29[parte]) {
      if (!codigos) continue
      const { monto }: Linea = LINEAS[`${parte}/${concepto}` as ClaveLinea]
      add(codigos.cantidad, cuenta.documentos)
      add(codigos.monto, cuenta[monto])
    }
  return [...values].sort(([a], [b]) => a - b).map(([codigo, valor]) => ({ codigo, valor }))
}
