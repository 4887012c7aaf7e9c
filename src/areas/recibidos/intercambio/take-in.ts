// Taking in what others answer about documents that the company issued (areas/recibidos/intercambio §4): the file once, then what it says, some
// statements a transaction, so that none holds the event loop. Who dies in between goes on where he was when the file comes again.

import type { NewId } from '../../../base/id'
import { LARGE, nextTurn } from '../../../base/turn'
import { AJENA } from '../../../domain/intercambio'
import type { OrigenRecibido } from '../../../domain/recibido'
import type { Titular } from '../../../domain/titular'
import type { Store } from '../../../store/store'
import { createTrozos } from '../../../store/trozos'
import type { Intercambio } from '../../../xml/recibido'
import type { Documentos, Emisores } from '../../dte'
import type { Eventos } from '../../eventos'
import type { Tomada } from '../entrada'
import { createCotejo } from './cotejo'
import { dichosOf } from './dichos'
import { createReadSii, type HurryFollow, type TitularConRut } from './sii-mail'
import { type NuevaRecibida, prepareRecibidas } from './statements'

/** An answer as it came: the text of its element, its digest, and what was read of it. */
interface Entrante {
  xml: string
  huella: string
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

/** Statements of one transaction. */
const STEP = 20

const NINGUNO = {
  documento_id: null,
  tipo_dte: null,
  folio: null,
  codigo: null,
  glosa: '',
  recinto: '',
  motivo: 'ningun_documento',
  firmada_en: null,
} as const

export function createTakeIn({ store: { client, secrets }, newId, emisores, hurryFollow, ...deps }: Deps) {
  const sql = prepareRecibidas(client)
  const trozos = createTrozos({ client, secrets })
  const cotejar = createCotejo({ ...deps, ofDocumento: (id) => sql.ofDocumento.all(id) })
  const readSii = createReadSii({ ...deps, hurryFollow: client.transaction(hurryFollow).immediate })

  /** Its row, which a file that came before has. */
  async function keepArchivo({ empresaId, ambiente }: TitularConRut, { leida: _, ...archivo }: Entrante) {
    const find = () => sql.archivo.get(empresaId, ambiente, archivo.huella)
    const known = find()
    if (known) return known
    const id = newId('res')
    const place = { table: 'respuesta_archivo', column: 'bytes_cifrados', id }
    const fila = { tabla: 'respuesta_archivo', id } as const
    const ultimo = await trozos.save(fila, Buffer.from(archivo.xml, 'utf8'))
    const bytes_cifrados = secrets.seal(place, ultimo)
    if (bytes_cifrados.length > LARGE) await nextTurn()
    return client
      .transaction(() => {
        const row = find()
        if (row) {
          trozos.drop(fila)
          return row
        }
        const { huella, nombre, origen, mensajeId: mensaje_id } = archivo
        const recibida_en = archivo.recibidoEn.toISOString()
        const who = { empresa_id: empresaId, ambiente, huella, nombre, origen, mensaje_id }
        sql.insertArchivo.run({ id, ...who, recibida_en, bytes_cifrados, hechas: 0 })
        return { id, hechas: 0, recibida_en }
      })
      .immediate()
  }

  /** Returns one writer a statement, to call in the transaction. */
  function apuntesOf(
    titular: TitularConRut,
    { leida, mensajeId }: Entrante,
    at: string,
  ): readonly (() => NuevaRecibida)[] {
    if ('revision' in leida) {
      const de = mensajeId === null ? null : (sql.remitente.get(mensajeId) ?? null)
      return readSii(titular, leida, { at, de })
    }
    const dichos = dichosOf(leida)
    if (dichos.length) return dichos.map((dicho) => () => cotejar(titular, dicho, leida, at))
    const { firma, rutResponde: rut_responde, rutFirmante: rut_firmante } = leida
    const clase = leida.clase === 'recibos' ? 'recibo' : 'recepcion'
    return [() => ({ ...NINGUNO, clase, firma, rut_responde, rut_firmante })]
  }

  /** Takes an answer, in turns. */
  return async (de: Titular, entrante: Entrante): Promise<Tomada> => {
    const { empresaId, ambiente } = de
    const titular: TitularConRut = {
      empresaId,
      ambiente,
      rut: emisores.get({ empresaId, ambiente }).emisor.rut,
    }
    const archivo = await keepArchivo(titular, entrante)
    const { id: archivo_id, recibida_en } = archivo
    const nueva = archivo.hechas !== null
    const taken = (): Tomada => ({
      nueva,
      propia: sql.isPropio.get(archivo_id) === 1,
      motivos: sql.motivos.all(archivo_id).map((motivo) => AJENA[motivo]),
    })
    if (!nueva) return taken()
    const apuntes = apuntesOf(titular, entrante, recibida_en)
    /** Whether all are written: how many are is asked for each time, for the same file may have come by two ways at once. */
    const step = client.transaction((): boolean => {
      const hechas = sql.hechas.get(archivo_id) ?? apuntes.length
      const part = apuntes.slice(hechas, hechas + STEP)
      for (const apunte of part)
        sql.insert.run({
          id: newId('res'),
          empresa_id: empresaId,
          ambiente,
          archivo_id,
          recibida_en,
          ...apunte(),
        })
      const all = hechas + part.length >= apuntes.length
      sql.setHechas.run(all ? null : hechas + part.length, archivo_id)
      return all
    })
    while (!step.immediate()) await nextTurn()
    return taken()
  }
}
