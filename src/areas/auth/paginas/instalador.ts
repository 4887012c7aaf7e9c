// The page behind the installer link (http §23): the first owner and, if wanted, the first company.

import { html } from '../../../http/docs/html'
import { ALERT, field, page, passwordFields } from './pagina'

/** The installer. */
export const INSTALLER = page(
  'Instalación',
  html`
<noscript><p>Esta página necesita JavaScript. Sin él: timbre usuario crear, en la máquina del servidor.</p></noscript>
<section id="cuenta" hidden>
<h2>1. Su cuenta</h2>
<p>La primera persona de este servidor es su propietaria: administra empresas, llaves y usuarios.</p>
<form id="form-cuenta">
${field({ name: 'nombre', label: 'Nombre', autocomplete: 'name', max: 100 })}
${field({ name: 'email', label: 'Correo', type: 'email', autocomplete: 'username', max: 80 })}
${passwordFields('password')}
${ALERT}
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
${field({ name: 'actividades_economicas', label: 'Código de actividad económica: seis dígitos, como figura en el SII (hasta cuatro, con comas)', max: 40, hint: '475201' })}
${field({ name: 'direccion', label: 'Dirección', autocomplete: 'street-address', max: 70 })}
${field({ name: 'comuna', label: 'Comuna', max: 20 })}
${ALERT}
<div class="botones"><button>Registrar la empresa</button><button type="button" class="otra" id="omitir">Más tarde</button></div>
</form>
</section>`,
)

/** The page of a link that is no longer good; it does not tell why. */
export const GONE = page(
  'Instalación',
  html`
<p>Este enlace no sirve: el servidor ya tiene usuarios, o partió de nuevo y anotó otro enlace en su registro.</p>`,
  false,
)
