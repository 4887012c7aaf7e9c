// Documents that a reference names and that are no DTE (Formato DTE, TpoDocRef).

export const OTROS_DOCUMENTOS: readonly (readonly [codigo: string, nombre: string])[] = [
  ['801', 'Orden de compra'],
  ['802', 'Nota de pedido'],
  ['803', 'Contrato'],
  ['804', 'Resolución'],
  ['807', 'DUS'],
  ['808', 'Conocimiento de embarque'],
  ['809', 'Guía aérea'],
  ['HES', 'Hoja de entrada de servicio'],
  ['HEM', 'Hoja de entrada de materiales'],
]

const NOMBRE = new Map(OTROS_DOCUMENTOS)

/** As people call it; what the table does not know by its code. */
export const otherName = (codigo: string): string => NOMBRE.get(codigo) ?? `documento ${codigo}`
