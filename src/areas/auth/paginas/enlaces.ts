// The pages behind the links of invitations and of passwords to set anew (http §14). They are the same for everybody: the
// token stands behind the # of the link and never reaches the server with the page's address.

import { type Html, html } from '../../../http/docs/html'
import { ALERT, field, page, passwordFields } from './pagina'

interface Enlace {
  titulo: string
  texto: string
  sinScript: string
  /** The route of the API that takes the token, and its field for the new password. */
  ruta: string
  clave: string
  campos?: Html
  boton: string
  listo: Html
  askAnother: string
}

const enlacePage = ({
  titulo,
  texto,
  sinScript,
  ruta,
  clave,
  campos,
  boton,
  listo,
  askAnother,
}: Enlace): string =>
  page(
    titulo,
    html`
<noscript><p>Esta página necesita JavaScript. ${sinScript}</p></noscript>
<section id="formulario" hidden>
<h2>${titulo}</h2>
<p>${texto}</p>
<form id="form-enlace" data-ruta="${ruta}" data-clave="${clave}">
${field({ name: 'token', label: 'Código que recibió', max: 200 })}
${campos}${passwordFields(clave)}
${ALERT}
<div class="botones"><button>${boton}</button></div>
</form>
</section>
<section id="no-sirve" hidden>
<h2 tabindex="-1">Este enlace no sirve</h2>
<p id="motivo" role="alert"></p>
<p>${askAnother}</p>
</section>
<section id="listo" hidden>
<h2 tabindex="-1">Listo</h2>
${listo}
</section>`,
  )

export const INVITACION = enlacePage({
  titulo: 'Aceptar la invitación',
  texto: 'Con su nombre y una contraseña su usuario queda creado. El correo es aquel al que le invitaron.',
  sinScript: 'Sin él: POST /auth/invite/accept con el código que sigue a #token= en el enlace.',
  ruta: '/auth/invite/accept',
  clave: 'password',
  campos: field({ name: 'nombre', label: 'Nombre', autocomplete: 'name', max: 100 }),
  boton: 'Crear mi usuario',
  listo: html`<p>Su usuario ya existe y el enlace ya no sirve. Siga en <a href="/app/">el panel</a>, con su correo y su contraseña.</p>`,
  askAnother: 'Si la necesita, pida una invitación nueva a quien administra la cuenta.',
})

export const RESTABLECER = enlacePage({
  titulo: 'Poner una contraseña nueva',
  texto: 'Al cambiarla se cierran todas sus sesiones.',
  sinScript: 'Sin él: POST /auth/password/restablecer con el código que sigue a #token= en el enlace.',
  ruta: '/auth/password/restablecer',
  clave: 'nueva',
  boton: 'Cambiar la contraseña',
  listo: html`<p>Su contraseña cambió y el enlace ya no sirve. <a href="/app/entrar">Inicie sesión</a> con ella.</p>`,
  askAnother: 'Pida otro enlace como pidió éste, o a quien administra el servidor.',
})
