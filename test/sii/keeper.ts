// What the portal's client keeps, in memory: as the database would, for tests of the client alone.

import type { Bloqueo, Pausa } from '../../src/domain/portal'
import { ambitoOf, type PortalKeeper, type SesionGuardada } from '../../src/sii/portal'

type Clave = Parameters<PortalKeeper['find']>[0]

export interface Memoria extends PortalKeeper {
  bloqueos: Map<string, Bloqueo>
  ingresos: { credencial: string; at: Date }[]
  paginas: { paso: string; html: string }[]
}

export function memoria(): Memoria {
  const sesiones = new Map<string, string>()
  const pausas = new Map<string, Pausa>()
  const bloqueos = new Map<string, Bloqueo>()
  const ingresos: { ambito: string; credencial: string; at: Date }[] = []
  const paginas: { paso: string; html: string }[] = []
  const key = ({ dueno, ambito, credencial }: Clave): string => `${dueno} ${ambito} ${credencial}`
  // As text, so that nobody holds on to what was given.
  const read = (text: string): SesionGuardada => {
    const row = JSON.parse(text)
    return { ...row, abiertaEn: new Date(row.abiertaEn), usadaEn: new Date(row.usadaEn) }
  }
  return {
    bloqueos,
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
    bloqueo: (ambito, credencial) => bloqueos.get(`${ambito} ${credencial}`) ?? null,
    block: (acceso, { id }, bloqueo) => void bloqueos.set(`${ambitoOf(acceso)} ${id}`, bloqueo),
    logins: (ambito, credencial, since) =>
      ingresos
        .filter((one) => one.ambito === ambito && one.credencial === credencial && one.at > since)
        .map(({ at }) => at),
    noteLogin: (ambito, credencial, at) => void ingresos.push({ ambito, credencial, at }),
    keepPage: (_, paso, html) => void paginas.push({ paso, html }),
  }
}
