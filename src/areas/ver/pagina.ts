// The public page of a document: in Spanish, with nothing from outside and nothing to run.

import { createHash } from 'node:crypto'
import type { Dte } from '../../domain/dte/dte'
import { tipoDocumento } from '../../domain/dte/tipos'
import { formatRut, RUT_CONSUMIDOR_FINAL } from '../../domain/rut'
import { type Html, html } from '../../http/docs/html'
import { formatFecha, totalEscrito } from '../../pdf'
import type { DocumentoRow } from '../dte'
import type { EstadoPublico } from './estado'
import css from './ver.css' with { type: 'text' }

/** For every answer under an address that is a secret: it is nobody else's to keep, index or be told of. */
export const RESERVADO = {
  'cache-control': 'private, no-cache',
  'x-robots-tag': 'noindex, nofollow, noarchive',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
}

const styleHash = createHash('sha256').update(css).digest('base64')

export const PAGINA_HEADERS = {
  ...RESERVADO,
  'content-type': 'text/html; charset=utf-8',
  'content-security-policy': `default-src 'none'; img-src 'self'; style-src 'sha256-${styleHash}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`,
}

const frame = (title: string, body: Html): string =>
  html`<!doctype html>
<html lang="es">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex, nofollow">
<title>${title}</title>
<style>${{ html: css }}</style>
</head>
<body>
<main>
${body}
</main>
</body>
</html>
`.html

/** The page that every address gets behind which there is nothing to see. */
export const paginaInexistente = (): string =>
  frame(
    'No existe',
    html`<h1>Este documento no existe</h1>
<p>La dirección está incompleta o ya no sirve. Pida al emisor que le envíe el documento otra vez.</p>`,
  )

const AMBIENTE = { simulacion: 'simulación', certificacion: 'certificación', produccion: 'producción' }

/** The page of a document. `link` is its own address. */
export function paginaDocumento(row: DocumentoRow, dte: Dte, estado: EstadoPublico, link: string): string {
  const que = `${tipoDocumento(row.tipo_dte).nombre} N° ${row.folio}`
  const { emisor, receptor } = dte
  const anonimo = row.rut_receptor === RUT_CONSUMIDOR_FINAL
  return frame(
    `${que} · ${emisor.razonSocial}`,
    html`<h1>${que}</h1>
${row.ambiente !== 'produccion' && html`<p class="prueba">Documento de prueba, sin validez tributaria (ambiente de ${AMBIENTE[row.ambiente]}).</p>`}
<div class="estado ${estado.tono}"><strong>${estado.titulo}</strong>${estado.texto}</div>
<dl>
<dt>Emisor</dt><dd>${emisor.razonSocial}<br>RUT ${formatRut(emisor.rut)}</dd>
<dt>Receptor</dt><dd>${receptor.razonSocial ?? (anonimo ? 'Consumidor final' : '')}${!anonimo && html`<br>RUT ${formatRut(receptor.rut)}`}</dd>
<dt>Fecha</dt><dd>${formatFecha(row.fecha_emision)}</dd>
<dt>Total</dt><dd class="total">${totalEscrito(dte)}</dd>
</dl>
<p class="botones"><a href="${link}/pdf">Ver PDF</a><a href="${link}/xml">Descargar XML</a></p>
<p><small>El XML es el documento tal como se firmó. En sii.cl puede consultar si el SII lo tiene.</small></p>`,
  )
}
