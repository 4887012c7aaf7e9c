// The page behind the installer link (contract §23): the first owner and, if wanted, the first company, by the public API.
// Self-contained, in Spanish.

import { createHash } from 'node:crypto'
import { type Html, html } from '../../../http/docs/html'
import css from './instalador.css' with { type: 'text' }
import script from './instalador.js' with { type: 'text' }

const sha256 = (text: string): string => `'sha256-${createHash('sha256').update(text).digest('base64')}'`

/** The address holds a secret: no cache keeps it and no other site learns it. */
export const PAGE_HEADERS = {
  'content-type': 'text/html; charset=utf-8',
  'content-security-policy': `default-src 'none'; style-src ${sha256(css)}; script-src ${sha256(script)}; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`,
  'cache-control': 'no-store',
  'referrer-policy': 'no-referrer',
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

const field = ({ name, label, type = 'text', autocomplete = 'off', min, max, hint }: Field): Html => html`
<label>${label}
<input name="${name}" type="${type}" required autocomplete="${autocomplete}" maxlength="${max}"${
  min ? html` minlength="${min}"` : ''
}${hint ? html` placeholder="${hint}"` : ''}>
<span class="falta"></span>
</label>`

const page = (body: Html): string =>
  html`<!doctype html>
<html lang="es">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Instalación · Timbre</title>
<style>${{ html: css }}</style>
</head>
<body>
<main>
<h1>Timbre</h1>
${body}
</main>
</body>
</html>
`.html

/** The installer. */
export const INSTALLER = page(html`
<noscript><p>Esta página necesita JavaScript. Sin él: timbre usuario crear, en la máquina del servidor.</p></noscript>
<section id="cuenta" hidden>
<h2>1. Su cuenta</h2>
<p>La primera persona de este servidor es su propietaria: administra empresas, llaves y usuarios.</p>
<form id="form-cuenta">
${field({ name: 'nombre', label: 'Nombre', autocomplete: 'name', max: 100 })}
${field({ name: 'email', label: 'Correo', type: 'email', autocomplete: 'username', max: 80 })}
${field({ name: 'password', label: 'Contraseña (diez caracteres o más)', type: 'password', autocomplete: 'new-password', min: 10, max: 200 })}
${field({ name: 'repetida', label: 'La contraseña otra vez', type: 'password', autocomplete: 'new-password', max: 200 })}
<span class="falta" role="alert"></span>
<div class="botones"><button>Crear la cuenta</button></div>
</form>
</section>
<section id="empresa" hidden>
<h2>2. Su empresa</h2>
<p>Su cuenta ya existe. La empresa puede registrarla ahora o después; queda en el ambiente de simulación, sin contacto con el SII.</p>
<form id="form-empresa">
${field({ name: 'rut', label: 'RUT', max: 12, hint: '76543210-3' })}
${field({ name: 'razon_social', label: 'Razón social', autocomplete: 'organization', max: 100 })}
${field({ name: 'giro', label: 'Giro', max: 80 })}
${field({ name: 'actividades_economicas', label: 'Código de actividad económica (hasta cuatro, con comas)', max: 40, hint: '475201' })}
${field({ name: 'direccion', label: 'Dirección', autocomplete: 'street-address', max: 70 })}
${field({ name: 'comuna', label: 'Comuna', max: 20 })}
<span class="falta" role="alert"></span>
<div class="botones"><button>Registrar la empresa</button><button type="button" class="otra" id="omitir">Más tarde</button></div>
</form>
</section>
<section id="listo" hidden>
<h2>Listo</h2>
<p id="hecha"></p>
<p>Este enlace ya no sirve. Sigue en <a href="/docs">la documentación de la API</a>: certificado, folios y primera emisión.</p>
</section>
<script type="module">${{ html: script }}</script>`)

/** What a link that is not good any more opens; it does not tell why. */
export const GONE = page(html`
<p>Este enlace no sirve: el servidor ya tiene usuarios, o partió de nuevo y anotó otro enlace en su registro.</p>`)
