// Every code a verdict may carry. Form of the SII, SECCION-NIVEL-NUMERO (xml §7.2); level 3 rejects the document
// (or, in section ENV and CRT, the whole envelope), 2 and 1 are reparos. The SII's own numbers come from sii §4.4; those
// from 900 up are OURS, made in the same style where no source names one.

type Nivel = 'rechazo' | 'reparo'

/** One thing wrong. `donde` is the path of the element (`Detalle[3]/MontoItem (línea 40)`), `mensaje` is Spanish. */
export interface Finding {
  codigo: Codigo
  nivel: Nivel
  donde: string
  mensaje: string
}

const SII = {
  'ENV-3-0': 'El archivo contiene datos o caracteres no válidos',
  'CRT-3-11': 'RutEnvia no es quien envió el archivo',
  'CRT-3-19': 'La resolución de la carátula no es la de la empresa en este ambiente',
  'CAF-3-517': 'El CAF está vencido',
  'TED-2-510': 'La firma del timbre (FRMT) es incorrecta',
  'TED-3-640': 'El monto del timbre no es el monto total',
  'TED-1-646': 'El timbre es anterior a la autorización del CAF',
  'DTE-3-100': 'El documento ya fue recibido',
  'DTE-3-101': 'El folio ya fue recibido con otros datos',
  'DTE-3-505': 'La firma del documento es incorrecta',
  'DTE-3-601': 'El folio está anulado',
  'HED-3-211': 'Los datos de la referencia no corresponden al documento',
  'HED-2-260': 'El total de la liquidación-factura no cuadra',
  'HED-3-265': 'MontoPeriodo no es el monto total',
  'HED-3-305': 'La fecha de emisión es anterior a la autorización',
  'REF-3-415': 'Falta una referencia válida',
  'REF-3-750': 'El documento referenciado no ha sido recibido',
  'REF-3-758': 'Falta el código de la referencia',
  'REF-2-780': 'La anulación no es por el monto del documento referenciado',
} as const

