// How each supplier's program writes its letters (simulator §21.6): what real ones do, none of it wrong.

import { splitRut } from '../../domain/rut'
import type { Adjunto, Mensaje } from '../correo/mensaje'
import { habitanteOf } from './habitantes'
import { writeHoja } from './hoja'

/** A document in a letter. */
export interface Enviado {
  tipoDte: number
  folio: number
}

interface Estilo {
  asunto(d: Enviado): string
  /** The name of the file. */
  nombre(d: Enviado): string
  tipo: string
  codificacion: Adjunto['codificacion']
  /** A page beside the text. */
  html: boolean
  /** A sheet beside the file. */
  pdf: boolean
}

const LLANO: Estilo = {
  asunto: ({ folio }) => `Documento electronico ${folio}`,
  nombre: ({ tipoDte, folio }) => `F${folio}T${tipoDte}.xml`,
  tipo: 'application/xml',
  codificacion: 'base64',
  html: false,
  pdf: false,
}

const ESTILOS: Readonly<Record<string, Estilo>> = {
  '90000012-K': {
    ...{
      asunto: ({ tipoDte, folio }) => `[DTE] ${tipoDte} N°${folio} – Aceros del Maule S.A.`,
      tipo: 'text/xml',
    },
    ...{ nombre: ({ tipoDte, folio }) => `DTE_90000012_${tipoDte}_${folio}.xml` },
    ...{ codificacion: 'base64', html: true, pdf: true },
  },
  '90000013-8': {
    ...{
      asunto: ({ folio }) => `Envío de factura electrónica Nº ${folio}`,
      tipo: 'application/octet-stream',
    },
    ...{ nombre: ({ folio }) => `Facturación “Lircay” Nº ${folio}.XML` },
    ...{ codificacion: 'base64', html: true, pdf: false },
  },
  '90000015-4': {
    ...LLANO,
    ...{ asunto: () => 'EnvioDTE', nombre: () => 'envio.xml', tipo: 'text/xml', codificacion: '8bit' },
  },
  '90000016-2': {
    ...{ asunto: ({ folio }) => `Papelera Vilches: documento ${folio}`, tipo: 'application/octet-stream' },
    ...{ nombre: ({ tipoDte, folio }) => `${tipoDte}-${folio}.dte.xml` },
    ...{ codificacion: 'quoted-printable', html: false, pdf: true },
  },
  '90000017-0': {
    ...LLANO,
    ...{ asunto: ({ folio }) => `Quilvo envía su factura ${folio}`, html: true, pdf: true },
  },
}

/** The letter of a supplier with its file in it, before the post office has it. */
export function cartaOf(
  rut: string,
  enviado: Enviado,
  { para, at, xml, total }: { para: string; at: Date; xml: Buffer; total: string },
): Mensaje {
  const { asunto, nombre, tipo, codificacion, html, pdf } = ESTILOS[rut] ?? LLANO
  const { razonSocial, giro } = habitanteOf(rut)!
  const { tipoDte, folio } = enviado
  const lines = [razonSocial, giro, `Documento ${tipoDte} folio ${folio}`, `Total $ ${total}`]
  const sheet: Adjunto = {
    ...{ nombre: `${nombre(enviado).replace(/\.xml$/i, '')}.pdf`, tipo: 'application/pdf' },
    ...{ codificacion: 'base64', bytes: writeHoja(lines) },
  }
  return {
    de: { nombre: razonSocial, direccion: `${rut.toLowerCase()}@simulador.invalid` },
    ...{ para, at, asunto: asunto(enviado) },
    texto: `Estimados:\n\nAdjuntamos nuestro documento ${tipoDte}, folio ${folio}.\n\n${razonSocial}\n`,
    html: html
      ? `<html><body><p>Estimados:</p><p>Adjuntamos nuestro documento <b>${tipoDte}</b>, folio <b>${folio}</b>.</p><p style="color:#888">${razonSocial} · RUT ${splitRut(rut).numero}</p></body></html>`
      : null,
    adjuntos: [{ nombre: nombre(enviado), tipo, codificacion, bytes: xml }, ...(pdf ? [sheet] : [])],
  }
}
