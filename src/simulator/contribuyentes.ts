// The registry of taxpayers: who may issue what, and who may act for whom (sii §5.1 EMP, sii §3.3 STATUS 1 and 6, sii §4.3
// ESTADO 106, sii §7.3 code 17). Of a RUT without a row everything is allowed, so that a first test needs no set-up (ours).

import type { Descripcion } from './contribuyente/descripcion'
import type { ContribuyenteLeido } from './contribuyente/statements'
import type { Lado } from './hosts'
import type { Sim } from './sim'

export interface Contribuyente {
  /** Whether the SII knows the person, so that its certificate gets a token. */
  inscrito: boolean
  /** Authorised to issue electronic documents at all. */
  emisor: boolean
  /** Types it gets folios of; null, all. */
  tiposDte: readonly number[] | null
  /** RUTs of the persons who may act for it; null, any. */
  personas: readonly string[] | null
  /** The desk's description; null uses the digits. */
  descripcion: Descripcion | null
}

/** The entry of anybody outside the registry. */
export const ABIERTO: Contribuyente = {
  inscrito: true,
  emisor: true,
  tiposDte: null,
  personas: null,
  descripcion: null,
}

const list = <T>(json: string | null): T[] | null => (json === null ? null : (JSON.parse(json) as T[]))

const contribuyenteOf = (row: ContribuyenteLeido): Contribuyente => ({
  inscrito: row.inscrito === 1,
  emisor: row.emisor === 1,
  tiposDte: list(row.tiposDte),
  personas: list(row.personas),
  descripcion: row.descripcion === null ? null : (JSON.parse(row.descripcion) as Descripcion),
})

/** The registry's entry of a RUT; null without one. */
export function findContribuyente({ sql }: Sim, lado: Lado, rut: string): Contribuyente | null {
  const row = sql.contribuyente.find.get(lado, rut)
  return row ? contribuyenteOf(row) : null
}

/** All that are registered, by RUT. */
export const listContribuyentes = ({ sql }: Sim, lado: Lado): (Contribuyente & { rut: string })[] =>
  sql.contribuyente.list.all(lado).map((row) => ({ rut: row.rut, ...contribuyenteOf(row) }))

/** Registers a RUT, in place of what the registry said of it. */
export function saveContribuyente({ sql }: Sim, lado: Lado, rut: string, c: Contribuyente): void {
  const json = (value: object | null) => value && JSON.stringify(value)
  sql.contribuyente.save.run(
    lado,
    rut,
    c.inscrito ? 1 : 0,
    c.emisor ? 1 : 0,
    json(c.tiposDte),
    json(c.personas),
    json(c.descripcion),
  )
}

/** Takes a RUT out of the registry; whether it was there. */
export const forgetContribuyente = ({ sql }: Sim, lado: Lado, rut: string): boolean =>
  sql.contribuyente.forget.run(lado, rut).changes > 0

const known = (sim: Sim, lado: Lado, rut: string): Contribuyente =>
  findContribuyente(sim, lado, rut) ?? ABIERTO

/** Whether a company may issue electronic documents at all. */
export const isEmisor = (sim: Sim, lado: Lado, rutEmpresa: string): boolean =>
  known(sim, lado, rutEmpresa).emisor

/** Whether a company gets folios of a type. */
export function mayIssue(sim: Sim, lado: Lado, rutEmpresa: string, tipoDte: number): boolean {
  const { emisor, tiposDte } = known(sim, lado, rutEmpresa)
  return emisor && (tiposDte?.includes(tipoDte) ?? true)
}

/** Whether a person may act for a company: send for it, ask about it, register what it says of documents it received. */
export const maySend = (sim: Sim, lado: Lado, rutEmpresa: string, rutPersona: string): boolean =>
  known(sim, lado, rutEmpresa).personas?.includes(rutPersona) ?? true

/** The companies that name a person as one who may act for them. */
export const empresasOf = (sim: Sim, lado: Lado, rutPersona: string): string[] =>
  listContribuyentes(sim, lado).flatMap(({ rut, personas }) => (personas?.includes(rutPersona) ? [rut] : []))

/** Whether the SII knows a person. */
export const isInscrito = (sim: Sim, lado: Lado, rutPersona: string): boolean =>
  known(sim, lado, rutPersona).inscrito
