// A road in words: its stages, the states of its sets, whose turn it is (areas/certificacion §1, §2).

import { SIMULACION_MAX, SIMULACION_MIN } from '../../domain/certificacion/build-simulacion'
import { ETAPAS } from '../../domain/certificacion/etapas'
import type { ApiRoute, DataOf } from '../api/client'
import { plural } from '../ui/format'
import type { Word } from '../ui/status'
import { shortName } from '../ui/tipo'

export type Camino = DataOf<'GET /v1/certificacion/:id'>
export type Breve = DataOf<'GET /v1/certificacion'>[number]
export type SetCamino = Camino['sets'][number]
export type Intento = NonNullable<SetCamino['intento']>
export type Pendiente = Camino['pendientes'][number]
export type Alcance = Camino['alcance']
export type Etapa = Camino['estado']

/** Whatever a step of the road makes old. */
export const ENVEJECE: readonly ApiRoute[] = [
  'GET /v1/certificacion',
  'GET /v1/certificacion/:id',
  'GET /v1/certificacion/:id/revision',
  'GET /v1/certificacion/:id/sets/:clase',
  'GET /v1/dte/folios',
]

export const CAMINOS: Readonly<Record<Alcance, string>> = { factura: 'Facturas', boleta: 'Boletas' }
export const isAlcance = (text: string | null | undefined): text is Alcance =>
  text === 'factura' || text === 'boleta'

/** The road of a kind that is shown: the newest that nobody left. */
export const roadOf = (roads: readonly Breve[], alcance: Alcance): Breve | null =>
  roads.find((one) => one.alcance === alcance && one.estado !== 'abandonada') ?? null

export const ETAPA: Readonly<Record<Etapa, readonly [name: string, what: string]>> = {
  preparacion: [
    'Preparación',
    'La empresa postula en el SII, carga aquí su certificado y descarga el set de pruebas.',
  ],
  set: ['Set de pruebas', 'Timbre emite los documentos y libros que pide el SII, y el SII los revisa.'],
  simulacion: ['Simulación', 'Un envío de documentos como los que la empresa emite de verdad.'],
  intercambio: ['Intercambio', 'La empresa responde un envío de documentos que le hace el SII.'],
  muestras: ['Muestras impresas', 'Una persona del SII mira cómo se imprimen los documentos.'],
  declaracion: [
    'Declaración',
    'El representante legal declara ante el SII que la empresa cumple. No tiene vuelta.',
  ],
  autorizada: ['Autorizada', 'El SII admite los documentos de la empresa: sigue pasar a producción.'],
  abandonada: ['Abandonada', ''],
}

export type Marca = 'hecho' | 'actual' | 'despues'

/** Each stage of a road, and whether it is behind, at hand or to come. */
export function stagesOf({
  alcance,
  estado,
}: Pick<Camino, 'alcance' | 'estado'>): (readonly [Etapa, Marca])[] {
  const stages = ETAPAS[alcance]
  const at = stages.indexOf(estado)
  const markOf = (index: number): Marca =>
    index < at || estado === 'autorizada' ? 'hecho' : index === at ? 'actual' : 'despues'
  return stages.map((stage, index) => [stage, markOf(index)] as const)
}

const DEL_SII = ['simulacion', 'intercambio', 'muestras', 'declaracion'] as const
type EtapaDelSii = (typeof DEL_SII)[number]

/** The stages at which a person may say that the SII's site is: those to come, the next one first, then those behind, the last one first. */
export const stagesElsewhere = (estado: Etapa): EtapaDelSii[] => {
  const at = (DEL_SII as readonly Etapa[]).indexOf(estado)
  return at < 0 ? [] : [...DEL_SII.slice(at + 1), ...DEL_SII.slice(0, at).toReversed()]
}

export const ESTADO_SET: Readonly<Record<SetCamino['estado'], Word>> = {
  con_dudas: ['?', 'Con preguntas', 'aviso'],
  espera_set: ['◌', 'Espera a otro set', 'neutro'],
  listo: ['○', 'Listo para emitir', 'neutro'],
  emitiendo: ['◐', 'Timbre lo envía', 'espera'],
  enviado: ['◐', 'El SII valida el envío', 'espera'],
  validado: ['→', 'Falta declararlo en el SII', 'aviso'],
  declarado: ['◐', 'El SII lo revisa', 'espera'],
  conforme: ['✓', 'Conforme', 'bien'],
  rechazado: ['✕', 'Rechazado', 'mal'],
  obsoleto: ['–', 'Sin efecto', 'neutro'],
}

export const QUIEN: Readonly<Record<Pendiente['quien'], Word>> = {
  persona: ['→', 'Usted', 'aviso'],
  timbre: ['◐', 'Timbre', 'espera'],
  sii: ['◐', 'El SII', 'espera'],
}

/** The title of a set, as a person says it. */
export const nameOfSet = ({ clase, nombre }: Pick<SetCamino, 'clase' | 'nombre'>): string =>
  clase === 'simulacion' ? 'Simulación' : `Set ${nombre}`

