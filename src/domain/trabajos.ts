// The operations at the SII that run as jobs, each once something runs it (jobs §6).

/** The work of each kind, for readers of a list. */
export const TRABAJOS = {
  'acuse.refrescar': 'pregunta qué dijeron los receptores de lo emitido a crédito',
  'acuse.registrar': 'registra aceptaciones y reclamos de documentos recibidos',
  'bte.anular': 'anula una boleta de terceros en el SII',
  'bte.emitir': 'emite una boleta de terceros en el SII',
  'bte.sincronizar': 'lee del SII las boletas de terceros de un mes',
  'clientes.importar': 'importa clientes de un archivo, del registro de ventas o de lo emitido',
  'buzon.leer': 'lee el buzón de correo de la empresa',
  'compra_int.extraer': 'lee el archivo de una compra internacional o de un estado de cuenta',
  'folios.anular': 'anula folios en el SII',
  'folios.reobtener': 'descarga otra vez un rango de folios que el SII otorgó',
  'folios.solicitar': 'pide folios al SII',
  'historia.importar': 'importa los documentos que emitió otro sistema',
  'intercambio.responder': 'firma y manda por correo una respuesta a un documento recibido',
  'rcof.enviar': 'envía el consumo de folios de un día',
  'rcof.veredicto': 'pregunta al SII por un consumo de folios que recibió',
  'rcv.sincronizar': 'trae del SII el registro de compras y ventas de un mes',
} as const satisfies Readonly<Record<string, string>>

export type TipoTrabajo = keyof typeof TRABAJOS

/** Those that go to the SII's portal: each for some person, who waits for its page or its pace. */
export const TRABAJOS_PORTAL: readonly TipoTrabajo[] = [
  'bte.anular',
  'bte.emitir',
  'bte.sincronizar',
  'folios.anular',
  'folios.reobtener',
  'folios.solicitar',
  'rcv.sincronizar',
]
