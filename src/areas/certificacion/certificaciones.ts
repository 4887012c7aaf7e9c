// Roads, their rounds, sets and runs on disk. Writers run inside the caller's transaction.

import { createHash } from 'node:crypto'
import type { Alcance, EstadoCertificacion } from '../../domain/certificacion/etapas'
import type { SeccionSet } from '../../domain/certificacion/set'
import { AppError } from '../../domain/errors'
import type { Titular } from '../../domain/titular'
import type { Store } from '../../store/store'
import {
  type ArchivoRow,
  type CertificacionRow,
  type IntentoRow,
  prepareCertificacion,
  type RondaRow,
  type SetRow,
} from './statements'

export type Certificaciones = ReturnType<typeof createCertificaciones>

/** A set with its runs, the first one first. */
export interface SetConIntentos extends SetRow {
  intentos: IntentoRow[]
}

/** The last round of a road with its sets, in the order of the text. */
export interface Ronda extends RondaRow {
  sets: SetConIntentos[]
}

export const huellaOf = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex')

export function createCertificaciones({ client, secrets }: Pick<Store, 'client' | 'secrets'>) {
  const sql = prepareCertificacion(client)
  const placeOf = (table: string, column: string) => (id: string) => ({ table, column, id })
  const texto = placeOf('certificacion_ronda', 'texto_cifrado')
  const solicitudes = placeOf('certificacion_intento', 'solicitudes_cifradas')
  const libro = placeOf('certificacion_libro', 'xml_cifrado')
  const archivo = placeOf('certificacion_archivo', 'bytes_cifrados')
  const withRuns = (ronda: RondaRow): Ronda => ({
    ...ronda,
    sets: sql.sets.all(ronda.id).map((set) => ({ ...set, intentos: sql.intentos.all(set.id) })),
  })
  return {
    sql,
    /** Throws NOT_FOUND for one that is none of the company's in that environment. */
    get({ empresaId, ambiente }: Titular, id: string): CertificacionRow {
      const row = sql.byId.get(id, empresaId, ambiente)
      if (!row) throw new AppError('NOT_FOUND', 'La certificación no existe')
      return row
    },
    open(row: Parameters<typeof sql.insert.run>[0] & { alcance: Alcance }): void {
      if (sql.abierta.get(row.empresa_id, row.ambiente, row.alcance))
        throw new AppError(
          'ALREADY_EXISTS',
          `La empresa ya tiene abierta una certificación de ${row.alcance}: siga con ella, o abandónela`,
        )
      sql.insert.run(row)
    },
    /** All rounds, the last one last. */
    rondas: (certificacionId: string): Ronda[] => sql.rondas.all(certificacionId).map(withRuns),
    /** The last round; null before the first. */
    ronda(certificacionId: string): Ronda | null {
      const last = sql.rondas.all(certificacionId).at(-1)
      return last ? withRuns(last) : null
    },
    textoOf: (ronda: RondaRow): Buffer => secrets.open(texto(ronda.id), ronda.texto_cifrado),
    addRonda(
      row: Omit<RondaRow, 'texto_cifrado' | 'plazo_at'>,
      bytes: Uint8Array,
      sets: readonly (Pick<SeccionSet, 'nombre' | 'atencion'> & Pick<SetRow, 'id' | 'clase'>)[],
    ): void {
      sql.insertRonda.run({ ...row, texto_cifrado: secrets.seal(texto(row.id), bytes) })
      for (const { id, clase, nombre, atencion } of sets)
        sql.insertSet.run({ id, ronda_id: row.id, clase, nombre, atencion })
    },
    setEstado: (
      id: string,
      estado: EstadoCertificacion,
      at: string,
      vuelta: CertificacionRow['vuelta'] = null,
    ): void => void sql.setEstado.run(estado, at, vuelta, id),
    addIntento(
      row: Omit<Parameters<typeof sql.insertIntento.run>[0], 'solicitudes_cifradas' | 'documentos'>,
      pedidas: readonly object[] | null,
      documentos: readonly object[],
    ): void {
      sql.insertIntento.run({
        ...row,
        solicitudes_cifradas: pedidas && secrets.seal(solicitudes(row.id), JSON.stringify(pedidas)),
        documentos: JSON.stringify(documentos),
      })
      sql.forgetVuelta.run(row.set_id)
    },
    /** The frozen book of a run; null without one. */
    libroOf(intentoId: string): Buffer | null {
      const sealed = sql.libro.get(intentoId)
      return sealed ? secrets.open(libro(intentoId), sealed) : null
    },
    addArchivo: (row: Omit<ArchivoRow, 'bytes_cifrados' | 'huella'>, bytes: Uint8Array): void =>
      void sql.insertArchivo.run({
        ...row,
        bytes_cifrados: secrets.seal(archivo(row.id), bytes),
        huella: huellaOf(bytes),
      }),
    archivoBytes: ({ id, bytes_cifrados }: ArchivoRow): Buffer => secrets.open(archivo(id), bytes_cifrados),
    /** The requests as they were issued; null of a book. */
    solicitudesOf: ({ id, solicitudes_cifradas }: IntentoRow): object[] | null =>
      solicitudes_cifradas && JSON.parse(secrets.open(solicitudes(id), solicitudes_cifradas).toString()),
  }
}
