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

interface DatosDePapel {
  email_intercambio: string | null
  rut_titular: string | null
  valido_hasta: string | null
  certificado_cifrado: Buffer | null
  tipo: 'imap' | 'simulador' | null
  host: string | null
  usuario: string | null
}

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
  /** A document of ours in production from that day on, of boletas or of the other types. */
  enProduccion: client.prepare<[empresaId: string, desde: string, tipos: string], { folio: number }>(
    `SELECT folio FROM documento WHERE empresa_id = ? AND ambiente = 'produccion' AND fecha_emision >= ?
       AND folio_estado <> 'libre' AND origen = 'emitido' AND tipo_dte IN (SELECT value FROM json_each(?)) LIMIT 1`,
  ),
  insert: client.prepare<
    [Pick<CertificacionRow, 'id' | 'empresa_id' | 'ambiente' | 'alcance' | 'created_at'>]
  >(
    `INSERT INTO certificacion (id, empresa_id, ambiente, alcance, estado, estado_at, created_at)
     VALUES (@id, @empresa_id, @ambiente, @alcance, 'preparacion', @created_at, @created_at)`,
  ),
  setEstado: client.prepare<
    [estado: EstadoCertificacion, at: string, vuelta: CertificacionRow['vuelta'], id: string]
  >('UPDATE certificacion SET estado = ?, estado_at = ?, vuelta = ? WHERE id = ?'),
  /** Back to an earlier stage, but for a road that stands no further. */
  takeBack: client.prepare<[{ id: string; etapa: 'set' | 'simulacion'; at: string }]>(
    `UPDATE certificacion SET vuelta = coalesce(vuelta, estado), estado = @etapa, estado_at = @at
     WHERE id = @id AND estado NOT IN ('set', @etapa)`,
  ),
  /** A set of it runs again: what follows is no more what it was. */
  forgetVuelta: client.prepare<[setId: string]>(
    `UPDATE certificacion SET vuelta = NULL WHERE vuelta IS NOT NULL AND id = (SELECT r.certificacion_id
       FROM certificacion_set s JOIN certificacion_ronda r ON r.id = s.ronda_id WHERE s.id = ?)`,
  ),
  setDeclarada: client.prepare<[fecha: string, resolucion: string | null, at: string, id: string]>(
    "UPDATE certificacion SET declarada_fecha = ?, resolucion = ?, estado = 'autorizada', estado_at = ? WHERE id = ?",
  ),

  /** Back from its end, which a person noted by mistake. */
  unsetDeclarada: client.prepare<[at: string, id: string]>(
    "UPDATE certificacion SET declarada_fecha = NULL, resolucion = NULL, estado = 'declaracion', estado_at = ? WHERE id = ?",
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
     JOIN empresa e ON e.id = c.empresa_id AND e.mudada = 0
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
  /** The day typed at the SII was no day of this run. */
  unsetDeclarado: client.prepare<[id: string]>(
    "UPDATE certificacion_intento SET estado = 'validado', declarado_fecha = NULL, declarado_at = NULL WHERE id = ?",
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
  /** How many files of exchange the company had answered: nothing of them is deleted. */
  intercambios: client
    .prepare<[empresaId: string, ambiente: string], number>(
      `SELECT count(*) FROM certificacion c JOIN certificacion_archivo a ON a.certificacion_id = c.id
       WHERE c.empresa_id = ? AND c.ambiente = ? AND a.clase = 'intercambio'`,
    )
    .pluck(),
  /** The files of a road that may be those bytes, each with which of the company's exchanges it is. */
  intercambiosCon: client.prepare<[certificacionId: string, huella: string], ArchivoRow & { numero: number }>(
    `SELECT a.*, (SELECT count(*) FROM certificacion o JOIN certificacion_archivo b ON b.certificacion_id = o.id
       WHERE o.empresa_id = c.empresa_id AND o.ambiente = c.ambiente AND b.clase = 'intercambio' AND b.rowid <= a.rowid) AS numero
     FROM certificacion c JOIN certificacion_archivo a ON a.certificacion_id = c.id
     WHERE c.id = ? AND a.clase = 'intercambio' AND (a.huella = ? OR a.huella IS NULL)`,
  ),
  respuesta: client.prepare<[certificacionId: string, nombre: string], ArchivoRow>(
    "SELECT * FROM certificacion_archivo WHERE certificacion_id = ? AND clase = 'respuesta' AND nombre = ?",
  ),
  /** The facts of a company that its papers name, beside what its documents state; each null where nobody told it. */
  papel: client.prepare<[ambiente: string, empresaId: string], DatosDePapel>(
    `SELECT e.email_intercambio, c.rut_titular, c.valido_hasta, c.certificado_cifrado, b.tipo, b.host, b.usuario
     FROM empresa e LEFT JOIN certificado c ON c.empresa_id = e.id
       LEFT JOIN buzon b ON b.empresa_id = e.id AND b.ambiente = ? AND b.apagado_en IS NULL
     WHERE e.id = ?`,
  ),
  insertArchivo: client.prepare<[ArchivoRow]>(
    `INSERT INTO certificacion_archivo (id, certificacion_id, intento_id, clase, nombre, bytes_cifrados, created_at, huella)
     VALUES (@id, @certificacion_id, @intento_id, @clase, @nombre, @bytes_cifrados, @created_at, @huella)`,
  ),
})
