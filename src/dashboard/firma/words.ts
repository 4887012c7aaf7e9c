// The facets of a company in words: what waits, and the screen where it is seen to (areas/firma §2).

import type { DataOf } from '../api/client'
import { formatDate, formatPeriod, formatPesos, plural } from '../ui/format'
import type { Word } from '../ui/status'
import { shortName } from '../ui/tipo'

export type Fila = DataOf<'GET /v1/firma/estado'>[number]
type Facetas = Fila['facetas']
type Faceta = keyof Facetas
type Of<F extends Faceta> = NonNullable<Facetas[F]>

export const SEVERIDAD: Readonly<Record<NonNullable<Fila['severidad']>, Word>> = {
  mal: ['✕', 'Urgente', 'mal'],
  aviso: ['!', 'Por mirar', 'aviso'],
  bien: ['✓', 'En orden', 'bien'],
  nada: ['○', 'Sin datos', 'neutro'],
}

export const NOMBRE_FACETA: Readonly<Record<Faceta, string>> = {
  rcv: 'Registro',
  acuses: 'Por aceptar',
  cuadratura: 'Diferencias',
  f29: 'F29',
  rcof: 'RCOF',
  documentos: 'Documentos',
  folios: 'Folios',
  acceso: 'Acceso al SII',
}

const ESTADO_FOLIOS = {
  agotados: 'agotados',
  bajos: 'quedan pocos',
  por_agotarse: 'duran menos de una semana',
  por_vencer: 'vencen pronto',
} as const

function rcvWords({ estado, severidad }: Of<'rcv'>): string {
  if (estado === 'nunca') return 'El registro del mes nunca se trajo'
  if (estado === 'fallido') return 'La última lectura del registro falló'
  if (estado === 'parcial') return 'Falta leer parte del registro'
  return severidad === 'aviso' ? 'El registro se leyó hace más de tres días' : 'El registro está al día'
}

function f29Words({ vence, listo, declarado_el, severidad, vencidos }: Of<'f29'>): string {
  if (vencidos.length)
    return vencidos
      .map(
        (one) => `El F29 de ${formatPeriod(one.periodo)} venció el ${formatDate(one.vence)} y nadie lo marcó`,
      )
      .join(', ')
  if (declarado_el) return `F29 declarado el ${formatDate(declarado_el)}`
  if (severidad === 'mal') return `El F29 venció el ${formatDate(vence)}`
  return `El F29 vence el ${formatDate(vence)}${listo ? ': listo para declarar' : ' y no está listo'}`
}

type Asunto = Of<'documentos'>['asuntos'][number]
/** Those that are worth a look and not urgent. */
const POR_MIRAR: ReadonlySet<Asunto['asunto']> = new Set(['sin_veredicto', 'series_detenidas', 'borradores'])

/** Each matter of what is issued in words, and its screen. */
const ASUNTOS: Readonly<Record<Asunto['asunto'], (n: number) => [text: string, href: string]>> = {
  documentos_rechazados: (n) => [
    plural(n, 'documento rechazado', 'documentos rechazados'),
    '/documentos?estado_sii=rechazado&por_atender=true',
  ],
  trabajos_detenidos: (n) => [plural(n, 'emisión detenida', 'emisiones detenidas'), '/trabajos'],
  envios_detenidos: (n) => [`${plural(n, 'documento')} en un envío que el SII rechazó completo`, '/trabajos'],
  sin_veredicto: (n) => [
    `${plural(n, 'envío', 'envíos')} sin veredicto del SII`,
    '/documentos?estado_sii=en_proceso',
  ],
  series_detenidas: (n) => [plural(n, 'serie detenida', 'series detenidas'), '/recurrentes?estado=detenida'],
  borradores: (n) => [plural(n, 'borrador por emitir', 'borradores por emitir'), '/borradores'],
}

function accesoWords({ certificado, clave, bloqueos, buzon_apagado, fallidas }: Of<'acceso'>): string {
  if (!certificado && !clave) return 'Sin certificado digital'
  if (bloqueos.length) return 'El SII rehusó el ingreso'
  if (buzon_apagado) return 'El buzón de correo no se lee'
  if (fallidas.length) return `Tareas que fallan: ${fallidas.map(({ tarea }) => tarea).join(', ')}`
  if (!certificado) return 'Entra con clave: sin certificado no emite'
  return `El certificado vence el ${formatDate(certificado.valido_hasta)}`
}

const PALABRAS: { [F in Faceta]: (of: Of<F>) => string } = {
  rcv: rcvWords,
  acuses: ({ pendientes, monto }) =>
    pendientes
      ? `${plural(pendientes, 'compra')} por aceptar, ${formatPesos(monto)}`
      : 'Ninguna compra por aceptar',
  cuadratura({ causas }) {
    const documentos = causas.reduce((sum, one) => sum + one.documentos, 0)
    return documentos ? `${plural(documentos, 'diferencia')} con el registro` : 'Sin diferencias'
  },
  f29: f29Words,
  rcof: ({ sin_informe }) => `${plural(sin_informe, 'día')} sin consumo de folios`,
  documentos: ({ rechazados, detenidos }) =>
    rechazados || detenidos ? 'Documentos por atender' : 'Los documentos van bien',
  folios({ tipos }) {
    const few = tipos.flatMap(({ tipo_dte, estado }) =>
      estado ? [`${shortName(tipo_dte)} (${ESTADO_FOLIOS[estado]})`] : [],
    )
    return few.length ? `Folios: ${few.join(', ')}` : 'Hay folios'
  },
  acceso: accesoWords,
}

const PANTALLA: Readonly<Record<Faceta, (periodo: string) => string>> = {
  rcv: (periodo) => `/registro/${periodo}`,
  acuses: () => '/por-aceptar',
  cuadratura: (periodo) => `/registro/${periodo}?vista=cuadratura`,
  f29: (periodo) => `/registro/${periodo}?vista=f29`,
  rcof: () => '/rcof',
  documentos: () => '/documentos?estado_sii=rechazado&por_atender=true',
  folios: () => '/folios',
  acceso: () => '/acceso-sii',
}

/** A facet that waits for somebody. */
interface Espera {
  faceta: Faceta
  severidad: 'mal' | 'aviso'
  text: string
  /** Within the company. */
  href: string
}

/** The facets of a company that wait, the worst first. */
export function waitingIn({ facetas }: Pick<Fila, 'facetas'>, periodo: string): Espera[] {
  const found = (Object.keys(PALABRAS) as Faceta[]).flatMap((faceta): Espera[] => {
    const of = facetas[faceta]
    if (!of || (of.severidad !== 'mal' && of.severidad !== 'aviso')) return []
    if (faceta === 'documentos' && facetas.documentos?.asuntos.length)
      return facetas.documentos.asuntos.map(({ asunto, cantidad }) => {
        const [text, href] = ASUNTOS[asunto](cantidad)
        return { faceta, severidad: POR_MIRAR.has(asunto) ? 'aviso' : 'mal', text, href }
      })
    const text = (PALABRAS[faceta] as (of: unknown) => string)(of)
    const late = faceta === 'f29' ? facetas.f29?.vencidos[0]?.periodo : undefined
    return [{ faceta, severidad: of.severidad, text, href: PANTALLA[faceta](late ?? periodo) }]
  })
  return [
    ...found.filter(({ severidad }) => severidad === 'mal'),
    ...found.filter((one) => one.severidad === 'aviso'),
  ]
}
