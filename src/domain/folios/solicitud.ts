// The way of a request for folios at the SII (areas/folios §1).

/** Each is written before the page that it stands for. */
export const PASOS_SOLICITUD = {
  pedida: 'nada se ha confirmado en el SII',
  confirmada: 'se confirma la cantidad',
  otorgada: 'el SII puede haber otorgado el rango: desde aquí sólo se descarga, no se pide otro',
  descargada: 'el rango está otorgado y se descarga su archivo',
  cargada: 'el archivo está cargado',
} as const satisfies Readonly<Record<string, string>>

export type PasoSolicitud = keyof typeof PASOS_SOLICITUD
