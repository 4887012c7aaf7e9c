// The table of contents of the manual: its parts, and the pages of each by the name that they have in addresses. Data alone, because the
// dashboard knows its targets by the type of it.

export const PARTES = [
  {
    nombre: 'Emitir',
    paginas: [
      'emitir-factura',
      'borradores',
      'catalogo',
      'folios-y-certificado',
      'rechazo',
      'anular-o-corregir',
      'sii-no-responde',
    ],
  },
  {
    nombre: 'Compras y cierre del mes',
    paginas: ['documentos-recibidos', 'importar', 'cerrar-el-mes', 'asientos'],
  },
  {
    nombre: 'La cuenta',
    paginas: [
      'certificar-empresa',
      'certificado-vencido',
      'varias-empresas',
      'usuarios-y-permisos',
      'segundo-factor',
      'irse',
    ],
  },
  {
    nombre: 'Por la API',
    paginas: [
      'api-primera-factura',
      'api-mes',
      'facturar-todos-los-meses',
      'api-recibidos',
      'api-bte',
      'api-compras-extranjero',
      'errores',
      'codigos-del-sii',
    ],
  },
  {
    nombre: 'Operar el servidor',
    paginas: [
      'instalar',
      'proxy',
      'respaldar',
      'cambio-de-maquina',
      'actualizar',
      'vigilar',
      'variables',
      'comandos',
      'codigos-de-salida',
      'plataformas',
    ],
  },
] as const

export type Pagina = (typeof PARTES)[number]['paginas'][number]
