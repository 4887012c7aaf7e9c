// The parts of the API as the document shows them, each with what it is for.

/** The description of each part of the API. */
export const TAGS = {
  Autenticacion: 'Entrar, salir y recuperar la contraseña.',
  Cuenta: 'La cuenta, su plan y lo que usa de él.',
  Usuarios: 'Las personas de la cuenta, sus roles y permisos.',
  Empresa: 'Las empresas que emiten y su certificado digital.',
  Firma: 'Todas las empresas de la cuenta de una vez: qué espera hoy a una persona.',
  'API Keys': 'Las llaves con que entran los programas.',
  Folios: 'Los folios que el SII autoriza: cargarlos, pedirlos y saber cuántos quedan.',
  DTE: 'Emitir documentos, seguir su emisión y bajar sus archivos.',
  'Guías de despacho': 'Las guías: facturarlas juntas y anularlas.',
  Documentos: 'Lo emitido: buscarlo y verlo entero.',
  Historia: 'Lo que emitió otro sistema: traerlo y resolver sus dudas.',
  RCV: 'El registro de compras y ventas que lleva el SII: importarlo, leerlo y comparar.',
  Libros: 'Los libros del mes para planillas: ventas, compras y guías.',
  Acuse: 'Aceptar o reclamar ante el SII lo que se compró.',
  Recibidos: 'Los documentos que llegaron por correo o archivo, y lo que se contesta.',
  Certificación:
    'El camino de la empresa hasta que el SII la autoriza: sets de pruebas, envíos, libros y qué falta.',
  RCOF: 'El reporte diario de consumo de folios de boletas.',
  'Boletas de terceros': 'Las boletas de honorarios que la empresa emite por otro.',
  Clientes: 'A quién se vende: la libreta de la empresa.',
  Borradores: 'Documentos por emitir que ven todos los de la empresa, y duplicar uno emitido en un paso.',
  Recurrentes:
    'Series que emiten, o escriben borradores, en las fechas de una regla: contratos, mensualidades, arriendos.',
  Catálogo: 'Qué se vende: los productos de la empresa, por código.',
  'Compras internacionales': 'Las compras a proveedores del exterior y su factura de compra.',
  'Valores por día': 'Lo que vale cada día una moneda, la UF y la UTM, y los feriados.',
  'Consulta pública': 'Ver un documento sin credencial, con la dirección que la empresa entrega.',
  Consultas: 'Preguntar al SII por lo emitido.',
  'Plantilla PDF': 'Cómo se ve el papel.',
  Webhooks: 'Avisos de eventos a una URL, firmados y con reintentos.',
  Eventos: 'Los mismos eventos en vivo, para paneles.',
  Billing: 'La suscripción y sus pagos.',
  Simulador: 'El SII simulado: sus certificados, folios, fallas y reloj.',
  Sistema: 'El servidor: si vive, qué trae y cómo se usa.',
} as const
