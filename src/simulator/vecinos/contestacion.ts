// A neighbour that gets documents of the company by mail answers by mail (simulator §21.4): the receipt of the file at once, and whatever it says
// at the registry once more as a file, so that mail and registry agree.

import { chileTimestamp } from '../../domain/fecha'
import { buzonDe } from '../correo/direcciones'
import { createEstafeta } from '../correo/estafeta'
import { writeMensaje } from '../correo/mensaje'
import { createLibro } from '../libro'
import { findRecibido } from '../reclamo'
import type { Accion } from '../reclamo-codigos'
import type { Pause } from '../recorte'
import { type Sim, simAt } from '../sim'
import { putCarta } from './correspondencia'
import { personaDe } from './firmantes'
import { habitanteOf } from './habitantes'
import { readCarta } from './lectura'
import type { Oficina } from './oficina'
import { type Contestado, writeRecepcion, writeRecibo, writeResultado } from './respuestas'
import { LADO, NOMBRABLES, type Vecindad } from './tipos'

/** The letter of the claiming customer whose digest is none. */
const TORCIDA = 2

/** A document in a letter, and what its receipt said of it. */
export type Leido = Contestado & { estado: number; glosa: string }

export function createContestacion(sim: Sim, oficina: Oficina, pause: Pause) {
  const { vecinos } = sim.sql

  async function answer(
    casa: Vecindad,
    rut: string,
    at: number,
    asunto: string,
    write: (hecha: Parameters<typeof writeRecibo>[2]) => Buffer,
  ): Promise<void> {
    const { dueno, rutEmpresa } = casa
    const vecino = vecinos.find.get(dueno, rutEmpresa, rut)
    if (!vecino?.correo) return
    const [de, para] = [buzonDe(rut), buzonDe(rutEmpresa)]
    const ordinal = vecinos.cartas.get(dueno, de, para)!
    const xml = write({
      ...{ rutResponde: rut, rutRecibe: rutEmpresa, instante: chileTimestamp(new Date(at)) },
      ...{ firmante: await oficina.signerOf(personaDe(rut), at), enLinea: ordinal % 2 === 0 },
      torcida: vecino.temple === 'cliente_reclama' && ordinal === TORCIDA,
    })
    const mensaje = writeMensaje({
      ...{ de: { nombre: habitanteOf(rut)!.razonSocial, direccion: de }, para, asunto, at: new Date(at) },
      texto: `${asunto}\n`,
      adjuntos: [
        {
          nombre: `${asunto.replace(/\W+/g, '_')}.xml`,
          tipo: 'text/xml',
          codificacion: 'base64',
          bytes: xml,
        },
      ],
    })
    putCarta(simAt(sim, at), dueno, de, para, mensaje)
  }

  /** The file that goes with what was said at the registry. */
  async function sayAgain(
    casa: Vecindad,
    rut: string,
    at: number,
    accion: Accion,
    documento: Contestado,
    codigo: number,
  ): Promise<void> {
    const { tipoDte, folio } = documento
    if (!NOMBRABLES.includes(tipoDte)) return
    const named = `documento ${tipoDte} folio ${folio}`
    const { direccion, comuna } = habitanteOf(rut)!
    if (accion === 'ERM')
      return answer(casa, rut, at, `Recibo de mercaderias, ${named}`, (hecha) =>
        writeRecibo(documento, `${direccion}, ${comuna}`, hecha),
      )
    return answer(casa, rut, at, `Resultado comercial, ${named}`, (hecha) =>
      writeResultado(documento, accion === 'ACD' ? 0 : 2, codigo, hecha),
    )
  }

  return {
    /** Reads a letter that came, keeps what it made of it, and answers. */
    async read(casa: Vecindad, rut: string, at: number, carta: number): Promise<void> {
      const { dueno, rutEmpresa } = casa
      const estafeta = createEstafeta(sim)
      if (!estafeta.find(dueno, carta)) return
      const quienes = {
        ...{ rut, rutEmpresa },
        hasFile: (digest: string) => vecinos.leido.file.get(dueno, rutEmpresa, rut, digest) !== undefined,
        hasDocumento: (tipoDte: number, folio: number) =>
          vecinos.leido.documento.get(dueno, rutEmpresa, rut, tipoDte, folio) !== undefined,
      }
      const lectura = await readCarta(estafeta.read(carta), quienes, pause)
      const { clase, estado, digest, documentos } = lectura
      vecinos.leido.insert.run({
        ...{ cartaId: carta, dueno, rutEmpresa, rut, clase, estado, digest },
        documentos: JSON.stringify(documentos),
      })
      if (estado === null) return
      await answer(casa, rut, at, `Recepcion de envio ${carta}`, (hecha) =>
        writeRecepcion({ ...lectura, estado, codigo: carta }, hecha),
      )
      const then = simAt(sim, at)
      for (const one of documentos.filter((documento) => documento.estado === 0)) {
        const { tipoDte, folio } = one
        const clave = { lado: LADO, rutEmisor: rutEmpresa, tipoDte, folio } as const
        const said = findRecibido(then, createLibro(then), clave)?.eventos ?? []
        for (const { codigo, rut: who } of said)
          if (who === rut && ['ERM', 'ACD', 'RCD', 'RFP', 'RFT'].includes(codigo))
            await sayAgain(casa, rut, at, codigo as Accion, one, carta)
      }
    },

    /** After a word at the registry: by mail too, of what came by mail. */
    async confirm(
      casa: Vecindad,
      rut: string,
      at: number,
      accion: Accion,
      { tipoDte, folio }: { tipoDte: number; folio: number },
    ): Promise<void> {
      const row = vecinos.leido.documento.get(casa.dueno, casa.rutEmpresa, rut, tipoDte, folio)
      if (!row) return
      const documentos = JSON.parse(row.documentos) as Leido[]
      const one = documentos.find((documento) => documento.tipoDte === tipoDte && documento.folio === folio)
      await sayAgain(casa, rut, at, accion, one!, row.cartaId)
    },
  }
}
