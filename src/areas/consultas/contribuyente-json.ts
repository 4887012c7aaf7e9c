// A taxpayer as the API tells it (http §19.3): each field from the first source that knows it, and which one that was.

import { Type } from '@sinclair/typebox'
import { Codigo, Exact, Nullable, OneOf } from '../../http/envelope'
import type { EmisorSii, SituacionSii } from '../../sii/contribuyente'
import type { Contestada } from './preguntas'
import { type Conocido, FUENTES_PROPIAS } from './propios'

export const FUENTES = {
  sii: 'el SII, de quienes emiten documentos electrónicos',
  situacion: 'la situación tributaria guardada de una consulta anterior',
  ...FUENTES_PROPIAS,
} as const
type Fuente = keyof typeof FUENTES

export const FuenteJson = OneOf(
  { sii: 'se preguntó ahora', cache: 'es una respuesta guardada de la misma cuenta, y no consumió' },
  { examples: ['sii'] },
)
export const ConsultadoEn = Type.String({
  description: 'Cuándo lo dijo el SII.',
  examples: ['2026-11-20T14:06:00.000Z'],
})
const dato = (example: string) => Nullable(Type.String({ examples: [example] }))
/** Which source each field comes from; a field that nobody knows is missing here. */
const Fuentes = Type.Record(Type.String(), Codigo(FUENTES), {
  description: 'De dónde sale cada dato que se conoce. El SII no da direcciones de nadie.',
  examples: [{ razon_social: 'sii', direccion: 'emitidos' }],
})

const domicilio = {
  direccion: dato('Ruta 5 Sur Km 254'),
  comuna: dato('Talca'),
  ciudad: dato('Talca'),
}

export const ContribuyenteJson = Exact({
  rut: Type.String({ examples: ['90000012-K'] }),
  razon_social: dato('ACEROS DEL MAULE S.A.'),
  giro: dato('Venta al por mayor de acero'),
  ...domicilio,
  email: dato('compras@aceros.example.cl'),
  email_intercambio: dato('dte@aceros.example.cl'),
  autorizado_dte: Type.Boolean({ description: 'Emite documentos electrónicos.' }),
  resolucion: Nullable(Exact({ numero: Type.Integer(), fecha: Type.String({ examples: ['2014-08-22'] }) })),
  documentos: Type.Array(
    Exact({
      tipo_dte: Type.Integer({ examples: [33] }),
      desde: dato('2015-03-01'),
      hasta: Nullable(Type.String({ description: 'Desde cuándo ya no.' })),
    }),
  ),
  fuentes: Fuentes,
  fuente: FuenteJson,
  consultado_en: ConsultadoEn,
})

export const AutocompletarJson = Exact({
  rut: Type.String({ examples: ['90000012-K'] }),
  razon_social: dato('ACEROS DEL MAULE S.A.'),
  giro: dato('Venta al por mayor de acero'),
  actividades: Type.Array(
    Exact({
      codigo: Type.Integer({ examples: [466200] }),
      descripcion: Nullable(Type.String()),
      afecta_iva: Nullable(Type.Boolean()),
    }),
    {
      description:
        'De la situación tributaria guardada; sin ella, los códigos de la propia empresa o de lo último recibido, con lo demás en null; si no, vacía.',
    },
  ),
  ...domicilio,
  email_dte: dato('dte@aceros.example.cl'),
  documentos_autorizados: Type.Array(Type.Integer({ examples: [33] })),
  fuentes: Fuentes,
  fuente: FuenteJson,
  consultado_en: ConsultadoEn,
})

/** The known data of a taxpayer, beside the SII's present answer. */
export interface Sabido {
  rut: string
  /** The simulator makes up what it tells of a RUT, so what the company wrote of itself counts more there. */
  inventado: boolean
  emisor: Contestada<EmisorSii | 'no_autorizado'>
  situacion: SituacionSii | null
  propios: readonly Conocido[]
}

/** Fields of all sources; `fuentes` names those that are known. */
function gather({ emisor: { datos }, inventado, situacion, propios }: Sabido) {
  const sii = datos === 'no_autorizado' ? null : datos
  const fuentes: Record<string, Fuente> = {}
  const first = (
    campo: string,
    ...found: readonly (readonly [Fuente, string | null | undefined])[]
  ): string | null => {
    const [fuente, value] = found.find(([, one]) => one) ?? []
    if (fuente) fuentes[campo] = fuente
    return value ?? null
  }
  const from = (campo: Exclude<keyof Conocido, 'fuente' | 'actividades'>, which = propios) =>
    which.map((one): [Fuente, string | null] => [one.fuente, one[campo]])
  const own = inventado ? propios.filter(({ fuente }) => fuente === 'empresa') : []
  return {
    sii,
    fuentes,
    first,
    razon_social: first(
      'razon_social',
      ...from('razonSocial', own),
      ['sii', sii?.razonSocial],
      ['situacion', situacion?.razonSocial],
      ...from('razonSocial'),
    ),
    giro: first(
      'giro',
      ...from('giro', own),
      ['situacion', situacion?.actividades[0]?.descripcion],
      ...from('giro'),
    ),
    direccion: first('direccion', ...from('direccion')),
    comuna: first('comuna', ...from('comuna')),
    ciudad: first('ciudad', ...from('ciudad')),
    from,
  }
}

export function contribuyenteToJson(sabido: Sabido) {
  const { sii, fuentes, first, from, ...datos } = gather(sabido)
  const { rut, emisor } = sabido
  return {
    rut,
    ...datos,
    email: first('email', ...from('email')),
    email_intercambio: first('email_intercambio', ['sii', sii?.email]),
    autorizado_dte: vigentes(sii).length > 0,
    resolucion: sii?.resolucion ?? null,
    documentos: (sii?.documentos ?? []).map(({ tipoDte, desde, hasta }) => ({
      tipo_dte: tipoDte,
      desde,
      hasta,
    })),
    fuentes,
    fuente: emisor.fuente,
    consultado_en: emisor.consultadoEn,
  }
}

export function autocompletarToJson(sabido: Sabido) {
  const { sii, fuentes, first, from, ...datos } = gather(sabido)
  const { rut, emisor } = sabido
  const { fuente, actividades } = actividadesOf(sabido)
  if (actividades.length) fuentes.actividades = fuente
  return {
    rut,
    razon_social: datos.razon_social,
    giro: datos.giro,
    actividades,
    direccion: datos.direccion,
    comuna: datos.comuna,
    ciudad: datos.ciudad,
    email_dte: first('email_dte', ['sii', sii?.email], ...from('email')),
    documentos_autorizados: vigentes(sii).map(({ tipoDte }) => tipoDte),
    fuentes,
    fuente: emisor.fuente,
    consultado_en: emisor.consultadoEn,
  }
}

function actividadesOf({ inventado, situacion, propios }: Sabido) {
  const told = (situacion?.actividades ?? []).map(({ codigo, descripcion, afectaIva }) => ({
    codigo,
    descripcion,
    afecta_iva: afectaIva,
  }))
  const known = propios.find(({ actividades }) => actividades.length)
  const isTold = told.length > 0 && !(inventado && known?.fuente === 'empresa')
  if (isTold || !known) return { fuente: 'situacion' as const, actividades: told }
  const actividades = known.actividades.map((codigo) => ({ codigo, descripcion: null, afecta_iva: null }))
  return { fuente: known.fuente, actividades }
}

/** Documents that it may issue still. */
const vigentes = (sii: EmisorSii | null): EmisorSii['documentos'] =>
  (sii?.documentos ?? []).filter(({ hasta }) => hasta === null)
