// The pages as they are written, by name.

import apiPrimeraFactura from './api-primera-factura.md' with { type: 'text' }
import codigosDeSalida from './codigos-de-salida.md' with { type: 'text' }
import codigosDelSii from './codigos-del-sii.md' with { type: 'text' }
import comandos from './comandos.md' with { type: 'text' }
import emitirFactura from './emitir-factura.md' with { type: 'text' }
import errores from './errores.md' with { type: 'text' }
import foliosYCertificado from './folios-y-certificado.md' with { type: 'text' }
import type { Pagina } from './paginas'
import rechazo from './rechazo.md' with { type: 'text' }
import segundoFactor from './segundo-factor.md' with { type: 'text' }
import variables from './variables.md' with { type: 'text' }

export const TEXTOS: Readonly<Record<Pagina, string>> = {
  'emitir-factura': emitirFactura,
  'folios-y-certificado': foliosYCertificado,
  rechazo,
  'segundo-factor': segundoFactor,
  'api-primera-factura': apiPrimeraFactura,
  errores,
  'codigos-del-sii': codigosDelSii,
  variables,
  comandos,
  'codigos-de-salida': codigosDeSalida,
}
