// The use cases around a company's paper: its versions, which of them is active, its logo, and the paper of a document.

import { eq } from 'drizzle-orm'
import type { Clock } from '../../base/clock'
import type { NewId } from '../../base/id'
import type { TipoDte } from '../../domain/dte/tipos'
import { AppError, faultsError } from '../../domain/errors'
import { VERSIONES_MAX } from '../../domain/plantilla'
import { admitsPapel, createPlantilla, type Formato, type Plantilla, prepareLogo } from '../../pdf'
import type { Store } from '../../store/store'
import { apiKey } from '../../store/tables/empresa'
import { usuario } from '../../store/tables/usuario'
import { codigosDe } from './bodies'
import { createLogoStore, type LogoCargado } from './logo-store'
import { createPlantillaStore, type Version } from './plantilla-store'

export type Plantillas = ReturnType<typeof createPlantillas>

/** The author of a new version. */
interface Autor {
  usuarioId: string | null
  apiKeyId: string | null
}

interface NuevaVersion {
  nombre: string
  formato: Formato
  /** Empty or absent: all. */
  tiposDte?: TipoDte[]
  config: object
}

export function createPlantillas({ store, clock, newId }: { store: Store; clock: Clock; newId: NewId }) {
  const versiones = createPlantillaStore(store.db)
  const logos = createLogoStore(store.db)
  const nameOf = ({ usuarioId, apiKeyId }: Autor): string => {
    if (usuarioId === null) {
      const llave = store.db
        .select({ nombre: apiKey.nombre })
        .from(apiKey)
        .where(eq(apiKey.id, apiKeyId!))
        .get()
      return `Llave ${llave?.nombre}`
    }
    return store.db.select({ email: usuario.email }).from(usuario).where(eq(usuario.id, usuarioId)).get()!
      .email
  }

  function get(empresaId: string, id: string): Version {
    const found = versiones.find(empresaId, id)
    if (!found) throw new AppError('NOT_FOUND', 'La versión de plantilla no existe')
    return found
  }

  const withLogo = (empresaId: string, config: object): Plantilla =>
    createPlantilla(config, logos.impreso(empresaId))

  return {
    get,
    list: versiones.list,
    count: versiones.count,
    active: versiones.active,

    /** Makes a version, active for nothing yet. Throws CONFLICT at twenty. */
    create(empresaId: string, autor: Autor, { nombre, formato, tiposDte, config }: NuevaVersion): Version {
      if (versiones.count(empresaId) >= VERSIONES_MAX) {
        throw new AppError(
          'CONFLICT',
          `La empresa ya tiene ${VERSIONES_MAX} versiones; elimine alguna con DELETE /v1/plantilla/versiones/:id`,
        )
      }
      const nueva = {
        id: newId('pla'),
        nombre,
        formato,
        tiposDte: tiposDte?.length ? tiposDte : codigosDe(formato),
        config,
        creadaPor: nameOf(autor),
        createdAt: clock().toISOString(),
      }
      return { ...nueva, version: versiones.insert(empresaId, nueva), tiposActivos: [] }
    },

    /**
     * From now on `tipos`, or all that it is for, are printed with it on its paper. Throws NOT_FOUND, and VALIDATION_ERROR
     * for a type that it is not for.
     */
    activate(empresaId: string, id: string, tipos: readonly TipoDte[] = []): Version {
      const version = get(empresaId, id)
      // Versions of 57 mm made before that paper was for boletas alone may name other types.
      const suyos = version.tiposDte.filter((tipo) => admitsPapel(version.formato, tipo))
      const ajenos = tipos.flatMap((tipo, i) =>
        suyos.includes(tipo) ? [] : [{ campo: `tipos_dte[${i}]`, tipo }],
      )
      if (ajenos.length) {
        throw faultsError(
          ajenos.map(({ campo, tipo }) => ({
            campo,
            regla: 'valor',
            mensaje: `${campo}: la versión no es para el tipo ${tipo}, sino para ${suyos.join(', ')}`,
          })),
        )
      }
      versiones.activate(empresaId, version, tipos.length ? tipos : suyos)
      return get(empresaId, id)
    },

    /** `tipos`, or all that are printed with it, go back to the ordinary paper. Throws NOT_FOUND. */
    deactivate(empresaId: string, id: string, tipos: readonly TipoDte[] = []): Version {
      const version = get(empresaId, id)
      versiones.deactivate(version, tipos.length ? tipos : version.tiposActivos)
      return get(empresaId, id)
    },

    /**
     * Removes a version, and returns it. Throws NOT_FOUND, and INVALID_STATE while documents are printed
     * with it.
     */
    remove(empresaId: string, id: string): Version {
      const found = get(empresaId, id)
      const { version, tiposActivos } = found
      if (tiposActivos.length) {
        throw new AppError(
          'INVALID_STATE',
          `La versión ${version} está activa para ${tiposActivos.join(', ')}; active otra o desactívela antes de eliminarla`,
        )
      }
      versiones.remove(id)
      return found
    },

    logo: logos.about,
    logoArchivo: logos.archivo,

    /** A file as it will be printed. Throws VALIDATION_ERROR, PAYLOAD_TOO_LARGE. */
    prepareLogo,

    /** Every document is printed with it from now on. */
    setLogo(
      empresaId: string,
      archivo: Uint8Array,
      listo: Awaited<ReturnType<typeof prepareLogo>>,
    ): LogoCargado {
      logos.put(empresaId, archivo, listo, clock())
      return logos.about(empresaId)!
    },

    /** Throws NOT_FOUND when there is none. */
    removeLogo(empresaId: string): void {
      if (!logos.remove(empresaId)) throw new AppError('NOT_FOUND', 'La empresa no tiene logo')
    },

    /** The paper of a `config` with the company's logo. */
    withLogo,

    /** The paper of a type: the active version's, or the ordinary one, with the company's logo. */
    papel(empresaId: string, formato: Formato, tipo: TipoDte): Plantilla {
      return withLogo(empresaId, versiones.active(empresaId, formato, tipo)?.config ?? {})
    },
  }
}
