// The shared state of the folio pages: the person, the company, the page, and the refusals (simulator
// §14.3).

import { TIPOS } from '../../domain/dte/tipos'
import { parseRut, splitRut } from '../../domain/rut'
import { fichaOf } from '../contribuyente/ficha'
import { isEmisor, isInscrito, mayIssue, maySend } from '../contribuyentes'
import type { Falla } from '../fallas'
import { LADOS } from '../hosts'
import { readCampos } from '../portal/campos'
import { duenoKey } from '../portal/dueno'
import { type Campo, form, html, page } from '../portal/paginas'
import type { Pedido } from '../portal/servicio'
import type { Sesion } from '../portal/sesiones'
import type { Sim } from '../sim'
import { findRango } from './rangos'
import type { PasoLeido, RangoLeido, Tenedor } from './statements'

export const BASE = '/cvc_cgi/dte'

type Clase = PasoLeido['tramite']

/** A page that was asked for with the company on whose behalf. */
export interface Tramite {
  sim: Sim
  sesion: Sesion
  tenedor: Tenedor
  campos: Readonly<Record<string, string>>
  falla: Falla['falla'] | null
  /** Where the session stands for this company. */
  paso: PasoLeido | null
  stand(paso: Partial<PasoLeido> & { paso: number }): void
  leave(): void
}

const mensaje = (sim: Sim, title: string, text: string): Response =>
  page(
    sim,
    title,
    `<script>\nfunction otro() { document.form1.action = "${BASE}/of_solicita_folios_dcto"; var c = document.form1.COD_DOCTO; }\n</script>\n<table><tr><td class=texto>${html(text)}</td></tr></table>\n<input type=button value="Volver" onclick="history.back()">`,
  )

export const TITULO = {
  of: 'SOLICITUD DE TIMBRAJE ELECTRONICO',
  rf: 'REOBTENCION DE FOLIOS',
  af: 'ANULACION DE FOLIOS',
} as const

/** A page that says something and leads nowhere. */
export const messagePage = ({ sim }: { sim: Sim }, clase: Clase, text: string): Response =>
  mensaje(sim, TITULO[clase], text)

/** The answer to a page that was opened without those before it. */
export const skipped = (sim: Sim): Response =>
  mensaje(sim, 'ERROR', 'Ha ocurrido un error en la aplicación. LIBRUD-OFSF-DTE-3-1-02')

/** Why the company gets no page, in the order in which the SII looks (ours); null when it gets it. */
function refusalOf(sim: Sim, { rut: persona }: Sesion, { lado, rut }: Tenedor, clase: Clase): string | null {
  if (!isEmisor(sim, lado, rut))
    return 'La empresa no está autorizada para operar como emisor electrónico en este ambiente'
  if (!isInscrito(sim, lado, persona)) return 'Error 106: el usuario no tiene el permiso de folios'
  if (!maySend(sim, lado, rut, persona)) return 'El usuario no está autorizado para ingresar a esta opción'
  if (clase !== 'of') return null
  const ficha = fichaOf(sim, lado, rut)
  if (!ficha) return 'El contribuyente deberá presentarse en la oficina del SII de su domicilio'
  return ficha.termino ? 'El contribuyente no registra Verificacion de Actividades' : null
}

/** A row's answer: finds out who asks for whom, and turns away who may not. */
export const tramite =
  (clase: Clase, answer: (t: Tramite) => Promise<Response> | Response) =>
  async (sim: Sim, { request, lado, falla }: Pedido, sesion: Sesion): Promise<Response> => {
    const campos = await readCampos(request)
    const rut = parseRut(`${campos.RUT_EMP ?? ''}-${campos.DV_EMP ?? ''}`)
    if (!rut) return skipped(sim)
    const tenedor = { lado: lado ?? LADOS[0]!, rut, dueno: duenoKey(request), tipoDte: null }
    const refusal = refusalOf(sim, sesion, tenedor, clase)
    if (refusal) return messagePage({ sim }, clase, refusal)
    const key = { token: sesion.token, lado: tenedor.lado, rut, tramite: clase }
    const { paso } = sim.sql.folios
    return answer({
      sim,
      sesion,
      tenedor,
      campos,
      falla: falla?.falla ?? null,
      paso: paso.find.get(key) ?? null,
      stand: (next) =>
        paso.save.run({ tipoDte: null, control: 0, maximo: null, desde: null, hasta: null, ...next, ...key }),
      leave: () => paso.forget.run(key),
    })
  }

/** The first page of a machine: which company. */
export const companyPage =
  (clase: Clase, action: string, more: readonly Campo[] = []) =>
  (sim: Sim): Response =>
    page(
      sim,
      TITULO[clase],
      form(sim, {
        name: 'form1',
        action: `${BASE}/${action}`,
        fields: [
          { name: 'RUT_EMP', type: 'text' },
          { name: 'DV_EMP', type: 'text' },
          ...more,
          { name: 'ACEPTAR', value: clase === 'of' ? 'Continuar' : 'Consultar', type: 'submit' },
        ],
      }),
    )

/** The fields that name the company of a page. */
export function companyFields({ rut }: Tenedor): Campo[] {
  const { numero, dv } = splitRut(rut)
  return [
    { name: 'RUT_EMP', value: numero },
    { name: 'DV_EMP', value: dv },
  ]
}

/** The list of types of document, of all or of those that a company may issue. */
export function typeField(sim: Sim, tenedor: Tenedor | null, value: string, onchange?: string): Campo {
  const types = TIPOS.filter(({ codigo }) => !tenedor || mayIssue(sim, tenedor.lado, tenedor.rut, codigo))
  const options = types.map(({ codigo, nombre }): [string, string] => [String(codigo), nombre.toUpperCase()])
  return { name: 'COD_DOCTO', value, options: [['', 'Seleccione'], ...options], onchange }
}

export const integerOf = (text: string | undefined): number | null =>
  /^\d{1,10}$/.test((text ?? '').trim()) ? Number(text) : null

/** The granted range that a page's fields name; null without one. */
export function namedRango({ sim, tenedor, campos }: Tramite): RangoLeido | null {
  const [tipoDte, desde, hasta] = [campos.COD_DOCTO, campos.FOLIO_INI, campos.FOLIO_FIN].map(integerOf)
  if (!tipoDte || !desde || !hasta) return null
  return findRango(sim, { ...tenedor, tipoDte }, desde, hasta)
}

/** Hidden fields that name a range. */
export const rangeFields = ({ tipoDte, desde, hasta }: Omit<RangoLeido, 'fecha' | 'persona'>): Campo[] => [
  { name: 'COD_DOCTO', value: String(tipoDte) },
  { name: 'FOLIO_INI', value: String(desde) },
  { name: 'FOLIO_FIN', value: String(hasta) },
]
