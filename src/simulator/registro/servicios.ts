// Where the register's applications live at the portal (simulator §12.3).

import { facade } from '../portal/facade'
import type { ServicioPortal } from '../portal/servicio'
import { METODOS_BOLETAS, METODOS_TIPO_COMPRA } from './complementos'
import { METODOS_CONSULTA } from './consemitidos'
import { methodsOf } from './consulta'
import { downloadBlob } from './diferido'
import { METODOS_RCV } from './rcv'

const AJENA = 'El usuario no está autorizado para la empresa consultada'
const DATA = 'services/data'
const COMPLEMENTOS = 'cl.sii.sdi.lob.diii.dcv.data'

const rcv = {
  app: 'consdcvinternetui',
  namespace: 'cl.sii.sdi.lob.diii.consdcv.data.api.interfaces.FacadeService',
  metodos: methodsOf(METODOS_RCV, AJENA),
}

export const SERVICIOS_REGISTRO: readonly ServicioPortal[] = [
  facade({ ...rcv, nombres: 'getCtrlAsync', servicio: 'rcv_diferido' }),
  {
    hosts: ['www4', 'www4c'],
    path: /^\/consdcvinternetui\/services\/data\/facadeService\/obtenerArchivoBLOB\/(\w+)\/([\dkK-]+)\/([\dkK-]+)\/(\d+)$/,
    servicio: 'rcv_diferido',
    tipo: 'facade',
    answer: downloadBlob,
  },
  facade({ ...rcv, servicio: 'rcv' }),
  facade({
    app: 'complementoscvui',
    ruta: `${DATA}/facadeServiceBoletasDiarias`,
    namespace: `${COMPLEMENTOS}.impl.boletasdiarias.FacadeSettingApplicationService`,
    servicio: 'rcv',
    metodos: methodsOf(METODOS_BOLETAS, AJENA),
  }),
  facade({
    app: 'complementoscvui',
    ruta: `${DATA}/facadeServiceCompCompraService`,
    namespace: `${COMPLEMENTOS}.api.interfaces.compcompra.FacadeServiceCompCompra`,
    servicio: 'rcv',
    metodos: methodsOf(METODOS_TIPO_COMPRA, AJENA),
  }),
  facade({
    app: 'consemitidosinternetui',
    namespace: 'cl.sii.sdi.lob.diii.consemitidos.data.api.interfaces.FacadeService',
    servicio: 'consulta_dte_portal',
    metodos: methodsOf(METODOS_CONSULTA, 'No autorizado'),
  }),
]
