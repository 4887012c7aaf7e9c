// How the access to the portal is told (http §28.2): never with a clave or a cookie.

import { type Static, Type } from '@sinclair/typebox'
import { chileTimestamp } from '../../domain/fecha'
import {
  type Bloqueo,
  METODOS_PORTAL,
  METODOS_SEGUROS,
  type MetodoPortal,
  MOTIVOS_BLOQUEO,
  MOTIVOS_PAUSA,
  OPERACIONES_PORTAL,
  type Pausa,
} from '../../domain/portal'
import { Codigo, Exact, Nullable, OneOf } from '../../http/envelope'
import { type SesionGuardada, VIDA_MS } from '../../sii/portal'
import { type Metodo, missingFor, readyFor } from './accesos'

const METODOS = { certificado: 'el certificado digital', clave: 'RUT y clave tributaria' } as const
export const MetodoJson = OneOf(METODOS, { examples: ['clave'] })

const instante = (example: string) => Type.String({ format: 'date-time', examples: [example] })
const Rut = Type.String({ examples: ['76543210-3'] })

const BloqueoJson = Exact({
  motivo: Codigo(MOTIVOS_BLOQUEO, { 'x-nombre': 'MotivoBloqueoPortal', examples: ['CLAVE_INCORRECTA'] }),
  codigo_sii: Nullable(Type.String({ examples: ['01.01.203.500.720.20'] })),
  glosa: Type.String({ description: 'Lo que dijo la página del SII.' }),
  desde: instante('2026-11-19T03:31:07.000Z'),
  hasta: {
    ...Nullable(instante('2026-11-19T04:31:07.000Z')),
    description: 'Cuándo termina solo; null: cuando una persona actúa.',
  },
  accion: Type.String({ description: 'Qué hacer, para una persona.' }),
})

const ESTADOS_METODO = {
  sin_cargar: 'no hay con qué',
  listo: 'se puede ingresar',
  bloqueado: 'el SII rehusó el ingreso',
  vencido: 'el certificado no está vigente',
} as const

const CertificadoPortal = Exact({
  cargado: Type.Boolean(),
  rut: Nullable(Rut),
  vence: Nullable(instante('2027-03-02T12:00:00.000Z')),
  estado: Codigo(ESTADOS_METODO, { 'x-nombre': 'EstadoMetodoPortal', examples: ['listo'] }),
  bloqueo: Nullable(BloqueoJson),
})
const ClavePortal = Exact({
  cargado: Type.Boolean(),
  rut: Nullable(Rut),
  cargada_en: Nullable(instante('2026-11-02T13:10:00.000Z')),
  cargada_por: Nullable(Type.String({ description: 'Id del usuario.' })),
  estado: Codigo(ESTADOS_METODO, { 'x-nombre': 'EstadoMetodoPortal', examples: ['listo'] }),
  bloqueo: Nullable(BloqueoJson),
})

const ESTADOS_SESION = { cerrada: 'no hay', abierta: 'hay una', vencida: 'pasó su tiempo' } as const

const campos = {
  metodos: Exact({ certificado: CertificadoPortal, clave: ClavePortal }),
  sesion: Exact({
    estado: Codigo(ESTADOS_SESION, { examples: ['abierta'] }),
    metodo: Nullable(MetodoJson),
    abierta_en: Nullable(instante('2026-11-20T14:03:02.000Z')),
    vence_en: Nullable(instante('2026-11-20T15:33:02.000Z')),
  }),
  pausa: Nullable(
    Exact({
      motivo: OneOf(MOTIVOS_PAUSA),
      hasta: instante('2026-11-20T14:20:00.000Z'),
      rut: { ...Rut, description: 'La persona que espera: las demás empresas por las que ingresa también.' },
      trabajos: Type.Integer({ description: 'Cuántos de la empresa esperan.', examples: [1] }),
    }),
  ),
  operaciones: Type.Array(
    Exact({
      operacion: Codigo(OPERACIONES_PORTAL, { 'x-nombre': 'OperacionPortal', examples: ['rcv'] }),
      metodo: Nullable(MetodoJson),
      disponible: Type.Boolean(),
      motivo: Nullable(Type.String({ description: 'Por qué no, o hasta cuándo espera, para una persona.' })),
    }),
  ),
}

