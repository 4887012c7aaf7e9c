// A document of an envelope against the case it stands for (simulator §23.3): references, lines, header.

import { type Elemento, hijos, texto, textoEn, todosEn } from '../../xml/verify/nodo'
import { type Anota, fromCentavos, plain } from './control'
import { reviewAduana } from './control-exportacion'
import type { Caso } from './filas'
import type { Esperado, LineaEsperada } from './montos'
import { TASA } from './pesos'
import { BOLETA, EXENTA, isExportacion, RETENCION_TOTAL } from './tipos'

/** A document as it came: its element within DTE, and its header. */
export interface DocumentoVisto {
  nodo: Elemento
  tipo: number
  folio: number
  receptor: string
}

/** A case beside the document that stands for it. */
interface Pareja {
  numero: number
  caso: Caso
  esperado: Esperado
  visto: DocumentoVisto
  /** RazonRef of its first reference. */
  razonSet: string
  /** The document of the case that it refers to, where there is one. */
  referido: DocumentoVisto | null
  /** The invoice of an export, to which its notes go back. */
  raiz: Caso
}

const PAPELES: Readonly<Record<string, string>> = {
  'MIC (MANIFIESTO INTERNACIONAL)': '810',
  DUS: '807',
  AWB: '809',
  'RESOLUCION SNA': '812',
}
const PASAPORTE = '813'
/** IndServicio of lodging. */
const HOTEL = 4

const nota = (one: Elemento, ...campos: string[]): string =>
  campos.map((campo) => textoEn(one, campo) || '-').join(' ')

function reviewReferencias(anota: Anota, pareja: Pareja): void {
  const { numero: caso, visto, referido, razonSet } = pareja
  const { referencia, aduana, tipo, servicio } = pareja.caso
  const all = hijos(visto.nodo, 'Referencia')
  const papeles = aduana?.papeles ?? []
  const count = 1 + (referencia ? 1 : 0) + papeles.length
  if (!anota('referencias', String(count), String(all.length), { caso })) return
  const [first, ...rest] = all
  const boleta = tipo === BOLETA
  // A boleta names the set by the code, and neither type nor folio.
  const esperada = boleta ? `- - SET ${razonSet}` : `SET - ${razonSet}`
  const campos = boleta
    ? ['TpoDocRef', 'FolioRef', 'CodRef', 'RazonRef']
    : ['TpoDocRef', 'CodRef', 'RazonRef']
  anota('referencia_set', esperada, nota(first!, ...campos), { caso })
  if (referencia) {
    const own = referido && `${referido.tipo} ${referido.folio} ${referencia.codigo}`
    const encontrada = nota(rest.shift()!, 'TpoDocRef', 'FolioRef', 'CodRef')
    anota('referencia_caso', own ?? `documento del caso ${referencia.caso}`, encontrada, { caso })
  }
  if (!papeles.length) return
  // Whether lodging names a passport or the resolution nobody knows: both pass.
  const named = rest.map((one) => textoEn(one, 'TpoDocRef'))
  const codes = papeles.map((papel) => PAPELES[papel]!)
  const passport = servicio === HOTEL && named.length === 1 && named[0] === PASAPORTE
  const esperados = passport ? named : codes
  anota('aduana', esperados.join(' '), named.join(' '), { caso, dato: 'TpoDocRef' })
}

const SI_NO = (yes: boolean): string => (yes ? '1' : '-')
/** A percentage and its amount: one without the other is refused. */
const parte = (pct: number | null, monto: number): string => (pct === null ? '- -' : `${pct} ${monto}`)

function reviewLinea(
  anota: Anota,
  esperada: LineaEsperada,
  nodo: Elemento,
  pareja: Pareja,
  linea: number,
): void {
  const at = { caso: pareja.numero, linea }
  const of = (campo: string): string => textoEn(nodo, campo)
  const number = (campo: string): string => (of(campo) ? plain(of(campo)) : '-')
  if (pareja.esperado.texto) {
    anota('monto', '0', number('MontoItem'), at)
    return
  }
  // Byte for byte: what the text has between its separators.
  const nombre = hijos(nodo, 'NmbItem').map(texto).join()
  anota('nombre', esperada.nombre, nombre, at)
  if (esperada.cantidad !== null) anota('cantidad', String(esperada.cantidad), number('QtyItem'), at)
  if (esperada.unidad !== null) anota('unidad', esperada.unidad, of('UnmdItem') || '-', at)
  if (esperada.precio !== null) anota('precio', String(esperada.precio), number('PrcItem'), at)
  const { descuentoPct, descuento, recargoPct, recargo } = esperada
  anota(
    'descuento',
    parte(descuentoPct, descuento),
    `${number('DescuentoPct')} ${number('DescuentoMonto')}`,
    at,
  )
  anota('recargo', parte(recargoPct, recargo), `${number('RecargoPct')} ${number('RecargoMonto')}`, at)
  anota('monto', String(esperada.monto), number('MontoItem'), at)
  // An exempt invoice needs not say it of each line.
  if (pareja.caso.tipo !== EXENTA) anota('exento', SI_NO(esperada.exento), of('IndExe') || '-', at)
  if (esperada.liquida !== null) anota('liquidado', String(esperada.liquida), of('TpoDocLiq') || '-', at)
  if (pareja.esperado.retenido && !esperada.exento)
    anota('retencion', RETENCION_TOTAL, of('CodImpAdic') || '-', { ...at, dato: 'CodImpAdic' })
}

function reviewLineas(anota: Anota, pareja: Pareja): void {
  const { visto, esperado, numero: caso } = pareja
  const all = hijos(visto.nodo, 'Detalle')
  if (!anota('lineas', String(esperado.lineas.length), String(all.length), { caso })) return
  for (const [i, linea] of esperado.lineas.entries()) reviewLinea(anota, linea, all[i]!, pareja, i + 1)
}

