// A document as the bytes of a thermal receipt printer (ESC/POS): the same strip as the 80 and 57 mm pages, in the printer's
// own letters (http §11, `formato=escpos`).
import { copiasDe } from '../cedible'
import { breakLines } from '../fuentes/fuente'
import type { Impreso, PapelRollo } from '../impreso'
import { type Leyendas, type Pieza, tira } from '../rollo/tira'
import { CABEZALES, encodeTimbreTermico, type TimbreRollo } from '../timbre'
import { ANCLA, CON_AIRE, CORTE, INICIO, imagenTimbre, type Letra, letra, SIN_AIRE } from './comandos'
import { pc850, toPc850 } from './pagina-codigos'

interface OpcionesEscPos {
  papel: PapelRollo
  /** Adds the cedible copy after the others, for the types that have one (pdf §3). */
  cedible: boolean
  /** Ordinary copies, 1 unless said. */
  copias?: number
  /** Whether each copy ends with a cut; true unless said. */
  corte?: boolean
}

interface Impresora {
  puntos: number
  /** Letters of the ordinary and of the small font to a line. */
  columnas: number
  columnasChica: number
  timbre: TimbreRollo | null
}

/** Prints a document. Throws `INVALID_STATE` when the TED is too long for its barcode. */
export function renderEscPos(impreso: Impreso, opciones: OpcionesEscPos): Uint8Array {
  const { papel, corte = true } = opciones
  const puntos = CABEZALES[papel]
  const impresora: Impresora = {
    puntos,
    columnas: Math.floor(puntos / 12),
    columnasChica: Math.floor(puntos / 9),
    timbre: impreso.ted === null ? null : encodeTimbreTermico(impreso.ted, puntos),
  }
  const copy = (conAcuse: boolean): string =>
    INICIO +
    tira(impreso, { cedible: conAcuse })
      .map((pieza) => bytesOf(pieza, impresora))
      .join('') +
    (corte ? CORTE : '\n\n\n\n')
  const { originales, acuse } = copiasDe(impreso.dte, opciones)
  const copies = originales > 0 ? copy(false).repeat(originales) : ''
  return Buffer.from(copies + (acuse ? copy(true) : ''), 'latin1')
}

const wrap = (text: string, columnas: number): string[] =>
  breakLines(toPc850(text), (part) => part.length <= columnas)

const NORMAL = letra({})

/** Lines in a letter and place other than the ordinary, which are restored after them. */
const styled = (lines: readonly string[], estilo: Letra, ancla: keyof typeof ANCLA = 'izquierda'): string =>
  lines.length === 0 ? '' : `${ANCLA[ancla]}${letra(estilo)}${lines.join('\n')}\n${NORMAL}${ANCLA.izquierda}`

function bytesOf(pieza: Pieza, impresora: Impresora): string {
  const { columnas, columnasChica, timbre } = impresora
  switch (pieza.tipo) {
    case 'texto': {
      const chica = pieza.tamano === 'menor'
      const estilo = { chica, alta: pieza.tamano === 'mayor', negrita: pieza.negrita === true }
      return styled(wrap(pieza.texto, chica ? columnasChica : columnas), estilo, pieza.ancla)
    }
    case 'recuadro':
      return recuadro(pieza.lineas, columnas)
    case 'campo':
      return `${wrap(`${pieza.etiqueta}: ${pieza.valor}`, columnas).join('\n')}\n`
    case 'monto': {
      const lines = monto(pieza.texto, pieza.monto, columnas)
      return pieza.clase === 'destacado'
        ? styled(lines, { negrita: true, alta: true })
        : lines.map((line) => `${line}\n`).join('')
    }
    case 'fillIn': {
      const label = `${toPc850(pieza.etiqueta)} `
      return `${pieza.etiqueta === 'Firma' ? '\n\n' : '\n'}${label}${'_'.repeat(columnas - label.length)}\n`
    }
    case 'raya':
      return `${pc850('─').repeat(columnas)}\n`
    case 'espacio':
      return '\n'
    case 'logo':
      // Printers keep logos in a memory of their own.
      return ''
    case 'timbre':
      return timbre ? imagenConLeyendas(pieza.leyendas, timbre, impresora) : ''
  }
}

function imagenConLeyendas(leyendas: Leyendas, timbre: TimbreRollo, { puntos, columnas }: Impresora): string {
  const [titulo = '', ...resto] = leyendas((linea) => linea.length <= columnas)
  return [
    `\n\n${imagenTimbre(timbre, puntos)}\n\n`,
    styled(wrap(titulo, columnas), { negrita: true }, 'centro'),
    styled(
      resto.flatMap((linea) => wrap(linea, columnas)),
      {},
      'centro',
    ),
  ].join('')
}

/** The amount at the right of the text's last line, or below it. */
function monto(texto: string, monto: string, columnas: number): string[] {
  const cifra = toPc850(monto)
  const lines = wrap(texto, columnas)
  const last = lines.at(-1) ?? ''
  if (cifra === '') return lines
  if (last.length + 1 + cifra.length > columnas) return [...lines, cifra.padStart(columnas)]
  return [...lines.slice(0, -1), last + cifra.padStart(columnas - last.length)]
}

/** The box in the page's own lines, its texts bold and twice as high. */
function recuadro(lineas: readonly string[], columnas: number): string {
  const dentro = columnas - 2
  const [raya, lado] = [pc850('═').repeat(dentro), pc850('║')]
  const rows = lineas
    .flatMap((text) => wrap(text, dentro - 2))
    .map((row) => {
      const left = (dentro - row.length) >> 1
      return lado + ' '.repeat(left) + row + ' '.repeat(dentro - row.length - left) + lado
    })
  return [
    SIN_AIRE,
    letra({ negrita: true }),
    `${pc850('╔')}${raya}${pc850('╗')}\n`,
    letra({ negrita: true, alta: true }),
    ...rows.map((row) => `${row}\n`),
    letra({ negrita: true }),
    `${pc850('╚')}${raya}${pc850('╝')}\n`,
    CON_AIRE,
    NORMAL,
  ].join('')
}
