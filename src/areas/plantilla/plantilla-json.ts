// A company's paper as the API speaks of it (http §22.2).

import { Type } from '@sinclair/typebox'
import { Exact, Leido, Nullable, OneOf } from '../../http/envelope'
import { showAs } from '../../http/show-as'
import { FORMATOS } from '../../pdf'
import { CODIGOS } from './bodies'
import type { LogoCargado } from './logo-store'
import type { Version } from './plantilla-store'

const objeto = (properties: Record<string, unknown>, description?: string) => ({
  type: 'object',
  additionalProperties: false,
  properties,
  ...(description && { description }),
})
const interruptor = (description: string) => ({ type: 'boolean', description })
const texto = (maxLength: number, description: string) => ({ type: 'string', maxLength, description })

const config: Record<string, unknown> = {
  'x-nombre': 'ConfigPlantilla',
  ...objeto(
    {
      colores: objeto({
        recuadro: { type: 'string', enum: ['rojo', 'negro'], description: 'Rojo si se omite.' },
        acento: {
          type: 'string',
          pattern: '^#[0-9a-fA-F]{6}$',
          description: 'De títulos y nombre del emisor; con contraste de 4,5 a 1 sobre blanco.',
        },
      }),
      columnas: objeto({
        linea: interruptor('Número de línea; no, si se omite.'),
        codigo: interruptor('Código del ítem; sí, si se omite.'),
      }),
      mostrar: objeto(
        Object.fromEntries(
          ['telefono', 'email', 'sitio_web', 'contacto', 'ciudad'].map((dato) => [dato, { type: 'boolean' }]),
        ),
        'Datos que pueden ocultarse; sí, si se omiten.',
      ),
      textos: objeto({
        encabezado: texto(200, 'Bajo los datos del emisor.'),
        nota: texto(500, 'Entre las notas del documento.'),
        leyenda: texto(200, 'Al pie, si el documento no trae la suya.'),
      }),
      filas: {
        type: 'array',
        maxItems: 10,
        description:
          'Filas propias: un dato de `impresion.datos` de la emisión, junto a los del documento o del receptor.',
        items: {
          ...objeto({
            dato: texto(60, 'Obligatorio: la etiqueta del dato en `impresion.datos`.'),
            etiqueta: texto(30, 'La que se imprime, si es otra.'),
            lugar: { type: 'string', enum: ['documento', 'receptor'], description: 'Obligatorio.' },
          }),
          required: ['dato', 'lugar'],
        },
      },
      logo: objeto({
        mostrar: interruptor('Sí, si se omite y la empresa tiene logo.'),
        posicion: {
          type: 'string',
          enum: ['izquierda', 'arriba'],
          description: 'Del nombre del emisor, en carta; si se omite, arriba los apaisados.',
        },
        alto_mm: { type: 'integer', minimum: 5, maximum: 30, description: '18 si se omite.' },
      }),
    },
    'Lo que la ley imprime (recuadro, timbre, leyendas, RUT, folio, totales) no se puede quitar ni imitar.',
  ),
}

const Config = Leido<Record<string, unknown>>(config)

const fields = {
  id: Type.String(),
  version: Type.Integer(),
  nombre: Type.String(),
  activa: Type.Boolean({ description: 'Algún tipo de documento se imprime con ella.' }),
  tipos_dte: Type.Array(Type.Integer(), { description: 'Los tipos para los que puede activarse.' }),
  tipos_activos: Type.Array(Type.Integer(), { description: 'Los tipos que hoy se imprimen con ella.' }),
  formato: OneOf(FORMATOS),
  creada_por: Type.String(),
  created_at: Type.String(),
}

/** A version in a list. */
export const VersionBreve = Exact(fields)
export const VersionJson = Exact({ ...fields, config: Config })

/** The paper in use; without an active version its `id` is null and its `config` empty. */
export const PapelJson = Exact({
  ...fields,
  id: Nullable(Type.String({ description: 'Null: el papel normal, sin plantilla.' })),
  version: Nullable(Type.Integer()),
  creada_por: Nullable(Type.String()),
  created_at: Nullable(Type.String()),
  config: Config,
})

export const LogoJson = Exact({
  tipo: OneOf(['image/png', 'image/jpeg']),
  ancho: Type.Integer({ description: 'Píxeles.' }),
  alto: Type.Integer(),
  bytes: Type.Integer(),
  created_at: Type.String(),
})

const isActive = ({ tiposActivos }: Version): boolean => tiposActivos.length > 0

export const toBreve = showAs(VersionBreve, (v: Version) => ({ activa: isActive(v) }))

/** As it was sent, without what was sent as null: that stands for absent. */
const given = (value: unknown): unknown =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
    ? Object.fromEntries(
        Object.entries(value).flatMap(([name, one]) => (one === null ? [] : [[name, given(one)]])),
      )
    : Array.isArray(value)
      ? value.map(given)
      : value

export const toJson = showAs(VersionJson, (v: Version) => ({
  activa: isActive(v),
  config: given(v.config) as Record<string, unknown>,
}))

export const logoToJson = showAs(LogoJson, (_: LogoCargado) => ({}))

// The bodies below are documented here and checked by `bodies.ts`, with every fault and its path at once.

const CONFIG_EJEMPLO = {
  colores: { recuadro: 'rojo', acento: '#0a4d8c' },
  columnas: { codigo: true },
  textos: { leyenda: 'Gracias por su preferencia' },
  filas: [{ dato: 'Orden interna', etiqueta: 'OT', lugar: 'documento' }],
  logo: { posicion: 'izquierda', alto_mm: 18 },
}

const formato = {
  type: 'string',
  enum: FORMATOS,
  description: '`carta` si se omite; `57mm` sólo para boletas (39 y 41).',
}
const tipo = { type: 'integer', enum: CODIGOS }
const tipos = (description: string) => ({ type: 'array', items: tipo, uniqueItems: true, description })

export const NuevaBody = Leido({
  ...objeto({
    nombre: texto(80, 'Obligatorio.'),
    tipos_dte: tipos('Los tipos para los que es; si se omite o va vacía, todos los que admite su papel.'),
    formato,
    config,
  }),
  required: ['nombre'],
  examples: [{ nombre: 'Papel de temporada', tipos_dte: [33, 34], formato: 'carta', config: CONFIG_EJEMPLO }],
})

export const TiposBody = Type.Unknown({
  ...objeto({ tipos_dte: tipos('Sólo para estos tipos; todos los suyos, si se omite o va vacía.') }),
  type: ['object', 'null'],
  examples: [{ tipos_dte: [33] }],
})

export const VistaPreviaBody = Type.Unknown({
  ...objeto({
    plantilla: { type: 'string', description: 'Una versión; sin ella ni `config`, la activa.' },
    config,
    formato: { ...formato, description: 'El de la versión, o `carta`.' },
    tipo_dte: { ...tipo, description: '33 si se omite; 39 en papel de 57mm, que es sólo para boletas.' },
    cedible: interruptor('Agrega la copia cedible si el tipo la tiene.'),
  }),
  type: ['object', 'null'],
  examples: [{ tipo_dte: 33, formato: 'carta', config: CONFIG_EJEMPLO }],
})
