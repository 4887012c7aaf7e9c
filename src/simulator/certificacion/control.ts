// One thing looked at in a review, what it should be and what was found, in the SII's words (simulator §23.3).

/** The name of each check, and the SII's words where it fails; `#` stands for the line, `%` for what was expected. */
export const GLOSAS = {
  envio: 'ENVIO CON ERRORES O REPAROS',
  vigencia: 'El Set de Pruebas ya no está vigente',
  plazo: 'El envío se hizo después de dos meses de generado el Set de Pruebas',
  previo: 'No Tiene un SET % Aprobado',
  documentos: 'El Documento No está en el envío',
  ajenos: 'El envío tiene documentos que no son del Set de Pruebas',
  orden: 'Los documentos del envío no están en el orden del Set de Pruebas',
  periodo: 'Los documentos del Set de Pruebas no son de un mismo período tributario',
  tipo: 'El Tipo del Documento No Corresponde',
  receptor: 'El Receptor No es el del Documento de Referencia',
  referencias: 'Debe Tener % Linea(s) de Referencia',
  referencia_set: 'La primera Referencia No es la del Set de Pruebas',
  referencia_caso: 'La Referencia al Documento del Set No Corresponde',
  lineas: 'Debe Tener % Linea(s) de Detalle',
  nombre: 'Los Datos de la Linea # del Detalle No Cuadran',
  cantidad: 'Los Datos de la Linea # del Detalle No Cuadran',
  unidad: 'Los Datos de la Linea # del Detalle No Cuadran',
  precio: 'Los Datos de la Linea # del Detalle No Cuadran',
  exento: 'Los Datos de la Linea # del Detalle No Cuadran',
  liquidado: 'Los Datos de la Linea # del Detalle No Cuadran',
  descuento: 'Los Valores de la Linea # del Detalle No Cuadran',
  recargo: 'Los Valores de la Linea # del Detalle No Cuadran',
  monto: 'Los Valores de la Linea # del Detalle No Cuadran',
  descuento_global: 'Debe Tener % Linea(s) de Descuento Global',
  recargo_global: 'Debe Tener % Linea(s) de Recargo Global',
  comisiones: 'Los Valores de las Comisiones No Cuadran',
  indicadores: 'Indicadores (Despacho/Traslado) No Corresponden',
  aduana: 'Datos del Documento de Exportación No Corresponde',
  retencion: 'Datos de Impuesto Retenido No Corresponden',
  encabezado: 'Encabezado No Cuadran',
  cantidad_simulacion: 'La simulación debe tener más documentos',
  tipos_simulacion: 'La simulación debe tener documentos de todos los tipos que se certifican',
  referencia_simulacion: 'La simulación No debe tener referencias al Set de Pruebas',
  /** Asked for by a fault, whose words it has. */
  pedido: '',
  estructura: 'El archivo no cumple el esquema',
  firma: 'La firma del archivo no es válida',
  respuesta: 'La respuesta No Corresponde al envío recibido',
  pagina: 'La muestra debe tener una página',
  peso: 'El archivo de la muestra es demasiado grande',
  muestra: 'La muestra No es de un documento de los sets ni de la simulación',
  impreso: 'La muestra No tiene impreso un dato',
  timbre: 'El Timbre de la muestra No Corresponde al documento recibido',
  caratula: 'La Caratula del Libro No Corresponde',
  resumen_lineas: 'El Numero de Lineas de Resumen No Cuadra',
  resumen: 'Los Valores del Resumen No Cuadran',
  detalle: 'Los Valores del Detalle del Libro No Cuadran',
} as const
export type NombreControl = keyof typeof GLOSAS

export interface Control {
  control: NombreControl
  /** The element, where the check has more than one. */
  dato: string | null
  caso: number | null
  linea: number | null
  esperado: string
  encontrado: string
  conforme: boolean
  glosa: string
}

interface Lugar {
  dato?: string
  caso?: number
  linea?: number
  /** Said instead of what was expected. */
  cuenta?: number | string
}

/** Takes down each thing looked at, in order. */
export type Anota = (control: NombreControl, esperado: string, encontrado: string, lugar?: Lugar) => boolean

export function createControles(): { controles: Control[]; anota: Anota } {
  const controles: Control[] = []
  return {
    controles,
    anota(control, esperado, encontrado, { dato, caso, linea, cuenta } = {}) {
      const conforme = esperado === encontrado
      const glosa = GLOSAS[control].replace('#', String(linea ?? '')).replace('%', String(cuenta ?? esperado))
      controles.push({
        ...{ control, dato: dato ?? null, caso: caso ?? null, linea: linea ?? null },
        ...{ esperado, encontrado, conforme, glosa },
      })
      return conforme
    },
  }
}

/** A number as written, without what changes nothing of it: signs, zeros in front and behind. */
export function plain(text: string): string {
  const match = /^([+-]?)0*(\d*)(?:\.(\d*?)0*)?$/.exec(text.trim())
  if (!match || text.trim() === '') return text
  const [, sign, whole, part] = match
  const size = `${whole || '0'}${part ? `.${part}` : ''}`
  return sign === '-' && size !== '0' ? `-${size}` : size
}

/** Hundredths as a number is written. */
export const fromCentavos = (centavos: number): string => {
  const size = String(Math.abs(centavos)).padStart(3, '0')
  return plain(`${centavos < 0 ? '-' : ''}${size.slice(0, -2)}.${size.slice(-2)}`)
}
