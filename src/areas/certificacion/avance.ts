// The road as a person, or the SII's mail, tells of it: declared, approved, refused, moved on (areas/certificacion §4).

import type { Clock } from '../../base/clock'
import { canMoveTo, type EstadoCertificacion } from '../../domain/certificacion/etapas'
import { caseNamed, remedyOf } from '../../domain/certificacion/remedios'
import { AppError, faultsError } from '../../domain/errors'
import { chileDate } from '../../domain/fecha'
import type { Actor, Audit } from '../../http/audit'
import type { Avisos } from './avisos'
import type { SetDelCamino } from './camino'
import type { Certificaciones } from './certificaciones'
import type { CertificacionRow, IntentoRow } from './statements'
import { checkOpen } from './take-set'

/** A verdict on a set in the SII's words. */
export interface Veredicto {
  estado: 'SOK' | 'SRH'
  glosa: string
  origen: 'persona' | 'correo'
}

interface Declarada {
  fecha: string
  resolucion: { numero: number; fecha: string } | null
}

export type Avance = ReturnType<typeof createAvance>

export function createAvance({
  certificaciones,
  avisos,
  clock,
  audit,
}: {
  certificaciones: Certificaciones
  avisos: Avisos
  clock: Clock
  audit: Audit
}) {
  const { sql } = certificaciones
  const at = () => clock().toISOString()
  const runOf = (
    { row }: SetDelCamino,
    estados: readonly IntentoRow['estado'][],
    what: string,
  ): IntentoRow => {
    const run = row.intentos.at(-1)
    if (run && estados.includes(run.estado)) return run
    throw new AppError('INVALID_STATE', `El set ${row.nombre} ${what}: está ${run?.estado ?? 'sin emitir'}`)
  }

  return {
    /** The set was declared at the SII, with that day. Throws INVALID_STATE before its envelope was found good. */
    declarar(actor: Actor, camino: CertificacionRow, set: SetDelCamino, fecha: string | undefined): void {
      checkOpen(camino)
      const run = runOf(set, ['validado'], 'se declara cuando el SII aceptó su envío')
      const day = fecha ?? chileDate(new Date(run.enviado_at!))
      audit(
        actor,
        () => {
          sql.setDeclarado.run(day, at(), run.id)
          avisos.advanced(camino.id, set.row.clase)
        },
        () => ({
          accion: 'certificacion.avance_declarado',
          objeto: camino.id,
          detalle: { clase: set.row.clase, intento: run.id, fecha: day },
        }),
      )
    },

    /**
     * The SII's word on a set. Throws INVALID_STATE before its envelope was found good, and after a verdict, but that the SII's mail wins over a
     * typed one, and that a person corrects a mailed one, and a typed one by the other.
     */
    judge(
      actor: Actor,
      camino: CertificacionRow,
      set: SetDelCamino,
      { estado, glosa, origen }: Veredicto,
    ): void {
      checkOpen(camino)
      const last = set.row.intentos.at(-1)
      const said = last?.veredicto ?? null
      const other = last?.veredicto_origen !== origen
      const corrects = said !== null && (other || (origen === 'persona' && said !== estado))
      const estados = ['validado', 'declarado'] as const
      const run = runOf(
        set,
        corrects ? [...estados, 'conforme', 'rechazado'] : estados,
        'no espera un veredicto',
      )
      const next = estado === 'SOK' ? 'conforme' : 'rechazado'
      audit(
        actor,
        () => {
          sql.setRazones.run(JSON.stringify(estado === 'SRH' ? razonesOf(glosa) : []), run.id)
          sql.setVeredicto.run(next, estado, glosa, at(), origen, run.id)
          // The stage that ended by the wrong verdict is not over.
          if (run.estado === 'conforme' && estado === 'SRH')
            sql.takeBack.run({
              ...{ id: camino.id, at: at() },
              etapa: set.row.clase === 'simulacion' ? 'simulacion' : 'set',
            })
          avisos.judged(run.id)
        },
        () => ({
          accion: 'certificacion.veredicto',
          objeto: camino.id,
          detalle: { clase: set.row.clase, intento: run.id, veredicto: estado, origen },
        }),
      )
    },

    /** The portal stands at another stage. Throws INVALID_STATE for one that a person does not tell. */
    moveTo(actor: Actor, camino: CertificacionRow, etapa: EstadoCertificacion): void {
      checkOpen(camino)
      if (camino.alcance !== 'factura' || !canMoveTo(camino.estado, etapa))
        throw new AppError('INVALID_STATE', `De ${camino.estado} no se pasa a mano a ${etapa}`)
      audit(
        actor,
        () => {
          certificaciones.setEstado(camino.id, etapa, at())
          avisos.advanced(camino.id, null)
        },
        () => ({
          accion: 'certificacion.avanzada',
          objeto: camino.id,
          detalle: { de: camino.estado, a: etapa },
        }),
      )
    },

    /**
     * The representative signed the declaration: the road ends. Throws INVALID_STATE before, VALIDATION_ERROR for a day before the road
     * was opened. The resolution may be older: many companies share one.
     */
    authorise(actor: Actor, camino: CertificacionRow, { fecha, resolucion }: Declarada): void {
      checkOpen(camino)
      if (camino.estado !== 'declaracion')
        throw new AppError(
          'INVALID_STATE',
          `La declaración viene al final: la certificación está en ${camino.estado}`,
        )
      const abierta = chileDate(new Date(camino.created_at))
      if (fecha < abierta)
        throw faultsError([
          {
            campo: 'fecha',
            regla: 'orden',
            mensaje: `fecha: la certificación se abrió el ${abierta}, y se declara después`,
          },
        ])
      audit(
        actor,
        () => {
          sql.setDeclarada.run(fecha, resolucion && JSON.stringify(resolucion), at(), camino.id)
          avisos.advanced(camino.id, null)
        },
        () => ({ accion: 'certificacion.autorizada', objeto: camino.id, detalle: { fecha } }),
      )
    },
  }
}

/** A refusal's lines, each with the case that it names and what mends it. */
const razonesOf = (glosa: string) =>
  glosa
    .split(/\r?\n/)
    .map((line) => line.trim())
    .filter(Boolean)
    .map((texto) => ({ caso: caseNamed(texto), texto, remedio: remedyOf(texto) }))
