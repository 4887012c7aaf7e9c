// The palette's words for screens, beside their names. Of its script alone: the first page carries the table
// of routes.

import { shortName } from '../ui/tipo'

/** Other words that a screen is found by, or a page of the server: by path, none with parameters. */
export const PALABRAS: Readonly<Record<string, string>> = {
  '/': 'inicio ventas hoy mes atención',
  '/documentos': 'facturas boletas notas guías emitidos ventas',
  '/emitir/lote': 'csv planilla',
  '/guias': 'despacho',
  '/clientes': 'receptores compradores libro importar facturado',
  '/trabajos': 'emisiones detenidos cola programados reintentar',
  '/borradores': 'sin emitir guardados compartidos por aprobar duplicados',
  '/recurrentes':
    'recurrentes mensual todos los meses repetir contrato cuotas suscripción arriendo detenidas',
  '/catalogo': 'productos servicios precios códigos artículos uf',
  '/recibidos': 'proveedores compras xml correo intercambio facturas recibidas cesiones',
  '/recibidos/respuestas': 'intercambio recepción resultado recibo mercaderías ley 19983 clientes',
  '/buzon': 'casilla imap mail intercambio mensajes leer',
  '/por-aceptar': 'acuse aceptar reclamar recibidos plazo ocho días recibo mercaderías',
  '/registro': 'rcv compras ventas importar iva f29 cuadratura contador',
  '/honorarios': 'boletas de terceros bte retención personas servicios pagos',
  '/libros': 'contador mes csv zip ventas compras guías',
  '/compras-internacionales': 'extranjero factura compra invoice dólar proveedor 46 retención',
  '/compras-internacionales/tarjetas': 'tarjeta crédito movimientos cartola visa',
  '/compras-internacionales/tipos-cambio': 'dólar observado euro moneda',
  '/llaves': 'api keys claves integración',
  '/webhooks': 'eventos avisos entregas integración',
  '/simulador': 'reloj fallas receptores libro acuse',
  '/empresas': 'ambiente producción resolución giro',
  '/usuarios': 'personas roles permisos invitar',
  '/plantillas': 'papel formato pdf logo imprimir diseño',
  '/plantillas/nueva': 'crear papel',
  '/plan': 'cuota pagos cobros suscripción',
  '/auditoria': 'registro cambios quién',
  '/respaldos': 'copias servidor ensayo restaurar',
  '/cuenta': 'exportar copia mudanza irse mudar servidor',
  '/yo': 'contraseña sesiones tema',
  '/folios': 'caf pedir rangos huecos',
  '/certificado': 'firma digital pfx vencimiento',
  '/certificacion': 'set de pruebas certificar postular ambiente autorizar ensayo',
  '/acceso-sii': 'clave tributaria portal ingreso sesión bloqueo desbloquear',
  '/operaciones': 'trabajos en curso detenidas reintentar descartar sincronizar',
  '/consultas': 'contribuyente situación tributaria rut captcha giro',
  '/rcof': 'consumo de folios boletas rvd informe diario',
  '/programacion': 'tareas automáticas horario reloj diario solo',
  '/empezar': 'primeros pasos inicio configurar',
  '/docs': 'documentación referencia integración',
}

interface Atajo {
  nombre: string
  /** Within the company. */
  href: string
  palabras: string
}

/** Other offers, by the screen whose permission they take: of emission, most used first. */
export const ATAJOS: Readonly<Record<string, readonly Atajo[]>> = {
  '/emitir': [33, 39, 61, 34, 52, 41, 56, 46, 110, 43, 112, 111].map((tipo) => ({
    nombre: `Emitir ${shortName(tipo).toLowerCase()}`,
    href: `/emitir/${tipo}`,
    palabras: `nueva crear dte ${tipo}`,
  })),
}
