// Operations at the SII that run as jobs (jobs §6): where each kind is asked for and listed, and what it is called for people.

import type { AccionAcuse } from '../../domain/acuse'
import type { TipoTrabajo } from '../../domain/trabajos'
import type { DataOf } from '../api/client'
import { formatDate, formatNumber, formatPeriod, formatRut } from '../ui/format'
import type { Word } from '../ui/status'
import { shortName } from '../ui/tipo'
import type { Base } from './bases'

export type OperacionDe<B extends Base> = DataOf<`GET ${B}/trabajos/:jobId`>
export type Operacion = OperacionDe<Base>

interface Clase {
  base: Base
  /** `objeto` is the API's: a month, a day, a document. */
  nombre(objeto: string): string
  /** The cost of a retry; null when it is free. */
  gasta: string | null
  /** The consequence of discarding it. */
  descartada: string
}

const DOCUMENTO = /^(\w+) (\d+-[\dK]) (\d+)-(\d+)$/

const ACTOS: Readonly<Record<AccionAcuse, string>> = {
  ERM: 'Recibo de mercaderías',
  ACD: 'Aceptación',
  RCD: 'Reclamo del contenido',
  RFP: 'Reclamo por falta parcial',
  RFT: 'Reclamo por falta total',
}
const actOf = (code: string): string => ACTOS[code as AccionAcuse] ?? code

/** `33/119-125` → `los folios 119 a 125 de factura`; `33` → `folios de factura`. */
function foliosOf(objeto: string): string {
  const [tipo, desde, hasta] = objeto.split(/[/-]/)
  const name = shortName(Number(tipo)).toLowerCase()
  if (!desde || !hasta) return `folios de ${name}`
  return desde === hasta
    ? `el folio ${formatNumber(desde)} de ${name}`
    : `los folios ${formatNumber(desde)} a ${formatNumber(hasta)} de ${name}`
}

const CLASES: Readonly<Record<TipoTrabajo, Clase>> = {
  'compra_int.extraer': {
    base: '/v1/compras-internacionales',
    nombre: (archivo) => `Lectura de ${archivo}`,
    gasta: null,
    descartada: 'El archivo queda guardado y sus datos se completan a mano.',
  },
  'buzon.leer': {
    base: '/v1/recibidos',
    nombre: () => 'Lectura del buzón',
    gasta: null,
    descartada: 'Lo que ya se leyó queda; el resto se lee la próxima vez.',
  },
  'rcv.sincronizar': {
    base: '/v1/rcv',
    nombre: (mes) => `Registro de ${formatPeriod(mes)}`,
    gasta: 'una consulta',
    descartada: 'Lo que ya se leyó del mes queda; el resto sigue como estaba.',
  },
  'acuse.registrar': {
    base: '/v1/dte/acuse',
    nombre(objeto) {
      const [, accion = '', rut, tipo, folio] = DOCUMENTO.exec(objeto) ?? []
      if (rut)
        return `${actOf(accion)}: ${shortName(Number(tipo)).toLowerCase()} N° ${folio} de ${formatRut(rut)}`
      return objeto.replace(/^([A-Z]{3}) de /, (_, code: string) => `${actOf(code)}: `)
    },
    gasta: 'una consulta por cada documento que el SII responda',
    descartada: 'Lo que ya se registró en el SII queda; lo demás no se registra.',
  },
  'acuse.refrescar': {
    base: '/v1/dte/acuse',
    nombre: (objeto) => `Qué dijeron los receptores: ${objeto}`,
    gasta: 'una consulta por cada documento',
    descartada: 'Lo que ya se preguntó queda; lo demás se pregunta otro día.',
  },
  'intercambio.responder': {
    base: '/v1/recibidos',
    nombre(objeto) {
      const [, clase, rut, tipo, folio] = DOCUMENTO.exec(objeto) ?? []
      return rut ? `Respuesta (${clase}) al documento ${tipo} N° ${folio} de ${formatRut(rut)}` : objeto
    },
    gasta: null,
    descartada: 'La respuesta no sale; queda guardada y se puede bajar si alcanzó a firmarse.',
  },
  'rcof.enviar': {
    base: '/v1/dte/rcof',
    nombre: (dia) => `Consumo de folios del ${formatDate(dia)}`,
    gasta: 'una consulta',
    descartada: 'El consumo de folios de ese día no se vuelve a enviar por sí solo.',
  },
  'rcof.veredicto': {
    base: '/v1/dte/rcof',
    nombre: (dia) => `Veredicto del consumo de folios del ${formatDate(dia)}`,
    gasta: null,
    descartada: 'No se pregunta más al SII por él; puede preguntar usted desde su día.',
  },
  'bte.emitir': {
    base: '/v1/bte',
    nombre(objeto) {
      const [rut = '', fecha = ''] = objeto.split(' ')
      return `Boleta de terceros a ${formatRut(rut)} del ${formatDate(fecha)}`
    },
    gasta: 'una consulta',
    descartada:
      'Si la boleta ya se emitió en el SII, sigue emitida: traiga el mes desde Honorarios para verla. Si no, no se emite.',
  },
  'bte.anular': {
    base: '/v1/bte',
    nombre: (folio) => `Anular la boleta de terceros N° ${formatNumber(folio)}`,
    gasta: 'una consulta',
    descartada: 'Si el SII ya la anuló, queda anulada; si no, sigue vigente.',
  },
  'bte.sincronizar': {
    base: '/v1/bte',
    nombre: (mes) => `Boletas de terceros de ${formatPeriod(mes)}`,
    gasta: 'una consulta',
    descartada: 'Las boletas del mes quedan como estaban.',
  },
  'folios.solicitar': {
    base: '/v1/dte/folios',
    nombre: (objeto) => `Pedido de ${foliosOf(objeto)}`,
    gasta: 'una consulta',
    descartada:
      'Si el SII ya los otorgó, siguen siendo de la empresa: quedan en «Otorgados por el SII», donde se reobtienen.',
  },
  'folios.reobtener': {
    base: '/v1/dte/folios',
    nombre: (objeto) => `Reobtener ${foliosOf(objeto)}`,
    gasta: 'una consulta',
    descartada: 'El rango sigue otorgado en el SII y sin cargar aquí.',
  },
  'folios.anular': {
    base: '/v1/dte/folios',
    nombre: (objeto) => `Anular ${foliosOf(objeto)}`,
    gasta: 'una consulta',
    descartada: 'Los que ya se anularon quedan anulados; los demás no vuelven a usarse y siguen por anular.',
  },
  'clientes.importar': {
    base: '/v1/clientes',
    nombre: (objeto) => `Importación de clientes: ${objeto}`,
    gasta: 'una consulta por cada mes que se traiga del SII',
    descartada: 'Los clientes que ya se importaron quedan; los demás no se importan.',
  },
  'historia.importar': {
    base: '/v1/historia',
    nombre: (archivo) => `Importación de ${archivo}`,
    gasta: null,
    descartada: 'Lo que ya entró queda; lo demás entra si se importa otra vez.',
  },
}