const PROPIOS = {
  'ENV-3-901': 'Elemento desconocido o fuera de su lugar',
  'ENV-3-902': 'Falta un elemento obligatorio',
  'ENV-3-903': 'Un elemento aparece más veces de las permitidas',
  'ENV-3-904': 'Un valor no cumple el formato de su campo',
  'ENV-3-905': 'Un atributo falta o no es el que corresponde',
  'ENV-3-906': 'Un ID está repetido',
  'ENV-3-907': 'La firma no sigue el perfil del SII',
  'ENV-3-908': 'La raíz o su espacio de nombres no es la de un envío de DTE',
  'ENV-3-909': 'El envío lleva más documentos de los permitidos',
  'ENV-2-910': 'El archivo no declara ISO-8859-1',
  'ENV-2-911': 'Una línea supera los 4090 caracteres',
  'ENV-2-912': 'Un elemento está vacío',
  'ENV-2-913': 'Elemento ajeno, fuera de lo firmado',
  'ENV-2-914': 'KeyInfo no sigue el perfil del SII',
  'ENV-2-915': 'Falta un dato de la carátula que a quien recibe no le hace falta',
  'ENV-2-916': 'El archivo no está en la codificación que declara',
  'ENV-2-917': 'Falta el espacio de nombres (xmlns)',
  'ENV-2-919': 'Tras el fin del archivo hay relleno',
  'ENV-2-918': 'El documento viene dentro de un envoltorio ajeno',
  'ENV-3-920': 'La firma del envío es incorrecta',
  'ENV-3-921': 'El certificado del envío no corresponde a la llave que lo firma',
  'ENV-3-922': 'El certificado del envío no está vigente',
  'ENV-3-923': 'El titular del certificado del envío no es RutEnvia',
  'ENV-3-924': 'El monto de una cesión falta o no es un monto en pesos',
  'ENV-3-925': 'El RUT de quien cede o de a quién se cede no es un RUT',
  'ENV-3-926': 'Una misma cesión está dicha de dos maneras',
  'ENV-2-927': 'El archivo lleva instrucciones de proceso (<?…?>) que no son su declaración',
  'CRT-3-901': 'Los subtotales de la carátula no cuadran con los documentos',
  'CRT-3-902': 'Un documento es de otro emisor que el envío',
  'CRT-3-903': 'El receptor de la carátula no es quien recibe el archivo',
  'CAF-3-901': 'La firma del SII sobre el CAF (FRMA) es incorrecta',
  'CAF-3-902': 'El CAF lo firmó una llave que no es de este ambiente',
  'CAF-3-903': 'El CAF es de otro emisor',
  'CAF-3-904': 'El CAF es de otro tipo de documento',
  'CAF-3-905': 'El folio está fuera del rango del CAF',
  'CAF-2-906': 'El documento es anterior a la autorización de su CAF',
  'TED-3-901': 'El timbre falta o está incompleto',
  'TED-3-902': 'Un dato del timbre no es el del documento',
  'TED-2-903': 'Un texto del timbre no es el del documento',
  'DTE-3-921': 'El certificado no corresponde a la llave que firma el documento',
  'DTE-2-923': 'La firma cuadra en otro contexto de espacios de nombres que el del propio documento',
  'DTE-3-924': 'La firma no cubre sin ambigüedad lo que el documento muestra',
  'DTE-3-922': 'El certificado que firma el documento no está vigente',
  'DET-2-901': 'El monto de la línea no cuadra',
  'DET-2-902': 'El descuento de la línea no cuadra',
  'DET-2-903': 'El recargo de la línea no cuadra',
  'DET-2-904': 'La línea debe tener monto cero',
  'DET-2-905': 'Las líneas no van numeradas una tras otra',
  'DET-2-906': 'El producto de un agente retenedor no está dicho como pide su tabla',
  'DET-2-907': 'Falta un dato de la venta de espectáculos',
  'HED-2-901': 'MntNeto no cuadra',
  'HED-2-902': 'MntExe no cuadra',
  'HED-2-903': 'TasaIVA falta o no es la vigente',
  'HED-2-904': 'IVA no cuadra',
  'HED-2-905': 'MntTotal no cuadra',
  'HED-2-906': 'MontoNF no cuadra',
  'HED-2-907': 'El total del periodo o el valor a pagar no cuadra',
  'HED-2-908': 'Un impuesto adicional o retención no cuadra',
  'HED-2-909': 'IVANoRet no cuadra',
  'HED-2-910': 'GrntDep no cuadra',
  'HED-2-911': 'CredEC no cuadra',
  'HED-2-912': 'Las comisiones no cuadran',
  'HED-2-913': 'La base de la retención o anticipo no cuadra',
  'HED-2-914': 'El reparto del IVA no cuadra',
  'HED-2-920': 'Falta un dato que el formato exige para el tipo de documento',
  'HED-2-921': 'Un dato no corresponde al tipo de documento',
  'HED-2-922': 'Los montos con IVA incluido no admiten impuestos adicionales',
  'HED-3-923': 'El dígito verificador de un RUT es incorrecto',
  'HED-3-924': 'Una factura afecta debe tener al menos una línea afecta',
  'HED-3-925': 'Un documento exento no lleva neto, IVA ni otros impuestos',
  'HED-2-926': 'El dígito verificador de un RUT es incorrecto',
  'HED-2-927': 'Una fecha termina antes de lo que empieza',
  'HED-2-928': 'Falta un dato que la guía necesita para su traslado',
  'HED-2-931': 'Falta un dato que identifica al comprador de la boleta',
  'HED-2-932': 'La fecha de emisión es posterior a la llegada del documento',
  'HED-2-929': 'El equivalente en otra moneda no cuadra',
  'REF-3-901': 'Anular o corregir texto admite una sola referencia',
  'REF-2-902': 'Corregir texto no lleva montos',
  'REF-2-903': 'El documento referenciado no se anula con este tipo de nota',
  'REF-2-904': 'La referencia global está incompleta',
} as const

export type Codigo = keyof typeof SII | keyof typeof PROPIOS

/** The meaning of each code, in a few words. */
export const CODIGOS: Readonly<Record<Codigo, string>> = { ...SII, ...PROPIOS }

/** Whether the number is ours and not the SII's. */
export const isOwn = (codigo: Codigo): boolean => codigo in PROPIOS

// TED-2-510 is told as a rejection in spite of its digit (domain/dte §10.12).
const nivelDe = (codigo: Codigo): Nivel =>
  codigo[4] === '3' || codigo === 'TED-2-510' ? 'rechazo' : 'reparo'

/** Characters of a message or a place: both repeat what a file says, which may be megabytes. */
const DICHO_MAX = 400
const short = (text: string): string => (text.length > DICHO_MAX ? `${text.slice(0, DICHO_MAX)}…` : text)

/** A finding of that code; its level follows from the code. Without `mensaje`, the general one. */
export const finding = (codigo: Codigo, donde: string, mensaje: string = CODIGOS[codigo]): Finding => ({
  codigo,
  nivel: nivelDe(codigo),
  donde: short(donde),
  mensaje: short(mensaje),
})
