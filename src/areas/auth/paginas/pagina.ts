// The shared parts of pages without a session: one frame, one style, fields with a place for their fault.
// Self-contained, in Spanish, over the public API.

import { createHash } from 'node:crypto'
import { type Html, html } from '../../../http/docs/html'
import script from './formularios.js' with { type: 'text' }
import css from './paginas.css' with { type: 'text' }

const sha256 = (text: string): string => `'sha256-${createHash('sha256').update(text).digest('base64')}'`

/** The address holds a secret: no cache keeps it and no other site learns it. */
export const PAGE_HEADERS = {
  'content-type': 'text/html; charset=utf-8',
  'content-security-policy': `default-src 'none'; style-src ${sha256(css)}; script-src ${sha256(script)}; connect-src 'self'; img-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`,
  'cache-control': 'no-store',
  'referrer-policy': 'no-referrer',
  'x-robots-tag': 'noindex, nofollow',
  'x-content-type-options': 'nosniff',
}

interface Field {
  name: string
  label: string
  type?: 'text' | 'email' | 'password'
  autocomplete?: string
  min?: number
  max: number
  hint?: string
}

export const field = ({
  name,
  label,
  type = 'text',
  autocomplete = 'off',
  min,
  max,
  hint,
}: Field): Html => html`
<label>${label}
<input name="${name}" type="${type}" required autocomplete="${autocomplete}" maxlength="${max}"${
  min ? html` minlength="${min}"` : ''
}${hint ? html` placeholder="${hint}"` : ''}>
<span class="falta"></span>
</label>`

/** A new password, twice. */
export const passwordFields = (name: string): Html => html`
${field({ name, label: 'Contraseña (diez caracteres o más)', type: 'password', autocomplete: 'new-password', min: 10, max: 200 })}
${field({ name: 'repetida', label: 'La contraseña otra vez', type: 'password', autocomplete: 'new-password', max: 200 })}`

/** Where a fault goes that belongs to no field. */
export const ALERT: Html = html`<span class="falta" role="alert"></span>`

const SCRIPT: Html = html`
<script type="module">${{ html: script }}</script>`

/** A page; one without forms runs nothing. */
export const page = (title: string, body: Html, forms = true): string =>
  html`<!doctype html>
<html lang="es">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex, nofollow">
<title>${title} · Timbre</title>
<style>${{ html: css }}</style>
</head>
<body>
<main>
<h1>Timbre</h1>
${body}${forms && SCRIPT}
</main>
</body>
</html>
`.html
