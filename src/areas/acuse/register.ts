// Registering one action at the SII, so that it is done once however often it is tried (http §27.2).

import type { Clock } from '../../base/clock'
import type { NewId } from '../../base/id'
import {
  ACCIONES_ACUSE,
  type AccionAcuse,
  type EventoAcuse,
  type ResultadoAcuse,
  resultadoOf,
} from '../../domain/acuse'
import { AppError } from '../../domain/errors'
import type { Actor, Audit } from '../../http/audit'
import { type Contexto, explain, rehusadoOf, type Sii } from '../../sii'
import type { Store } from '../../store/store'
import type { Eventos } from '../eventos'
import type { Estados } from './estados'
import { type AcuseRow, type Clave, prepareAcuses } from './statements'

export interface RegisterDeps {
  store: Pick<Store, 'client'>
  clock: Clock
  newId: NewId
  sii: Pick<Sii, 'registerAcuse' | 'listAcuses'>
  eventos: Pick<Eventos, 'emit' | 'emitOnce'>
  audit: Audit
  estados: Estados
}

/** A requested action, with its document and its author. */
export interface Orden {
  clave: Clave
  accion: AccionAcuse
  comentario: string | null
  jobId: string
  actor: Actor
  contexto: Contexto
  /** Runs the question in the name of who pays. */
  charge<T>(ask: () => Promise<T>): Promise<T>
}

/** The result of an act; `codigo_sii` 7: it was registered before. */
export interface Registrado {
  id: string
  estado: 'registrado'
  accion: AccionAcuse
  codigo_sii: string
  glosa: string
  registrado_en: string
  resultado: ResultadoAcuse
  vence_el: string | null
}

interface Hecho {
  id: string
  accion: AccionAcuse
  codigo: string
  glosa: string
  evento: Pick<EventoAcuse, 'codigo' | 'fecha'>
}

/** The SII understood and said no. */
export function refusal(codigo: string, glosa: string): AppError {
  const explicacion = explain(codigo, 'reclamo')!
  return new AppError('SII_REFUSED', `El SII no lo admite: ${explicacion.causa}`, {
    detalles: [rehusadoOf('acuse', { codigo, glosa }, explicacion)],
  })
}

/**
 * Registers an action; `write` belongs into the transaction that tells its end. Throws SII_REFUSED, and what the SII and `charge`
 * throw: then the next try asks first whether it had arrived.
 */
export function createRegister({ store, clock, newId, sii, eventos, audit, estados }: RegisterDeps) {
  const sql = prepareAcuses(store.client)

  /** The SII's answer: registered now or before. Throws as above. */
  async function ask(row: AcuseRow, fresh: boolean, { clave, accion, contexto, charge }: Orden) {
    const dte = { rutEmisor: clave.rut_emisor, tipoDte: clave.tipo_dte, folio: clave.folio }
    const find = async () =>
      (await sii.listAcuses(contexto, dte)).eventos.find(({ codigo }) => codigo === accion)
    const lost = fresh ? undefined : await charge(find)
    if (lost) return { codigo: '0', glosa: 'Acción completada', evento: lost }
    const { codigo, glosa } = await charge(() => sii.registerAcuse(contexto, dte, accion))
    if (codigo !== '0' && codigo !== '7') {
      sql.forget.run(row.id)
      throw refusal(codigo, glosa)
    }
    const now = {
      codigo: accion,
      descripcion: ACCIONES_ACUSE[accion],
      fecha: clock().toISOString(),
      rut: contexto.firmante.rut,
    }
    return { codigo, glosa, evento: (codigo === '7' ? await find() : null) ?? now }
  }

  function toJson(clave: Clave, { id, accion, codigo, glosa, evento }: Hecho): Registrado {
    const estado = estados.stateOf(clave, null)
    const known = estado.eventos.some((one) => one.codigo === evento.codigo)
    const list = known ? estado.eventos : [...estado.eventos, evento]
    return {
      id,
      estado: 'registrado',
      accion,
      codigo_sii: codigo,
      glosa,
      registrado_en: evento.fecha,
      resultado: resultadoOf({ ...estado, eventos: list }, clock()),
      vence_el: estado.vence?.toISOString().replace('.000Z', 'Z') ?? null,
    }
  }

  return async (orden: Orden): Promise<{ registrado: Registrado; write: () => void }> => {
    const { clave, accion, comentario, jobId, actor } = orden
    const known = sql.find.get({ ...clave, accion })
    if (known?.estado === 'registrado') {
      const { id, glosa, registrado_en } = known
      const evento = { codigo: accion, fecha: registrado_en! }
      return {
        registrado: toJson(clave, { id, accion, codigo: '7', glosa: glosa!, evento }),
        write: () => {},
      }
    }
    if (!known)
      sql.begin.run({
        ...clave,
        id: newId('acu'),
        accion,
        estado: 'enviando',
        comentario,
        job_id: jobId,
        creado_en: clock().toISOString(),
      })
    else if (comentario !== null) sql.comment.run(comentario, known.id)
    const row = sql.find.get({ ...clave, accion })!
    const { codigo, glosa, evento } = await ask(row, !known, orden)
    const keep = (): void => {
      const done = { id: row.id, codigo_sii: codigo, glosa, registrado_en: evento.fecha }
      // Another job for the same may have been quicker.
      if (!sql.finish.run(done).changes) return
      const estado = estados.add(clave, evento)
      if (codigo !== '0') return
      const { rut_emisor, tipo_dte, folio } = clave
      const that = { rut_emisor, tipo_dte, folio, accion }
      audit(
        actor,
        () => {},
        () => ({ accion: 'acuse.registrado', objeto: row.id, detalle: that }),
      )
      eventos.emit({ empresaId: clave.empresa_id, ambiente: clave.ambiente }, [
        {
          evento: 'acuse.registrado',
          data: () => ({
            empresa_id: clave.empresa_id,
            ambiente: clave.ambiente,
            ...that,
            registrado_en: evento.fecha,
            resultado: resultadoOf(estado, clock()),
          }),
        },
      ])
    }
    return { registrado: toJson(clave, { id: row.id, accion, codigo, glosa, evento }), write: keep }
  }
}