export const PortalJson = Exact(campos)
export const PortalProbado = Exact({
  ...campos,
  autorizada: Nullable(
    Type.Boolean({
      description: 'Si el registro del SII deja a esa persona consultar por la empresa; null si no lo dice.',
    }),
  ),
})

/** The state of a company's access. */
export interface EstadoPortal {
  metodos: Record<MetodoPortal, Metodo>
  sesion: SesionGuardada | null
  /** The pause of each way in: the SII keeps one waiting and lets the other through. */
  pausas: Record<MetodoPortal, Pausa | null>
  /** Jobs of the company that stand still before the portal. */
  enEspera: number
}

const bloqueoToJson = ({ motivo, codigoSii, glosa, desde, hasta }: Bloqueo) => ({
  motivo,
  codigo_sii: codigoSii,
  glosa,
  desde,
  hasta,
  accion: MOTIVOS_BLOQUEO[motivo],
})

const common = ({ estado, credencial, bloqueo }: Metodo) => ({
  cargado: credencial !== null,
  rut: credencial?.rut ?? null,
  estado,
  bloqueo: bloqueo && bloqueoToJson(bloqueo),
})

/** Why an operation has no way in, for a person. */
function whyNot(ways: readonly Metodo[]): string {
  const locked = ways.find(({ estado }) => estado === 'bloqueado')
  if (locked) return `El SII rehusó el ingreso. ${MOTIVOS_BLOQUEO[locked.bloqueo!.motivo]}`
  if (ways.some(({ estado }) => estado === 'vencido')) return 'El certificado no está vigente'
  return missingFor(ways.map(({ metodo }) => metodo))
}

/** During a pause of its way in an operation asks nothing; of the pace, jobs alone wait. */
function operacionesOf({ metodos, pausas }: Pick<EstadoPortal, 'metodos' | 'pausas'>) {
  const names = Object.keys(METODOS_PORTAL) as (keyof typeof METODOS_PORTAL)[]
  return names.map((operacion) => {
    const ways = METODOS_SEGUROS[operacion].map((metodo) => metodos[metodo])
    const metodo = readyFor(operacion, metodos)
    const disponible = metodo !== null || !ways.length
    const pausa = metodo && pausas[metodo]
    if (pausa) {
      const motivo = `Hasta ${chileTimestamp(new Date(pausa.hasta)).replace('T', ' ')} (hora de Chile) ${MOTIVOS_PAUSA[pausa.motivo]}`
      return {
        operacion,
        metodo,
        disponible: pausa.motivo === 'RITMO' || pausa.motivo === 'INGRESOS',
        motivo,
      }
    }
    return { operacion, metodo, disponible, motivo: disponible ? null : whyNot(ways) }
  })
}

export function portalToJson(
  { metodos, sesion, pausas, enEspera }: EstadoPortal,
  now: Date,
): Static<typeof PortalJson> {
  const [pausa = null] = Object.values(metodos)
    .flatMap(({ metodo, credencial }) => {
      const one = pausas[metodo]
      return one && credencial ? { ...one, rut: credencial.rut, trabajos: enEspera } : []
    })
    .sort((a, b) => b.hasta.localeCompare(a.hasta))
  const vence = sesion && sesion.abiertaEn.getTime() + VIDA_MS
  const { certificado, clave } = metodos
  return {
    metodos: {
      certificado: { ...common(certificado), vence: certificado.vence },
      clave: {
        ...common(clave),
        cargada_en: clave.cargada?.cargadaEn ?? null,
        cargada_por: clave.cargada?.cargadaPor ?? null,
      },
    },
    sesion: {
      estado: vence === null ? 'cerrada' : vence > now.getTime() ? 'abierta' : 'vencida',
      metodo: sesion?.metodo ?? null,
      abierta_en: sesion?.abiertaEn.toISOString() ?? null,
      vence_en: vence === null ? null : new Date(vence).toISOString(),
    },
    pausa,
    operaciones: operacionesOf({ metodos, pausas }),
  }
}
