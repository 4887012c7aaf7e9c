// What others answer about documents that the company issued, held against them (areas/recibidos/intercambio §4). Told with the judgement of its
// signature; what fits no document is kept and told all the same.

import { createHash } from 'node:crypto'
import type { NewId } from '../../../base/id'
import type { Ambiente } from '../../../domain/ambiente'
import type { Ajena, ClaseRespuesta } from '../../../domain/intercambio'
import type { FirmaRecibida, OrigenRecibido } from '../../../domain/recibido'
import { formatRut } from '../../../domain/rut'
import type { Store } from '../../../store/store'
import type { Intercambio } from '../../../xml/recibido'
import type { DocumentoRow, Documentos, Emisores } from '../../dte'
import type { Eventos } from '../../eventos'
import { type Dicho, dichosOf, glosaOf } from './dichos'
import { createReadSii, type HurryFollow, type Quien } from './sii-mail'
import { prepareRecibidas, type RecibidaRow } from './statements'

/** An answer as it came: the text of its element, and what was read of it. */
interface Entrante {
  xml: string
  leida: Intercambio
  nombre: string
  origen: OrigenRecibido
  mensajeId: string | null
  recibidoEn: Date
}

interface Deps {
  store: Pick<Store, 'client' | 'secrets'>
  newId: NewId
  documentos: Documentos
  emisores: Pick<Emisores, 'get'>
  eventos: Pick<Eventos, 'emit'>
  hurryFollow: HurryFollow
}

interface Recibio {
  /** The very same file came before: nothing was done again. */
  repetido: boolean
  /** How many statements fit a document of the company, and how many none. */
  propios: number
  ajenos: number
}

const DICE: Record<ClaseRespuesta, string> = {
  recepcion: 'Recepción',
  resultado: 'Resultado comercial',
  recibo: 'Recibo de mercaderías o servicios',
}
const FIRMADA: Record<FirmaRecibida, string> = {
  valida: 'firma correcta',
  invalida: 'FIRMA INCORRECTA',
  ausente: 'SIN FIRMA',
  certificado_vencido: 'firma correcta con un certificado que no regía',
}

const NINGUNO = {
  documento_id: null,
  tipo_dte: null,
  folio: null,
  codigo: null,
  glosa: '',
  recinto: '',
  motivo: 'ningun_documento',
} as const

export function createTakeIn({ store, newId, documentos, emisores, eventos, hurryFollow }: Deps) {
  const sql = prepareRecibidas(store.client)
  const readSii = createReadSii({ documentos, hurryFollow })

  /** The document that is meant, and why it is not. */
  function find(
    { empresaId, ambiente, rut }: Quien,
    dicho: Dicho,
    rutResponde: string,
  ): [DocumentoRow | null, Ajena | null] {
    const { tipoDte, folio, rutEmisor, rutReceptor, fechaEmision, montoTotal } = dicho
    if (!tipoDte || !folio) return [null, 'ningun_documento']
    if (rutEmisor && rutEmisor !== rut) return [null, 'otro_emisor']
    const row = documentos.byFolio(empresaId, ambiente, tipoDte, folio)
    // What never reached the SII was never given to a receiver either.
    if (!row || row.estado_sii === 'no_enviado') return [null, 'documento_desconocido']
    if (rutResponde !== row.rut_receptor || (rutReceptor && rutReceptor !== row.rut_receptor))
      return [row, 'otro_receptor']
    if (
      (fechaEmision && fechaEmision !== row.fecha_emision) ||
      (montoTotal && montoTotal !== row.monto_total)
    )
      return [row, 'otros_datos']
    return [row, null]
  }

  function tell(row: DocumentoRow, dicho: Dicho, rutFirmante: string | null, at: string): void {
    const { clase, codigo, recinto, firma } = dicho
    const glosa = glosaOf(dicho)
    const said = [codigo !== null && `${codigo}`, glosa, recinto && `en ${recinto}`]
      .filter(Boolean)
      .join(', ')
    const signer = rutFirmante ? ` de ${formatRut(rutFirmante)}` : ''
    documentos.addHistory(
      row.id,
      at,
      'respuesta_receptor',
      null,
      `${DICE[clase]}${said && `: ${said}`} (${FIRMADA[firma]}${signer})`,
    )
    eventos.emit({ empresaId: row.empresa_id, ambiente: row.ambiente }, [
      {
        evento: 'intercambio.respuesta',
        data: () => ({
          empresa_id: row.empresa_id,
          ambiente: row.ambiente,
          job_id: row.job_id,
          tipo_dte: row.tipo_dte,
          folio: row.folio,
          rut_receptor: row.rut_receptor,
          clase,
          estado: codigo,
          glosa,
          firma,
        }),
      },
    ])
  }

  /** Takes an answer, in the caller's transaction. */
  return (
    { empresaId, ambiente }: { empresaId: string; ambiente: Ambiente },
    { leida, ...archivo }: Entrante,
  ): Recibio => {
    const bytes = Buffer.from(archivo.xml, 'utf8')
    const huella = createHash('sha256').update(bytes).digest('hex')
    if (sql.archivo.get(empresaId, ambiente, huella) !== undefined)
      return { repetido: true, propios: 0, ajenos: 0 }
    const quien: Quien = { empresaId, ambiente, rut: emisores.get(empresaId, ambiente).emisor.rut }
    const at = archivo.recibidoEn.toISOString()
    const archivo_id = newId('res')
    sql.insertArchivo.run({
      id: archivo_id,
      empresa_id: empresaId,
      ambiente,
      huella,
      nombre: archivo.nombre,
      origen: archivo.origen,
      mensaje_id: archivo.mensajeId,
      recibida_en: at,
      bytes_cifrados: store.secrets.seal(
        { table: 'respuesta_archivo', column: 'bytes_cifrados', id: archivo_id },
        bytes,
      ),
    })
    const came = { propios: 0, ajenos: 0 }
    const keep = (row: Omit<RecibidaRow, keyof typeof base | 'id'>): void => {
      sql.insert.run({ ...base, ...row, id: newId('res') })
      if (row.motivo === null) came.propios++
      else came.ajenos++
    }
    const base = { empresa_id: empresaId, ambiente, archivo_id, recibida_en: at }
    if ('revision' in leida) {
      for (const row of readSii(quien, leida, at)) keep(row)
      return { repetido: false, ...came }
    }
    const { rutResponde: rut_responde, rutFirmante: rut_firmante } = leida
    const told = new Set<string>()
    for (const dicho of dichosOf(leida)) {
      const [row, motivo] = find(quien, dicho, rut_responde)
      const { clase, tipoDte: tipo_dte, folio, codigo, recinto, firma } = dicho
      const documento_id = row?.id ?? null
      // A file that speaks a thousand times of one document has answered it once.
      const answered = `${clase} ${documento_id}`
      if (row && told.has(answered)) continue
      told.add(answered)
      const said = { clase, documento_id, tipo_dte, folio, codigo, glosa: glosaOf(dicho), recinto, firma }
      keep({ ...said, rut_responde, rut_firmante, motivo })
      if (row && motivo === null) tell(row, dicho, rut_firmante, at)
    }
    if (came.propios + came.ajenos === 0)
      keep({
        ...NINGUNO,
        clase: leida.clase === 'recibos' ? 'recibo' : 'recepcion',
        firma: leida.firma,
        rut_responde,
        rut_firmante,
      })
    return { repetido: false, ...came }
  }
}
