// The types that the register knows by name (simulator §12.3); some names end in a blank, as on the page.

const TIPOS: Readonly<Record<number, string>> = {
  29: 'Factura de Inicio',
  30: 'Factura',
  32: 'Factura de Ventas y Servicios no Afectos o Exentos de IVA',
  33: 'Factura Electrónica',
  34: 'Factura no Afecta o Exenta Electrónica',
  35: 'Boleta',
  38: 'Boleta Exenta',
  39: 'Total Operaciones del Mes, con Boleta Electrónica ',
  40: 'Liquidación Factura',
  41: 'Total Operaciones del Mes, con Boleta Exenta Electrónica ',
  43: 'Liquidación-Factura Electrónica',
  45: 'Factura de Compra',
  46: 'Factura de Compra Electrónica',
  48: 'Comprobantes de Pago Electrónico ',
  55: 'Nota de Débito',
  56: 'Nota de Débito Electrónica',
  60: 'Nota de Crédito',
  61: 'Nota de Crédito Electrónica',
  110: 'Factura de Exportación Electrónica',
  111: 'Nota de Débito de Exportación Electrónica',
  112: 'Nota de Crédito de Exportación Electrónica',
}
const SUMADOS: readonly number[] = [35, 38, 39, 41, 48]
const EN_PAPEL: readonly number[] = [29, 30, 32, 40, 45, 55, 60]

export const nombreOf = (tipoDte: number): string => TIPOS[tipoDte] ?? `Documento ${tipoDte}`

export const tiposDelRegistro = () =>
  Object.entries(TIPOS).map(([code, nombre]) => {
    const tipo = Number(code)
    const ingreso = SUMADOS.includes(tipo) ? null : EN_PAPEL.includes(tipo) ? 'DET_PAP' : 'DET_ELE'
    return { dcvCodigoDoc: tipo, dcvNombreDoc: nombre, dcvTipoIngreso: ingreso }
  })
