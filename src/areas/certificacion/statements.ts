// The statements of certification. Its rows are few and asked for by people: they are here for the store alone (store §4).

import type { Database } from 'better-sqlite3'
import type { EstadoCertificacion, EstadoIntento } from '../../domain/certificacion/etapas'
import type {
  certificacion,
  certificacionArchivo,
  certificacionIntento,
  certificacionRonda,
  certificacionSet,
} from '../../store/tables/certificacion'
import type { Row } from '../../store/tables/row'

export type CertificacionRow = Row<typeof certificacion>
export type RondaRow = Row<typeof certificacionRonda>
export type SetRow = Row<typeof certificacionSet>
export type IntentoRow = Row<typeof certificacionIntento>
export type ArchivoRow = Row<typeof certificacionArchivo>

/** A run with the road that it belongs to. */
export type IntentoDe = IntentoRow &
  Pick<SetRow, 'clase' | 'atencion' | 'nombre'> & { certificacion_id: string }

const INTENTO = `SELECT i.*, s.clase, s.atencion, s.nombre, r.certificacion_id FROM certificacion_intento i
  JOIN certificacion_set s ON s.id = i.set_id JOIN certificacion_ronda r ON r.id = s.ronda_id`

export const prepareCertificacion = (client: Database) => ({
  byId: client.prepare<[id: string, empresaId: string, ambiente: string], CertificacionRow>(
    'SELECT * FROM certificacion WHERE id = ? AND empresa_id = ? AND ambiente = ?',
  ),
  anyById: client.prepare<[id: string], CertificacionRow>('SELECT * FROM certificacion WHERE id = ?'),
  abierta: client.prepare<[empresaId: string, ambiente: string, alcance: string], CertificacionRow>(
    `SELECT * FROM certificacion WHERE empresa_id = ? AND ambiente = ? AND alcance = ?
       AND estado NOT IN ('autorizada', 'abandonada')`,
  ),
  insert: client.prepare<
    [Pick<CertificacionRow, 'id' | 'empresa_id' | 'ambiente' | 'alcance' | 'created_at'>]
  >(
    `INSERT INTO certificacion (id, empresa_id, ambiente, alcance, estado, estado_at, created_at)
     VALUES (@id, @empresa_id, @ambiente, @alcance, 'preparacion', @created_at, @created_at)`,
  ),
  setEstado: client.prepare<[estado: EstadoCertificacion, at: string, id: string]>(
    'UPDATE certificacion SET estado = ?, estado_at = ? WHERE id = ?',
  ),
  setDeclarada: client.prepare<[fecha: string, resolucion: string | null, at: string, id: string]>(
    "UPDATE certificacion SET declarada_fecha = ?, resolucion = ?, estado = 'autorizada', estado_at = ? WHERE id = ?",
  ),

  rondas: client.prepare<[certificacionId: string], RondaRow>(
    'SELECT * FROM certificacion_ronda WHERE certificacion_id = ? ORDER BY numero',
  ),
  insertRonda: client.prepare<[Omit<RondaRow, 'plazo_at'>]>(
    `INSERT INTO certificacion_ronda (id, certificacion_id, numero, huella, nombre, texto_cifrado, created_at)
     VALUES (@id, @certificacion_id, @numero, @huella, @nombre, @texto_cifrado, @created_at)`,
  ),
  /** The last texts of open roads that were handed out before a moment and whose term nobody was told of. */
  porVencer: client.prepare<[before: string], RondaRow>(
    `SELECT r.* FROM certificacion c JOIN certificacion_ronda r ON r.certificacion_id = c.id
     WHERE c.estado NOT IN ('autorizada', 'abandonada') AND r.plazo_at IS NULL AND r.created_at < ?
       AND r.numero = (SELECT max(numero) FROM certificacion_ronda WHERE certificacion_id = c.id)`,
  ),
  setPlazo: client.prepare<[at: string, id: string]>(
    'UPDATE certificacion_ronda SET plazo_at = ? WHERE id = ?',
  ),

  sets: client.prepare<[rondaId: string], SetRow>(
    'SELECT * FROM certificacion_set WHERE ronda_id = ? ORDER BY rowid',
  ),
  insertSet: client.prepare<[Omit<SetRow, 'ajustes'>]>(
    `INSERT INTO certificacion_set (id, ronda_id, clase, nombre, atencion) VALUES (@id, @ronda_id, @clase, @nombre, @atencion)`,
  ),
  setAjustes: client.prepare<[ajustes: string, id: string]>(
    'UPDATE certificacion_set SET ajustes = ? WHERE id = ?',
  ),

  intentos: client.prepare<[setId: string], IntentoRow>(
    'SELECT * FROM certificacion_intento WHERE set_id = ? ORDER BY numero',
  ),
  insertIntento: client.prepare<
    [
      Pick<
        IntentoRow,
        | 'id'
        | 'set_id'
        | 'numero'
        | 'envio_id'
        | 'job_id'
        | 'solicitudes_cifradas'
        | 'documentos'
        | 'created_at'
      >,
    ]
  >(
    `INSERT INTO certificacion_intento (id, set_id, numero, estado, envio_id, job_id, solicitudes_cifradas, documentos, created_at)
     VALUES (@id, @set_id, @numero, 'emitiendo', @envio_id, @job_id, @solicitudes_cifradas, @documentos, @created_at)`,
  ),
  intento: client.prepare<[id: string], IntentoDe>(`${INTENTO} WHERE i.id = ?`),
  byEnvio: client.prepare<[envioId: string], IntentoDe>(
    `${INTENTO} WHERE i.envio_id = ? AND i.envio_id IS NOT NULL`,
  ),
  /** The company's run of a Track ID, zeros in front or not. */
  byTrack: client.prepare<[empresaId: string, ambiente: string, trackId: string], IntentoDe>(
    `${INTENTO} JOIN certificacion c ON c.id = r.certificacion_id
     WHERE c.empresa_id = ? AND c.ambiente = ? AND ltrim(i.track_id, '0') = ltrim(?, '0') ORDER BY i.created_at DESC LIMIT 1`,
  ),
  setSent: client.prepare<[trackId: string, at: string, id: string]>(
    "UPDATE certificacion_intento SET estado = 'enviado', track_id = ?, enviado_at = ? WHERE id = ? AND estado = 'emitiendo'",
  ),
  setJudged: client.prepare<
    [
      estado: EstadoIntento,
      codigo: string | null,
      glosa: string | null,
      razones: string,
      at: string,
      id: string,
    ]
  >(
    `UPDATE certificacion_intento SET estado = ?, codigo_sii = ?, glosa = ?, razones = ?, validado_at = ?
     WHERE id = ? AND estado IN ('emitiendo', 'enviado')`,
  ),
  setDeclarado: client.prepare<[fecha: string, at: string, id: string]>(
    "UPDATE certificacion_intento SET estado = 'declarado', declarado_fecha = ?, declarado_at = ? WHERE id = ?",
  ),
  setRazones: client.prepare<[razones: string, id: string]>(
    'UPDATE certificacion_intento SET razones = ? WHERE id = ?',
  ),
  setVeredicto: client.prepare<
    [
      estado: EstadoIntento,
      veredicto: 'SOK' | 'SRH',
      glosa: string,
      at: string,
      origen: 'persona' | 'correo',
      id: string,
    ]
  >(
    `UPDATE certificacion_intento SET estado = ?, veredicto = ?, veredicto_glosa = ?, veredicto_at = ?, veredicto_origen = ?
     WHERE id = ?`,
  ),

  libro: client
    .prepare<[intentoId: string], Buffer>('SELECT xml_cifrado FROM certificacion_libro WHERE intento_id = ?')
    .pluck(),
  archivos: client.prepare<[certificacionId: string], ArchivoRow>(
    'SELECT * FROM certificacion_archivo WHERE certificacion_id = ? ORDER BY created_at, id',
  ),
  /** The files of exchange that the company had answered, the first one first: nothing of them is deleted. */
  intercambios: client.prepare<[empresaId: string, ambiente: string], ArchivoRow>(
    `SELECT a.* FROM certificacion c JOIN certificacion_archivo a ON a.certificacion_id = c.id
     WHERE c.empresa_id = ? AND c.ambiente = ? AND a.clase = 'intercambio' ORDER BY a.rowid`,
  ),
  insertArchivo: client.prepare<[ArchivoRow]>(
    `INSERT INTO certificacion_archivo (id, certificacion_id, intento_id, clase, nombre, bytes_cifrados, created_at)
     VALUES (@id, @certificacion_id, @intento_id, @clase, @nombre, @bytes_cifrados, @created_at)`,
  ),
})
