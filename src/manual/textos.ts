// The pages as they are written, by name.

import actualizar from './actualizar.md' with { type: 'text' }
import anularOCorregir from './anular-o-corregir.md' with { type: 'text' }
import apiBte from './api-bte.md' with { type: 'text' }
import apiComprasExtranjero from './api-compras-extranjero.md' with { type: 'text' }
import apiMes from './api-mes.md' with { type: 'text' }
import apiPrimeraFactura from './api-primera-factura.md' with { type: 'text' }
import apiRecibidos from './api-recibidos.md' with { type: 'text' }
import asientos from './asientos.md' with { type: 'text' }
import borradores from './borradores.md' with { type: 'text' }
import cambioDeMaquina from './cambio-de-maquina.md' with { type: 'text' }
import catalogo from './catalogo.md' with { type: 'text' }
import cerrarElMes from './cerrar-el-mes.md' with { type: 'text' }
import certificadoVencido from './certificado-vencido.md' with { type: 'text' }
import certificarEmpresa from './certificar-empresa.md' with { type: 'text' }
import codigosDeSalida from './codigos-de-salida.md' with { type: 'text' }
import codigosDelSii from './codigos-del-sii.md' with { type: 'text' }
import comandos from './comandos.md' with { type: 'text' }
import documentosRecibidos from './documentos-recibidos.md' with { type: 'text' }
import emitirFactura from './emitir-factura.md' with { type: 'text' }
import errores from './errores.md' with { type: 'text' }
import facturarTodosLosMeses from './facturar-todos-los-meses.md' with { type: 'text' }
import foliosYCertificado from './folios-y-certificado.md' with { type: 'text' }
import importar from './importar.md' with { type: 'text' }
import instalar from './instalar.md' with { type: 'text' }
import irse from './irse.md' with { type: 'text' }
import type { Pagina } from './paginas'
import plataformas from './plataformas.md' with { type: 'text' }
import proxy from './proxy.md' with { type: 'text' }
import rechazo from './rechazo.md' with { type: 'text' }
import respaldar from './respaldar.md' with { type: 'text' }
import segundoFactor from './segundo-factor.md' with { type: 'text' }
import siiNoResponde from './sii-no-responde.md' with { type: 'text' }
import usuariosYPermisos from './usuarios-y-permisos.md' with { type: 'text' }
import variables from './variables.md' with { type: 'text' }
import variasEmpresas from './varias-empresas.md' with { type: 'text' }
import vigilar from './vigilar.md' with { type: 'text' }

export const TEXTOS: Readonly<Record<Pagina, string>> = {
  'emitir-factura': emitirFactura,
  borradores,
  catalogo,
  'folios-y-certificado': foliosYCertificado,
  rechazo,
  'anular-o-corregir': anularOCorregir,
  'sii-no-responde': siiNoResponde,
  'documentos-recibidos': documentosRecibidos,
  importar,
  'cerrar-el-mes': cerrarElMes,
  asientos,
  'certificar-empresa': certificarEmpresa,
  'certificado-vencido': certificadoVencido,
  'varias-empresas': variasEmpresas,
  'usuarios-y-permisos': usuariosYPermisos,
  'segundo-factor': segundoFactor,
  irse,
  'api-primera-factura': apiPrimeraFactura,
  'api-mes': apiMes,
  'api-recibidos': apiRecibidos,
  'api-bte': apiBte,
  'facturar-todos-los-meses': facturarTodosLosMeses,
  'api-compras-extranjero': apiComprasExtranjero,
  errores,
  'codigos-del-sii': codigosDelSii,
  instalar,
  proxy,
  respaldar,
  'cambio-de-maquina': cambioDeMaquina,
  actualizar,
  vigilar,
  variables,
  comandos,
  'codigos-de-salida': codigosDeSalida,
  plataformas,
}
