// The plans (http §16.2): what each admits in a calendar month of Chile, and beside it how many companies and people.

export const NOMBRES_PLAN = ['Gratis', 'Emprendedor', 'Profesional', 'Empresa'] as const
export type NombrePlan = (typeof NOMBRES_PLAN)[number]

/** Null is no limit. */
export interface Plan {
  nombre: NombrePlan
  /** Questions that leave for the SII in a month. */
  consultas: number | null
  /** Documents accepted in a month. */
  emisiones: number | null
  empresas: number | null
  usuarios: number | null
  /** Whether customers come with what was billed to them. */
  metricasClientes: boolean
}

const plan = (
  nombre: NombrePlan,
  consultas: number | null,
  emisiones: number | null,
  empresas: number | null,
  usuarios: number | null,
  metricasClientes: boolean,
): Plan => ({ nombre, consultas, emisiones, empresas, usuarios, metricasClientes })

/** From the smallest to the largest. */
export const PLANES: readonly Plan[] = [
  plan('Gratis', 50, 100, 1, 1, false),
  plan('Emprendedor', 500, 1_000, 2, 3, false),
  plan('Profesional', 5_000, 10_000, 10, 15, true),
  plan('Empresa', null, null, null, null, true),
]

const byName = new Map<string, Plan>(PLANES.map((one) => [one.nombre, one]))

/** The plan that an account row names. */
export function planOf(nombre: string): Plan {
  const found = byName.get(nombre)
  if (!found) throw new RangeError(`no plan is called ${nombre}`)
  return found
}

/** Positive when `a` is the larger plan, negative when `b` is, 0 when they are one. */
export const comparePlanes = (a: NombrePlan, b: NombrePlan): number =>
  NOMBRES_PLAN.indexOf(a) - NOMBRES_PLAN.indexOf(b)
