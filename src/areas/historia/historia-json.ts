// An import and its lines as answers show them.

import { type Static, Type } from '@sinclair/typebox'
import { Codigo, Exact, Nullable } from '../../http/envelope'
import { showAs } from '../../http/show-as'
import type { ImportacionRow, LineaRow, prepareImportaciones } from './statements'

const ESTADOS = {
  recibiendo: 'faltan partes de su archivo',
  leyendo: 'se lee y juzga cada archivo',
  folios: 'se pasan por alto los folios usados',
  guardando: 'se escriben los documentos',
  enlazando: 'las notas y facturas hallan aquello de que tratan',
  terminada: 'terminó',
  detenida: 'se detuvo; `motivo` dice por qué, y su trabajo se puede reintentar',
} as const

export const ESTADOS_ARCHIVO = {
  nuevo: 'es ahora un documento de la empresa',
  repetido: 'ya estaba',
  mejorado: 'sólo se conocía por el registro, y ahora tiene su XML',
  conflicto: 'ese folio ya está con otro contenido',
  en_duda: 'ni su firma ni su timbre son buenos: no tiene efecto hasta que una persona lo acepte',
  recibido: 'lo emitió otro a la empresa: está en recibidos',
  otro_ambiente: 'sus folios son de otro ambiente',
  ajeno: 'no es de la empresa',
  ilegible: 'no se pudo leer, o no trae un documento',
  descartado: 'una persona lo dejó fuera',
} as const satisfies Record<LineaRow['estado'], string>

const Cuentas = Exact(
  Object.fromEntries(Object.keys(ESTADOS_ARCHIVO).map((estado) => [estado, Type.Integer()])) as Record<
    keyof typeof ESTADOS_ARCHIVO,
    ReturnType<typeof Type.Integer>
  >,
  { description: 'Cuántos archivos quedaron en cada estado.' },
)

export const ImportacionJson = Exact(
  {
    id: Type.String({ examples: ['imp_01JD3Q8Z5V7K2M4N6P8R0S2T4V'] }),
    estado: Codigo(ESTADOS, { 'x-nombre': 'EstadoImportacion' }),
    nombre: Type.String({ examples: ['respaldo.zip'] }),
    bytes: Type.Integer(),
    sha256: Type.String(),
    simulada: Type.Boolean({ description: 'Si sólo se probó: nada de ella quedó.' }),
    motivo: Nullable(Type.String({ description: 'Por qué se detuvo.' })),
    archivos: Type.Integer({ description: 'Líneas: una por documento, o por archivo sin ninguno.' }),
    desde: Nullable(Type.String({ description: 'El primer día de lo que entró.' })),
    hasta: Nullable(Type.String()),
    documentos: Cuentas,
    folios: Type.Array(
      Exact({
        tipo_dte: Type.Integer(),
        siguiente_antes: Type.Integer(),
        siguiente: Type.Integer({ description: 'El próximo folio que se toma.' }),
        apartados: Type.Integer({ description: 'Los que nadie trajo y quedan por anular.' }),
      }),
    ),
    clientes: Nullable(
      Exact(
        { creados: Type.Integer(), actualizados: Type.Integer() },
        { description: 'Null mientras se crean.' },
      ),
    ),
    job_id: Nullable(Type.String()),
    creada_en: Type.String(),
    terminada_en: Nullable(Type.String()),
  },
  { 'x-nombre': 'Importacion' },
)

export const LineaJson = Exact(
  {
    n: Type.Integer(),
    nombre: Type.String({ examples: ['DTE_33_731.xml'] }),
    estado: Codigo(ESTADOS_ARCHIVO, { 'x-nombre': 'EstadoArchivoHistorico' }),
    motivo: Nullable(Type.String()),
    tipo_dte: Nullable(Type.Integer()),
    folio: Nullable(Type.Integer()),
    fecha_emision: Nullable(Type.String()),
    rut_emisor: Nullable(Type.String()),
    rut_receptor: Nullable(Type.String()),
    monto_total: Nullable(Type.Integer()),
    firma: Nullable(Type.String({ description: 'Como en `GET /v1/recibidos`.' })),
    timbre: Nullable(Type.String()),
    resuelto: Nullable(Type.String({ description: 'El motivo de quien lo aceptó o descartó.' })),
  },
  { 'x-nombre': 'ArchivoHistorico' },
)

export const lineaToJson = showAs(LineaJson, (_: LineaRow) => ({}))

export const createToJson =
  (sql: ReturnType<typeof prepareImportaciones>) =>
  (row: ImportacionRow): Static<typeof ImportacionJson> => {
    const sums = sql.sums.all(row.id)
    const documentos = Object.fromEntries(
      Object.keys(ESTADOS_ARCHIVO).map((estado) => [estado, sums.find((s) => s.estado === estado)?.n ?? 0]),
    ) as Static<typeof Cuentas>
    const taken = sums.filter(({ estado }) => estado === 'nuevo' || estado === 'mejorado')
    const days = (pick: 'desde' | 'hasta') => taken.flatMap((s) => s[pick] ?? []).sort()
    const result = row.clientes_job_id ? sql.clientes.get(row.clientes_job_id)?.result : null
    const made = result ? (JSON.parse(result) as { creados: number; actualizados: number }) : null
    return {
      id: row.id,
      estado: row.estado,
      nombre: row.nombre,
      bytes: row.bytes,
      sha256: row.sha256,
      simulada: row.simulada === 1,
      motivo: row.motivo,
      archivos: sums.reduce((n, one) => n + one.n, 0),
      desde: days('desde')[0] ?? null,
      hasta: days('hasta').at(-1) ?? null,
      documentos,
      folios: JSON.parse(row.folios),
      clientes: made && { creados: made.creados, actualizados: made.actualizados },
      job_id: row.job_id,
      creada_en: row.created_at,
      terminada_en: row.terminada_at,
    }
  }