/** Discounts and surcharges of the whole document. */
function reviewGlobales(anota: Anota, { visto, esperado, numero: caso }: Pareja): void {
  const all = hijos(visto.nodo, 'DscRcgGlobal')
  const rows = all.map((one) => ({
    mov: textoEn(one, 'TpoMov'),
    text: `${textoEn(one, 'TpoValor')} ${plain(textoEn(one, 'ValorDR'))} ${textoEn(one, 'IndExeDR') || '-'}`,
  }))
  const found = (mov: string) =>
    rows
      .filter((row) => row.mov === mov)
      .map(({ text }) => text)
      .sort()
  const { descuentoGlobal, recargos } = esperado
  const descuentos = descuentoGlobal === null ? [] : [`% ${descuentoGlobal} -`]
  anota('descuento_global', descuentos.join('; '), found('D').join('; '), { caso, cuenta: descuentos.length })
  const esperados = recargos.map((one) => `$ ${fromCentavos(one)} 1`).sort()
  anota('recargo_global', esperados.join('; '), found('R').join('; '), { caso, cuenta: recargos.length })
}

function reviewIndicadores(anota: Anota, { visto, caso, numero, raiz, esperado: { total } }: Pareja): void {
  const id = (campo: string): string => textoEn(visto.nodo, `Encabezado/IdDoc/${campo}`) || '-'
  const { traslado, servicio } = caso
  if (traslado) {
    const esperado = `${traslado.indTraslado} ${traslado.tipoDespacho ?? '-'}`
    anota('indicadores', esperado, `${id('IndTraslado')} ${id('TipoDespacho')}`, { caso: numero })
  }
  if (servicio !== undefined && isExportacion(caso.tipo))
    anota('aduana', String(servicio), id('IndServicio'), { caso: numero, dato: 'IndServicio' })
  if (isExportacion(caso.tipo))
    reviewAduana(anota, visto.nodo, { own: caso.aduana ?? null, raiz: raiz.aduana!, caso: numero, total })
}

function reviewTotales(anota: Anota, { visto, caso, esperado, numero }: Pareja): void {
  const totales = `Encabezado/Totales`
  const found = (campo: string): string => plain(textoEn(visto.nodo, `${totales}/${campo}`) || '0')
  const same = (dato: string, amount: number, write: (n: number) => string = String): void => {
    anota('encabezado', write(amount), found(dato), { caso: numero, dato })
  }
  if (isExportacion(caso.tipo)) {
    same('MntExe', esperado.valor, fromCentavos)
    same('MntTotal', esperado.total, fromCentavos)
    return
  }
  same('MntNeto', esperado.neto)
  same('MntExe', esperado.exento)
  if (esperado.neto !== 0 && caso.tipo !== BOLETA) same('TasaIVA', TASA)
  same('IVA', esperado.iva)
  same('MntTotal', esperado.total)
  const retenidos = todosEn(visto.nodo, `${totales}/ImptoReten`).map((one) =>
    nota(one, 'TipoImp', 'MontoImp'),
  )
  const esperados = esperado.retenido ? [`${RETENCION_TOTAL} ${esperado.retenido}`] : []
  anota('retencion', esperados.join('; '), retenidos.join('; '), { caso: numero, dato: 'ImptoReten' })
}

function reviewComisiones(anota: Anota, { visto, caso, esperado, numero }: Pareja): void {
  if (!caso.comisiones) return
  const rows = hijos(visto.nodo, 'Comisiones').map(
    (one) =>
      `${textoEn(one, 'Glosa')} ${plain(textoEn(one, 'ValComNeto'))} ${plain(textoEn(one, 'ValComExe'))}`,
  )
  const esperadas = caso.comisiones.map(({ nombre, neto, exento }) => `${nombre} ${neto} ${exento}`)
  anota('comisiones', esperadas.join('; '), rows.join('; '), { caso: numero, dato: 'Comisiones' })
  const of = (campo: string): string => textoEn(visto.nodo, `Encabezado/Totales/${campo}`)
  for (const [dato, amount] of [
    ['ValComNeto', esperado.comision.neto],
    ['ValComExe', esperado.comision.exento],
    ['ValComIVA', esperado.comision.iva],
  ] as const)
    anota('comisiones', String(amount), plain(of(`Comisiones/${dato}`) || '0'), { caso: numero, dato })
  // The owner of the IVA may be left out, and must be where the commission's is negative.
  const { iva } = esperado.comision
  const told = of('IVAProp') || of('IVATerc')
  const esperado43 = told && iva >= 0 ? `${iva} ${esperado.iva - iva}` : '- -'
  const dato = 'IVAProp, IVATerc'
  const encontrado = `${of('IVAProp') || '-'} ${of('IVATerc') || '-'}`
  anota('encabezado', esperado43, encontrado, { caso: numero, dato })
}

/** Everything of a document but whether it is there. */
export function reviewDocumento(anota: Anota, pareja: Pareja): void {
  const { visto, caso, numero, referido } = pareja
  if (!anota('tipo', String(caso.tipo), String(visto.tipo), { caso: numero })) return
  if (referido) anota('receptor', referido.receptor, visto.receptor, { caso: numero })
  // Goods that stay with the company are sent to itself.
  if (caso.traslado?.por === null)
    anota('receptor', textoEn(visto.nodo, 'Encabezado/Emisor/RUTEmisor'), visto.receptor, { caso: numero })
  reviewReferencias(anota, pareja)
  reviewLineas(anota, pareja)
  reviewGlobales(anota, pareja)
  reviewIndicadores(anota, pareja)
  reviewTotales(anota, pareja)
  reviewComisiones(anota, pareja)
}
