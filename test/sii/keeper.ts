// The portal client's records in memory: like the database's, for tests of the client alone.

import type { Bloqueo, PausaDelSii } from '../../src/domain/portal'
import {
  ambitoOf,
  bloqueoKeyOf,
  bloqueoKeysOf,
  type PortalKeeper,
  puertaOf,
  type SesionGuardada,
} from '../../src/sii/portal'

type Clave = Parameters<PortalKeeper['find']>[0]

export interface Memoria extends PortalKeeper {
  guardados: Map<string, Bloqueo>
  ingresos: { puerta: string; at: Date }[]
  paginas: { paso: string; html: string }[]
}

export function memoria(): Memoria {
  const sesiones = new Map<string, string>()
  const pausas = new Map<string, PausaDelSii>()
  const guardados = new Map<string, Bloqueo>()
  const ingresos: { dueno: string; puerta: string; at: Date; entro: boolean }[] = []
  const consultas: { de: string; at: Date }[] = []
  const paginas: { paso: string; html: string }[] = []
  const key = ({ dueno, ambito, credencial }: Clave): string => `${dueno} ${ambito} ${credencial}`
  // As text, so that nobody holds on to what was given.
  const read = (text: string): SesionGuardada => {
    const row = JSON.parse(text)
    return { ...row, abiertaEn: new Date(row.abiertaEn), usadaEn: new Date(row.usadaEn) }
  }
  return {
    guardados,
    ingresos,
    paginas,
    find: (clave) => {
      const text = sesiones.get(key(clave))
      return text ? read(text) : null
    },
    put: (sesion) => void sesiones.set(key(sesion), JSON.stringify(sesion)),
    drop: (clave) => void sesiones.delete(key(clave)),
    all: () => [...sesiones.values()].map(read),
    pausa: (clave) => pausas.get(key(clave)) ?? null,
    pause: (clave, pausa) => void pausas.set(key(clave), pausa),
    bloqueos: (acceso, credencial) =>
      bloqueoKeysOf(acceso, credencial)
        .flatMap((clave) => guardados.get(`${ambitoOf(acceso)} ${clave}`) ?? [])
        .sort((a, b) => (b.hasta ?? '9').localeCompare(a.hasta ?? '9')),
    block: (acceso, credencial, bloqueo) =>
      void guardados.set(`${ambitoOf(acceso)} ${bloqueoKeyOf(acceso, credencial, bloqueo.motivo)}`, bloqueo),
    admit(acceso, credencial) {
      for (const clave of bloqueoKeysOf(acceso, credencial)) guardados.delete(`${ambitoOf(acceso)} ${clave}`)
    },
    logins: (acceso, credencial, since) =>
      ingresos
        .filter((one) => one.puerta === `${ambitoOf(acceso)} ${puertaOf(credencial)}` && one.at > since)
        .filter((one) => one.entro || one.dueno === acceso.dueno)
        .map(({ at }) => at),
    noteLogin(acceso, credencial, at) {
      const puerta = `${ambitoOf(acceso)} ${puertaOf(credencial)}`
      const own = { dueno: acceso.dueno, puerta, at, entro: false }
      ingresos.push(own)
      return () => {
        own.entro = true
      }
    },
    consultas: (ambito, rut, since) =>
      consultas.filter(({ de, at }) => de === `${ambito} ${rut}` && at > since).map(({ at }) => at),
    noteConsulta: (ambito, rut, at) => void consultas.push({ de: `${ambito} ${rut}`, at }),
    notifyPace: () => {},
    keepPage: (_, paso, html) => void paginas.push({ paso, html }),
  }
}
