// The forms of files: the programs' own, and a firm's (areas/contabilidad §6).

import type { Clock } from '../../base/clock'
import type { NewId } from '../../base/id'
import { FORMATOS, type Formato, type NombreFormato } from '../../domain/contabilidad/formatos'
import type { Plantilla } from '../../domain/contabilidad/plantilla'
import { AppError, type Fault, faultsError } from '../../domain/errors'
import type { Store } from '../../store/store'
import { type PlantillaRow, prepareContabilidad } from './statements'

/** A form, and whose it is. */
export interface PlantillaVista {
  id: string
  nombre: string
  plantilla: Plantilla
  incluida: boolean
  duda: string | null
  created_at: string | null
  updated_at: string | null
}

const PREFIJO = 'plantilla:'
const PLANTILLAS_MAX = 50

const isFormato = (text: string): text is NombreFormato => Object.hasOwn(FORMATOS, text)

/** The wishes of an export beyond its template. */
export interface Opciones {
  archivo?: Plantilla['archivo']
  codificacion?: Plantilla['codificacion']
  separador?: Plantilla['separador']
}

export type Plantillas = ReturnType<typeof createPlantillas>

export function createPlantillas({
  store,
  clock,
  newId,
}: {
  store: Pick<Store, 'client'>
  clock: Clock
  newId: NewId
}) {
  const sql = prepareContabilidad(store.client)

  const viewOf = ({ plantilla, id, nombre, created_at, updated_at }: PlantillaRow): PlantillaVista => ({
    ...{ id, nombre, plantilla: JSON.parse(plantilla), incluida: false, duda: null, created_at, updated_at },
  })
  function get(empresaId: string, id: string): PlantillaVista {
    const found = sql.plantilla.get(empresaId, id)
    if (!found) throw new AppError('NOT_FOUND', 'No existe la plantilla')
    return viewOf(found)
  }

  const incluidas = (): PlantillaVista[] =>
    Object.entries(FORMATOS as Readonly<Record<string, Formato>>).map(
      ([id, { nombre, plantilla, duda }]): PlantillaVista => ({
        ...{ id, nombre, plantilla, incluida: true, duda, created_at: null, updated_at: null },
      }),
    )

  return {
    get,
    /** The company's, then the programs'. */
    list: (empresaId: string): PlantillaVista[] => [
      ...sql.plantillas.all(empresaId).map(viewOf),
      ...incluidas(),
    ],
    /** The form that an export names, with what it asks of it. Throws VALIDATION_ERROR with all faults. */
    resolve(empresaId: string, formato: string, asked: Opciones): Plantilla {
      if (formato.startsWith(PREFIJO)) {
        const found = sql.plantilla.get(empresaId, formato.slice(PREFIJO.length))
        if (!found)
          throw faultsError([{ campo: 'formato', regla: 'no_existe', mensaje: 'No existe esa plantilla' }])
        return { ...JSON.parse(found.plantilla), ...asked }
      }
      if (!isFormato(formato)) {
        const known = `${Object.keys(FORMATOS).join(', ')} o ${PREFIJO}<id>`
        throw faultsError([{ campo: 'formato', regla: 'valor', mensaje: `Debe ser uno de: ${known}` }])
      }
      const { plantilla, archivos, codificaciones, separadores }: Formato = FORMATOS[formato]
      const takes = { archivo: archivos, codificacion: codificaciones, separador: separadores }
      const faults = Object.entries(asked).flatMap(([campo, value]): Fault[] => {
        const taken: readonly string[] = takes[campo as keyof Opciones]
        if (taken.includes(value)) return []
        return [{ campo, regla: 'valor', mensaje: `${formato} toma: ${taken.join(', ')}` }]
      })
      if (faults.length) throw faultsError(faults)
      return { ...plantilla, ...asked }
    },
    /** The form of a program, to begin from. */
    included: (formato: string): Plantilla | null =>
      isFormato(formato) ? { ...(FORMATOS[formato] as Formato).plantilla } : null,
    create(empresaId: string, nombre: string, plantilla: Plantilla): PlantillaVista {
      if (sql.countPlantillas.get(empresaId)! >= PLANTILLAS_MAX)
        throw new AppError('INVALID_STATE', `Hasta ${PLANTILLAS_MAX} plantillas por empresa`)
      const id = newId('pla')
      const at = clock().toISOString()
      sql.addPlantilla.run({
        ...{ id, empresa_id: empresaId, nombre, plantilla: JSON.stringify(plantilla) },
        ...{ created_at: at, updated_at: at },
      })
      return get(empresaId, id)
    },
    change(empresaId: string, id: string, more: { nombre?: string; plantilla?: Plantilla }): PlantillaVista {
      const before = sql.plantilla.get(empresaId, id)
      if (!before) throw new AppError('NOT_FOUND', 'No existe la plantilla')
      sql.setPlantilla.run({
        ...before,
        nombre: more.nombre ?? before.nombre,
        plantilla: more.plantilla ? JSON.stringify(more.plantilla) : before.plantilla,
        updated_at: clock().toISOString(),
      })
      return get(empresaId, id)
    },
    /** Exports that it wrote keep their bytes. */
    remove(empresaId: string, id: string): PlantillaVista {
      const before = get(empresaId, id)
      sql.dropPlantilla.run(id)
      return before
    },
  }
}
