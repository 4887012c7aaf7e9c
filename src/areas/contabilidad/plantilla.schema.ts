// Forms of files as the API speaks of them (areas/contabilidad §6).

import { type Static, Type } from '@sinclair/typebox'
import { FORMATOS, NOMBRES_FORMATO, type NombreFormato } from '../../domain/contabilidad/formatos'
import {
  ARCHIVOS,
  CAMPOS,
  CODIFICACIONES,
  FECHAS,
  type Plantilla,
  SEPARADORES,
  unknownCampos,
} from '../../domain/contabilidad/plantilla'
import { Exact, Nullable, OneOf } from '../../http/envelope'
import { Texto } from '../../http/formats'
import { Ruled } from '../../http/rule'
import type { PlantillaVista } from './plantillas'

export const COLUMNAS_MAX = 120

const palabras = Object.entries(CAMPOS)
  .filter(([name]) => !/^detalle_[2-9]$/.test(name))
  .map(([name, [significado]]) => `\`{${name}}\`: ${significado}`)
  .join('; ')

const Columna = Exact({
  titulo: Type.String({ maxLength: 80, examples: ['Cuenta'] }),
  valor: Ruled(
    Type.String({
      maxLength: 200,
      description: `Un texto fijo, campos entre llaves, o ambos. ${palabras}.`,
      examples: ['{cuenta}'],
    }),
    (valor) => {
      const unknown = unknownCampos(valor)
      return unknown.length ? [{ regla: 'valor', mensaje: `No existe el campo {${unknown[0]}}` }] : []
    },
  ),
})

const Forma = {
  archivo: OneOf(ARCHIVOS),
  separador: OneOf(SEPARADORES),
  codificacion: OneOf(CODIFICACIONES),
  fechas: OneOf(FECHAS),
  encabezado: Type.Boolean({ description: 'Si la primera fila lleva los títulos.' }),
  hoja: Type.String({
    maxLength: 31,
    minLength: 1,
    pattern: '^[^\\\\/?*\\[\\]:]+$',
    mensaje: 'No puede llevar barras, corchetes ni ? * :',
    examples: ['Asientos'],
  }),
  por_libro: Type.Boolean({ description: 'Si cada libro va en su archivo; varios, en un ZIP.' }),
  columnas: Type.Array(Columna, { minItems: 1, maxItems: COLUMNAS_MAX }),
}
const FORMATOS_NOMBRADOS = Object.fromEntries(
  NOMBRES_FORMATO.map((formato) => [formato, FORMATOS[formato].nombre]),
) as Record<NombreFormato, string>
const opcionales = Type.Partial(Type.Object(Forma)).properties

export const PLANTILLA_VACIA: Omit<Plantilla, 'columnas'> = {
  ...{ archivo: 'csv', separador: ';', codificacion: 'utf-8-marca', fechas: 'DD/MM/AAAA', encabezado: true },
  ...{ hoja: 'Asientos', por_libro: false },
}

const nombre = Texto(80, { examples: ['Mi sistema'] })
export const NuevaPlantilla = Ruled(
  Exact(
    {
      nombre,
      desde: Type.Optional(
        OneOf(FORMATOS_NOMBRADOS, {
          description: 'De qué formato se parte: lo que no se envía es de él.',
        }),
      ),
      ...opcionales,
    },
    { examples: [{ nombre: 'Mi sistema', columnas: [{ titulo: 'Cuenta', valor: '{cuenta}' }] }] },
  ),
  ({ desde, columnas }) =>
    desde || columnas
      ? []
      : [{ campo: 'columnas', regla: 'requerido', mensaje: 'Faltan las columnas, o `desde` un formato' }],
)
export const CambiosPlantilla = Exact(
  { nombre: Type.Optional(nombre), ...opcionales },
  { minProperties: 1, examples: [{ encabezado: false }] },
)

export const PlantillaJson = Exact(
  {
    id: Type.String({ examples: ['softland'] }),
    nombre: Type.String(),
    incluida: Type.Boolean({ description: 'Si es de Timbre: no se cambia, se copia con `desde`.' }),
    duda: Nullable(Type.String({ description: 'Lo que el fabricante no publica y puede no ser así.' })),
    ...Forma,
    created_at: Nullable(Type.String()),
    updated_at: Nullable(Type.String()),
  },
  { 'x-nombre': 'PlantillaAsientos' },
)

export const plantillaToJson = ({ plantilla, ...one }: PlantillaVista): Static<typeof PlantillaJson> =>
  ({ ...one, ...plantilla }) as Static<typeof PlantillaJson>

/** The fields that are there. */
export const givenOf = ({
  nombre: _,
  desde: __,
  ...more
}: Static<typeof NuevaPlantilla>): Partial<Plantilla> =>
  Object.fromEntries(Object.entries(more).filter(([, value]) => value !== undefined))
