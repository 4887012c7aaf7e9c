// Plays the agenda of every neighbourhood (simulator §21.3): each act at its own time, whenever the clock is looked at, through the same door
// and by the same rules as everybody.

import { chileDate } from '../../domain/fecha'
import { createLibro } from '../libro'
import type { Vida } from '../proceso'
import { type Clave, registerEvento } from '../reclamo'
import type { Accion } from '../reclamo-codigos'
import { type Sim, simAt } from '../sim'
import { type Acto, planActos, readActo } from './actos'
import { draftNota } from './nota'
import { LADO, type Oficina, type Vecindad } from './oficina'
import { planSemana } from './plan'
import { BOLETA, FACTURA, NOTA_CREDITO } from './tipos'

/** The life of all neighbourhoods of a simulator. */
export function createVida(sim: Sim, oficina: Oficina): Vida {
  const { vecinos, registro } = sim.sql

  function say(at: number, clave: Clave, accion: Accion, rut: string): void {
    const then = simAt(sim, at)
    registerEvento(then, createLibro(then), clave, accion, rut)
  }

  const newest = ({ dueno, rutEmpresa }: Vecindad, rut: string, limit: number) =>
    vecinos.facturas.all(dueno, rutEmpresa, rut, limit)

  async function play(casa: Vecindad, acto: Acto): Promise<void> {
    const { rut, at } = acto
    const { dueno, rutEmpresa } = casa
    const fecha = chileDate(new Date(at))
    const sale = { ...casa, rutEmisor: rut, rutReceptor: rutEmpresa, at }
    const own = { ...casa, rutEmisor: rutEmpresa, rutReceptor: rut, at }
    const [factura] = acto.acto === 'acusa' || acto.acto === 'excluye' ? newest(casa, rut, 1) : []
    switch (acto.acto) {
      case 'emite': {
        const { formaPago, lineas } = acto.datos
        await oficina.hand({
          ...sale,
          tipoDte: FACTURA,
          documentos: [{ fecha, formaPago, lineas, referencias: [] }],
        })
        return
      }
      case 'anota': {
        const { clase, sobre, folio } = acto.datos
        const named = folio === undefined ? null : vecinos.factura.get(dueno, rutEmpresa, rut, folio)
        const facturas = folio === undefined ? newest(casa, rut, sobre) : named ? [named] : []
        if (facturas.length === 0) return
        await oficina.hand({
          ...sale,
          tipoDte: NOTA_CREDITO,
          documentos: [draftNota(clase, facturas, fecha)],
        })
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
          say(
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
        say(at, { lado: LADO, rutEmisor: rutEmpresa, tipoDte, folio }, accion, rut)
        return
      }
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
  }
}
