// A boleta de terceros on a letter page: a representation of ours, which says that it is none of the SII's (pdf §1.4).

import { formatRut } from '../domain/rut'
import { createArchivo } from './archivo'
import { DERECHA, GRIS, HOJA, IZQUIERDA, ROJO, TINTA } from './carta/medidas'
import { writePages } from './compose'
import { formatFecha, formatNumero } from './formato'
import { wrap } from './fuentes/fuente'
import { createPagina, type Pagina, putRule, putText } from './lienzo'

/** The printed data; amounts in pesos, `tasa_retencion` a fraction. */
interface BteImpresa {
  folio: number
  fecha: string
  codigo_barras: string | null
  beneficiario: { rut: string; nombre: string; direccion: string | null; comuna: string | null }
  servicios: readonly { descripcion: string; monto: number }[] | null
  total_bruto: number
  tasa_retencion: number | null
  total_retencion: number
  total_liquido: number
  estado: string
}

interface Emisor {
  rut: string
  razonSocial: string
  direccion: string | null
  comuna: string | null
}

const TITULO = 'Boleta de prestación de servicios de terceros electrónica'
const ACLARACION =
  'Representación hecha por Timbre con los datos de la boleta. No es la boleta del SII: la original se ve y se verifica en sii.cl, en «Boletas de prestación de servicios de terceros».'
const SIN_DETALLE = 'El informe del SII no trae los servicios de las boletas emitidas en su sitio.'

const pesos = (monto: number): string => `$ ${formatNumero(String(monto))}`
const percent = (tasa: number): string => `${formatNumero(String(Math.round(tasa * 10_000) / 100))} %`
const place = (...parts: (string | null)[]): string => parts.filter(Boolean).join(', ')

/** The same values give the same bytes. */
export function renderBte(bte: BteImpresa, emisor: Emisor, ambiente: string): Uint8Array {
  const pagina = createPagina(HOJA.ancho, HOJA.alto)
  const titulo = `${TITULO} N° ${bte.folio}`
  let y = putHead(pagina, bte, emisor)
  y = putPerson(pagina, bte, y)
  y = putServices(pagina, bte, y)
  y = putTotals(pagina, bte, y)
  putFoot(pagina, bte, y)
  const mark = bte.estado === 'anulada' ? 'ANULADA' : ambiente === 'simulacion' ? 'SIN VALIDEZ' : null
  const archivo = createArchivo()
  archivo.add(
    { titulo, timbre: null, original: writePages([pagina], mark), originales: 1, cedible: [] },
    null,
  )
  return archivo.finish({ titulo, autor: emisor.razonSocial, marcadores: false })
}

/** Lines of one text below each other; where they end. */
function putLines(
  pagina: Pagina,
  text: string,
  y: number,
  { x = IZQUIERDA, ancho = DERECHA - IZQUIERDA, cuerpo = 9, color = TINTA } = {},
): number {
  for (const codes of wrap(text, 'normal', cuerpo, ancho)) {
    putText(pagina, codes, x, y, { cuerpo, color })
    y += cuerpo * 1.4
  }
  return y
}

function putHead(
  pagina: Pagina,
  { folio }: BteImpresa,
  { rut, razonSocial, direccion, comuna }: Emisor,
): number {
  const caja = { x: DERECHA - 212, y: 40, ancho: 212, alto: 84 }
  pagina.cajas.push({ ...caja, borde: ROJO, grosor: 1.7 })
  const lines = [
    `R.U.T.: ${formatRut(rut)}`,
    'BOLETA DE PRESTACIÓN DE',
    'SERVICIOS DE TERCEROS',
    `N° ${folio}`,
  ]
  for (const [i, line] of lines.entries())
    putText(pagina, line, caja.x + caja.ancho / 2, 58 + i * 19, {
      ...{ cuerpo: 11.5, cara: 'negrita', color: ROJO, ancla: 'centro' },
    })
  const ancho = caja.x - IZQUIERDA - 20
  let y = 54
  for (const codes of wrap(razonSocial, 'negrita', 13, ancho)) {
    putText(pagina, codes, IZQUIERDA, y, { cuerpo: 13, cara: 'negrita' })
    y += 17
  }
  putLines(pagina, place(direccion, comuna), y, { ancho, color: GRIS })
  return 150
}

function putPerson(pagina: Pagina, { beneficiario, fecha }: BteImpresa, y: number): number {
  const { rut, nombre, direccion, comuna } = beneficiario
  const fields = [
    ['Fecha de pago', formatFecha(fecha)],
    ['Prestador del servicio', nombre],
    ['RUT', formatRut(rut)],
    ...(direccion || comuna ? [['Domicilio', place(direccion, comuna)]] : []),
  ] as const
  for (const [label, value] of fields) {
    putText(pagina, label!, IZQUIERDA, y, { cuerpo: 8.5, color: GRIS })
    y = putLines(pagina, value!, y, { x: IZQUIERDA + 120, ancho: DERECHA - IZQUIERDA - 120 }) + 2
  }
  return y + 14
}

function putServices(pagina: Pagina, { servicios, total_bruto }: BteImpresa, y: number): number {
  putText(pagina, 'Por los servicios', IZQUIERDA, y, { cuerpo: 9, cara: 'negrita' })
  putText(pagina, 'Monto', DERECHA, y, { cuerpo: 9, cara: 'negrita', ancla: 'derecha' })
  putRule(pagina, IZQUIERDA, DERECHA, y + 5)
  y += 20
  for (const { descripcion, monto } of servicios ?? [{ descripcion: SIN_DETALLE, monto: total_bruto }]) {
    putText(pagina, pesos(monto), DERECHA, y, { cuerpo: 9, ancla: 'derecha' })
    y = putLines(pagina, descripcion, y, { ancho: DERECHA - IZQUIERDA - 115 }) + 4
  }
  return y + 8
}

function putTotals(pagina: Pagina, bte: BteImpresa, y: number): number {
  const tasa = bte.tasa_retencion === null ? '' : ` (${percent(bte.tasa_retencion)})`
  const rows = [
    ['Total de honorarios', bte.total_bruto],
    [`Retención de impuesto${tasa}`, bte.total_retencion],
    ['Total pagado', bte.total_liquido],
  ] as const
  putRule(pagina, DERECHA - 260, DERECHA, y - 8)
  for (const [i, [label, monto]] of rows.entries()) {
    const cara = i === rows.length - 1 ? 'negrita' : 'normal'
    putText(pagina, label, DERECHA - 260, y + 6, { cuerpo: 9.5, cara })
    putText(pagina, pesos(monto), DERECHA, y + 6, { cuerpo: 9.5, cara, ancla: 'derecha' })
    y += 17
  }
  return y + 24
}

function putFoot(pagina: Pagina, { codigo_barras, estado }: BteImpresa, y: number): void {
  if (estado === 'anulacion_solicitada')
    y = putLines(pagina, 'Su anulación está pedida y espera que la otra parte la confirme.', y)
  if (codigo_barras) y = putLines(pagina, `Código de barras del SII: ${codigo_barras}`, y)
  putLines(pagina, ACLARACION, y + 6, { cuerpo: 8.5, color: GRIS })
}
