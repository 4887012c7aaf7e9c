// Plays the agenda of every neighbourhood (simulator §21.3): each act at its own time, whenever the clock is looked at, through the same door
// and by the same rules as everybody.

import { chileDate } from '../../domain/fecha'
import { annulBte, estadoOf, issueBte } from '../bte/bte'
import { tasaOf, withheld } from '../bte/tasa'
import { reviewAvance } from '../certificacion/revision'
import { mailResultado, mailResultadoRcof } from '../correo/avisos'
import { createLibro } from '../libro'
import type { Vida } from '../proceso'
import { type Clave, registerEvento } from '../reclamo'
import type { Accion, CodResp } from '../reclamo-codigos'
import type { Pause } from '../recorte'
import { type Sim, simAt } from '../sim'
import { type Acto, planActos, readActo } from './actos'
import { createContestacion } from './contestacion'
import { mailDelay, mailDocumento } from './despacho'
import { CONTADORA } from './firmantes'
import { habitanteOf } from './habitantes'
import { draftNota } from './nota'
import type { Entregado, Oficina } from './oficina'
import { planSemana } from './plan'
import { askCedibles } from './tenedor'
import { BOLETA, FACTURA, GUIA, LADO, NOTA_CREDITO, type Vecindad } from './tipos'

/** The life of all neighbourhoods of a simulator. */
export function createVida(sim: Sim, oficina: Oficina, pause: Pause): Vida {
  const { vecinos, registro } = sim.sql

  const contestacion = createContestacion(sim, oficina, pause)

  function registerAs(at: number, clave: Clave, accion: Accion, rut: string): CodResp {
    const then = simAt(sim, at)
    return registerEvento(then, createLibro(then), clave, accion, rut)
  }

  const newest = ({ dueno, rutEmpresa }: Vecindad, rut: string, limit: number) =>
    vecinos.facturas.all(dueno, rutEmpresa, rut, limit)

  async function play(casa: Vecindad, acto: Acto): Promise<void> {
    const { rut, at } = acto
    const { dueno, rutEmpresa } = casa
    const fecha = chileDate(new Date(at))
    const sale = { ...casa, rutEmisor: rut, rutReceptor: rutEmpresa, at }
    const own = { ...casa, rutEmisor: rutEmpresa, rutReceptor: rut, at }
    /** A supplier mails its issued document once the SII has judged it, if it writes letters at all. */
    const mail = ({ trackId, documentos }: Entregado, tipoDte: number): void => {
      if (trackId === null || !vecinos.find.get(dueno, rutEmpresa, rut)?.correo) return
      const { folio } = documentos[0]!
      planActos(sim, casa, [{ acto: 'manda', rut, at: at + mailDelay(sim), datos: { tipoDte, folio } }])
    }
    const [factura] = acto.acto === 'acusa' || acto.acto === 'excluye' ? newest(casa, rut, 1) : []
    switch (acto.acto) {
      case 'emite': {
        const { formaPago, lineas, guia } = acto.datos
        const tipoDte = guia ? GUIA : FACTURA
        const documentos = [{ fecha, formaPago: guia ? null : formaPago, lineas, referencias: [] }]
        mail(await oficina.hand({ ...sale, tipoDte, documentos }), tipoDte)
        return
      }
      case 'anota': {
        const { clase, sobre, folio } = acto.datos
        const named = folio === undefined ? null : vecinos.factura.get(dueno, rutEmpresa, rut, folio)
        const facturas = folio === undefined ? newest(casa, rut, sobre) : named ? [named] : []
        if (facturas.length === 0) return
        const documentos = [draftNota(clase, facturas, fecha)]
        mail(await oficina.hand({ ...sale, tipoDte: NOTA_CREDITO, documentos }), NOTA_CREDITO)
        return
      }
      case 'vende': {
        const { lineas } = acto.datos
        await oficina.hand({
          ...own,
          tipoDte: FACTURA,
          documentos: [{ fecha, formaPago: 2, lineas, referencias: [] }],
        })
        return
      }
      case 'boletas': {
        const documentos = acto.datos.totales.map((precio) => ({
          fecha,
          formaPago: null,
          lineas: [{ nombre: 'Venta en mesón', cantidad: 1, precio, exento: false }],
          referencias: [],
        }))
        await oficina.hand({ ...own, tipoDte: BOLETA, documentos })
        return
      }
      case 'acusa':
        if (factura)
          registerAs(
            at,
            { lado: LADO, rutEmisor: rut, tipoDte: FACTURA, folio: factura.folio },
            acto.datos.accion,
            rutEmpresa,
          )
        return
      case 'excluye': {
        const row =
          factura &&
          registro.find.get({
            ...{
              rut: rutEmpresa,
              lado: LADO,
              dueno,
              operacion: 'COMPRA',
              contraparte: rut,
              tipoDte: FACTURA,
            },
            folio: factura.folio,
          })
        if (row) registro.change.run(7, row.tipoTransaccion, at, row.id)
        return
      }
      case 'responde': {
        const { tipoDte, folio, accion } = acto.datos
        const clave = { lado: LADO, rutEmisor: rutEmpresa, tipoDte, folio } as const
        if (registerAs(at, clave, accion, rut) === 0) await contestacion.confirm(casa, rut, at, accion, clave)
        return
      }
      case 'honorario': {
        const { descripcion, monto } = acto.datos
        const { razonSocial: nombre, direccion, comuna } = habitanteOf(rut)!
        issueBte(simAt(sim, at), {
          ...{
            rut: rutEmpresa,
            dueno,
            persona: rutEmpresa,
            fecha,
            beneficiario: rut,
            nombre,
            direccion,
            comuna,
          },
          ...{ lineas: [[descripcion, monto]], bruto: monto, retencion: withheld(monto, tasaOf(fecha, rut)) },
        })
        return
      }
      case 'anula_bte': {
        const boleta = sim.sql.bte.newest.get(rutEmpresa, dueno, rut)
        if (boleta && estadoOf(boleta) === 'vigente') annulBte(simAt(sim, at), boleta, acto.datos.causa)
        return
      }
      case 'manda':
        return mailDocumento(sim, oficina, casa, rut, at, acto.datos)
      case 'lee':
        return contestacion.read(casa, rut, at, acto.datos.carta)
      case 'pregunta':
        askCedibles(sim, casa, rut, at)
        return
      case 'avisa':
        mailResultadoRcof(simAt(sim, at), acto.datos.trackId)
        return
      case 'revisa':
        reviewAvance(simAt(sim, at), acto.datos.avance)
        return
      case 'semana':
        planActos(sim, casa, planSemana(rutEmpresa, at, acto.datos, vecinos.list.all(dueno, rutEmpresa)))
    }
  }

  return {
    nextDue() {
      const row = vecinos.agenda.nextDue.get(sim.now().getTime())
      if (!row) return null
      return {
        at: row.at,
        async play() {
          // Gone before it is played: what dies half-way is not done twice.
          vecinos.agenda.end.run(row.id)
          try {
            await play(row, readActo(row))
          } catch (fault) {
            if (!sim.db.open) return
            sim.log('simulator could not play what a neighbour was to do', {
              acto: row.acto,
              fault: String(fault),
            })
          }
        },
      }
    },
    first: () => vecinos.agenda.first.get() ?? null,
    ended({ trackId, servicio, rutEnvia }, at) {
      // Nobody reads the results of what the neighbours' office handed in.
      if (servicio === 'dte' && rutEnvia !== CONTADORA) mailResultado(simAt(sim, at), trackId)
    },
  }
}
