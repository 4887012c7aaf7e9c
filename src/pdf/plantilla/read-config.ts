// Reads the `config` of a template: every fault at once with its path, unknown fields refused (http §0, §22).
import { booleano, entero, opcion, textoImpreso } from '../../domain/dte/solicitud/lectores'
import { type Lector, Lectura } from '../../domain/dte/solicitud/lectura'
import { lista, objeto } from '../../domain/dte/solicitud/objeto'
import type { Color } from '../lienzo'
import type { Logo } from './logo'
import { type FilaExtra, PLANTILLA_NORMAL, type Plantilla } from './plantilla'

const campo = (nombre: string, lector: Lector<unknown>, requerido = false, key = nombre) => ({
  nombre,
  key,
  lector,
  requerido,
})

/** Labels of what the law prints: a row of the issuer's own must not pass for one of them. */
const RESERVADAS = new Set(
  (
    'rut n de folio numero total neto exento iva monto subtotal fecha emision senores giro direccion comuna timbre cedible ' +
    'resolucion valor pagar sii'
  ).split(' '),
)
/** The legal words themselves, which no text may imitate, however spaced or accented. */
const PALABRAS_DE_LEY = /cedible|timbreelectronico|acusederecibo/
const OFICINA_SII = /\bs[. ]*i[. ]*i\b/

const fold = (text: string): string =>
  text
    .normalize('NFD')
    .replace(/[^a-zA-Z .]/g, '')
    .toLowerCase()

const imitates = (text: string): boolean =>
  PALABRAS_DE_LEY.test(fold(text).replace(/[ .]/g, '')) || OFICINA_SII.test(fold(text))

const etiqueta: Lector<string> = (valor, path, l) => {
  const text = textoImpreso(30)(valor, path, l)
  const words = fold(text ?? '')
    .replaceAll('.', '')
    .split(' ')
  const reserved = words.every((word) => RESERVADAS.has(word)) || RESERVADAS.has(words.join(''))
  if (text === undefined || !(reserved || imitates(text))) return text
  return l.fault(path, 'reservado', `${path} no puede ser «${text}»: es un dato que la ley imprime`)
}

const libre =
  (max: number): Lector<string> =>
  (valor, path, l) => {
    const text = textoImpreso(max)(valor, path, l)
    if (text === undefined || !imitates(text)) return text
    return l.fault(path, 'reservado', `${path} no puede imitar las palabras que la ley imprime`)
  }

/** `#rrggbb`, dark enough to be read on white paper: contrast 4.5 to 1 (WCAG 2.1 §1.4.3). */
const color: Lector<Color> = (valor, path, l) => {
  const hex = typeof valor === 'string' ? /^#([0-9a-f]{6})$/i.exec(valor)?.[1] : undefined
  if (!hex) return l.fault(path, 'color', `${path} debe ser un color #rrggbb`)
  const rgb = [0, 2, 4].map((i) => Number.parseInt(hex.slice(i, i + 2), 16) / 255) as [number, number, number]
  const [r, g, b] = rgb.map((c) => (c <= 0.03928 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4)) as typeof rgb
  if (1.05 / (0.2126 * r + 0.7152 * g + 0.0722 * b + 0.05) >= 4.5) return rgb
  return l.fault(path, 'contraste', `${path} es muy claro para leerse sobre papel blanco`)
}

const flags = (nombres: readonly [nombre: string, key?: string][]) =>
  objeto(nombres.map(([nombre, key]) => campo(nombre, booleano, false, key)))

const campos: Lector<Partial<Config>> = objeto([
  campo('colores', objeto([campo('recuadro', opcion(['rojo', 'negro'])), campo('acento', color)])),
  campo('columnas', flags([['linea'], ['codigo']])),
  campo('mostrar', flags([['telefono'], ['email'], ['sitio_web', 'sitioWeb'], ['contacto'], ['ciudad']])),
  campo(
    'textos',
    objeto([campo('encabezado', libre(200)), campo('nota', libre(500)), campo('leyenda', libre(200))]),
  ),
  campo(
    'filas',
    lista(
      objeto<FilaExtra>([
        campo('dato', textoImpreso(60), true),
        campo('etiqueta', etiqueta),
        campo('lugar', opcion(['documento', 'receptor']), true),
      ]),
      { max: 10 },
    ),
  ),
  campo(
    'logo',
    objeto([
      campo('mostrar', booleano),
      campo('posicion', opcion(['izquierda', 'arriba'])),
      campo('alto_mm', entero({ desde: 5, hasta: 30 }), false, 'altoMm'),
    ]),
  ),
])

interface Config {
  colores: Partial<Plantilla['colores']>
  columnas: Partial<Plantilla['columnas']>
  mostrar: Partial<Plantilla['mostrar']>
  textos: Plantilla['textos']
  filas: FilaExtra[]
  logo: Partial<Omit<NonNullable<Plantilla['logo']>, 'imagen'>> & { mostrar?: boolean }
}

/** Notes the faults of a `config` under `campo`; what it notes beside them are warnings. */
export const readConfig: Lector<Partial<Config>> = (valor, campo, lectura) => {
  const read = campos(valor, campo, lectura)
  for (const [i, fila] of (read?.filas ?? []).entries()) {
    // Without a label of its own the datum's is printed, so it is held to the same rule.
    if (fila.dato && !fila.etiqueta) etiqueta(fila.dato.slice(0, 30), `${campo}.filas[${i}].dato`, lectura)
  }
  return read
}

/**
 * A template from its stored `config` and the company's prepared logo. It never throws: what another version of this program
 * took and this one does not is as if it were not there.
 */
export function createPlantilla(config: unknown, imagen: Logo | null = null): Plantilla {
  const read = readConfig(config, 'config', new Lectura()) ?? {}
  const { colores, columnas, mostrar } = PLANTILLA_NORMAL
  const { mostrar: conLogo = true, ...logo } = read.logo ?? {}
  return {
    colores: { ...colores, ...read.colores },
    columnas: { ...columnas, ...read.columnas },
    mostrar: { ...mostrar, ...read.mostrar },
    textos: read.textos ?? {},
    filas: read.filas ?? [],
    logo: imagen && conLogo ? { posicion: posicionDe(imagen), altoMm: 18, ...logo, imagen } : null,
  }
}

/** A wide one beside the issuer's name would be too small to read. */
const posicionDe = ({ ancho, alto }: Logo) => (ancho > alto * 2 ? 'arriba' : 'izquierda')