/** Applying and enrolling are of the SII's site; the simulated one admits any company. */
const DEL_SITIO: readonly Pendiente['codigo'][] = ['postular', 'usuarios']
const ORDEN: readonly Pendiente['quien'][] = ['persona', 'timbre', 'sii']

/** The checklist, what a person has to do first. */
export function checklistOf({ pendientes, ambiente }: Pick<Camino, 'pendientes' | 'ambiente'>): Pendiente[] {
  const own = pendientes.filter(({ codigo }) => ambiente !== 'simulacion' || !DEL_SITIO.includes(codigo))
  return own.toSorted((a, b) => ORDEN.indexOf(a.quien) - ORDEN.indexOf(b.quien))
}

/** The turn, in a sentence: a person, Timbre or the SII. */
export function turnOf(checklist: readonly Pendiente[], ambiente: Camino['ambiente']): string {
  const own = checklist.filter(({ quien }) => quien === 'persona').length
  if (own) return `Le toca a usted: ${plural(own, 'paso')}.`
  if (checklist.some(({ quien }) => quien === 'timbre'))
    return 'No tiene que hacer nada: Timbre está enviando.'
  // A review's end is seen at the SII's site or in its mail, not here.
  if (checklist.some(({ codigo }) => codigo === 'revision'))
    return ambiente === 'simulacion'
      ? 'Se espera al SII simulado, un minuto y medio. Después lea aquí su resultado.'
      : 'Se espera la revisión del SII. Cuando llegue su resultado, anótelo aquí; con el buzón configurado, Timbre lo anota solo.'
  if (checklist.length) return 'No tiene que hacer nada: se espera al SII. Esta página lo muestra sola.'
  return 'No queda nada por hacer.'
}

/** The name of a datum to be typed at the SII's page, or that lacks. */
export function nameOfDato(name: string): string {
  if (name === 'track_id') return 'Número de envío (Track ID)'
  if (name === 'fecha') return 'Fecha del envío'
  if (name === 'rut') return 'RUT de la empresa'
  const tipo = /^tipo_(\d+)$/.exec(name)?.[1]
  return tipo ? `${shortName(Number(tipo))}, folios que faltan` : name
}

/** Folios that the next run of a set lacks, by type. */
export const lackOf = ({
  folios,
}: Pick<SetCamino, 'folios'>): readonly { tipo_dte: number; faltan: number }[] =>
  folios
    .filter(({ necesita, disponibles }) => disponibles < necesita)
    .map(({ tipo_dte, necesita, disponibles }) => ({ tipo_dte, faltan: necesita - disponibles }))

const sizeOf = (folios: SetCamino['folios']): number =>
  folios.reduce((sum, { necesita }) => sum + necesita, 0)

/** Documents of one round of the sets, and rounds of a simulación: whole ones, until there are as many as were asked for. */
export function simulacionSize(
  sets: readonly Pick<SetCamino, 'folios'>[],
  cantidad: number = SIMULACION_MIN,
): { size: number; rounds: number } {
  const size = sizeOf(sets.flatMap(({ folios }) => folios))
  const most = Math.max(1, Math.floor(SIMULACION_MAX / Math.max(size, 1)))
  return { size, rounds: size ? Math.min(most, Math.ceil(cantidad / size)) : 0 }
}

/** Folios that a simulación lacks (areas/certificacion §3). */
export function simulacionLack(
  sets: readonly Pick<SetCamino, 'folios'>[],
  cantidad: number = SIMULACION_MIN,
): readonly { tipo_dte: number; faltan: number }[] {
  const all = sets.flatMap(({ folios }) => folios)
  const { rounds } = simulacionSize(sets, cantidad)
  return [...Map.groupBy(all, ({ tipo_dte }) => tipo_dte)].flatMap(([tipo_dte, rows]) => {
    const needs = sizeOf(rows) * rounds
    const faltan = needs - (rows[0]?.disponibles ?? 0)
    return faltan > 0 ? [{ tipo_dte, faltan }] : []
  })
}

/** Whether the set can be issued now; the simulación has a step of its own. */
export const mayIssue = (set: Pick<SetCamino, 'estado' | 'clase' | 'folios'>): boolean =>
  ['listo', 'rechazado'].includes(set.estado) && set.clase !== 'simulacion' && !lackOf(set).length

/** Something on its way, of which the page asks by itself. */
export const isMoving = ({ sets, pendientes }: Pick<Camino, 'sets' | 'pendientes'>): boolean =>
  sets.some(({ estado }) => estado === 'emitiendo' || estado === 'enviado') ||
  pendientes.some(({ codigo, quien }) => codigo === 'rcof' && quien !== 'persona')

/** An amount of a case, `centesimos` where it is an export's. */
export const amountOf = (value: number, moneda: string): { value: number; moneda: string } =>
  moneda === 'CLP' ? { value, moneda } : { value: value / 100, moneda }