export const claseOf = (tipo: TipoTrabajo): Clase => CLASES[tipo]

type Nombrada = Pick<Operacion, 'tipo' | 'objeto'>

export const nameOf = ({ tipo, objeto }: Nombrada): string => CLASES[tipo].nombre(objeto)

type EnEstado = Pick<Operacion, 'estado'>

export const isUnderWay = ({ estado }: EnEstado): boolean =>
  estado === 'pending' || estado === 'processing' || estado === 'reserved' || estado === 'scheduled'

/** It waits for a person. */
export const isStopped = ({ estado }: EnEstado): boolean => estado === 'failed' || estado === 'dlq'

/** The states of what is listed as under way or stopped. */
export const PRESENTES = 'pending,processing,scheduled,failed,dlq'

const ESTADO: Readonly<Record<Operacion['estado'], Word>> = {
  reserved: ['◐', 'En cola', 'espera'],
  pending: ['◐', 'En cola', 'espera'],
  scheduled: ['○', 'Espera su hora', 'neutro'],
  processing: ['◐', 'En curso', 'espera'],
  completed: ['✓', 'Terminó', 'bien'],
  failed: ['✕', 'Se detuvo', 'mal'],
  dlq: ['✕', 'Se detuvo: se agotaron los intentos', 'mal'],
  discarded: ['⊘', 'Descartada', 'neutro'],
}

/** When it goes on, where it waits for a time that is still to come. */
export function nextOf(
  { estado, proximo_intento }: Pick<Operacion, 'estado' | 'proximo_intento'>,
  now: Date,
): string | null {
  const waits = (estado === 'pending' || estado === 'scheduled') && proximo_intento !== null
  return waits && Date.parse(proximo_intento) > now.getTime() ? proximo_intento : null
}

export function estadoOf(
  operacion: Pick<Operacion, 'estado' | 'error' | 'proximo_intento'>,
  now: Date,
): Word {
  if (operacion.estado === 'pending' && nextOf(operacion, now))
    return ['◐', operacion.error ? 'Espera otro intento' : 'Espera para volver a mirar', 'espera']
  return ESTADO[operacion.estado]
}
