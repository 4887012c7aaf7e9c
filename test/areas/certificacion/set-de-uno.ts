// The smallest text of a set and the smallest file of an exchange, as a request carries them.

import { cafUsado, dte, sobre } from '../../simulator/sobres'
import { cafBytes } from '../../support/firma'

/** One case of a factura, in base64. */
export const SET_DE_UNO = Buffer.from(
  [
    'SET BASICO - NUMERO DE ATENCION: 5123401',
    '',
    'CASO 5123401-1',
    '==============',
    'DOCUMENTO\tFACTURA ELECTRONICA',
    '',
    'ITEM\t\tCANTIDAD\tPRECIO UNITARIO',
    'Clavo AFECTO\t\t133\t1459',
    '',
  ].join('\r\n'),
).toString('base64')

/** An envelope with one factura for a company. */
export const intercambioDeUno = (receptor: string) => ({
  nombre: 'ENVIO_DTE_1001.xml',
  archivo_base64: sobre([dte({ folio: 1, caf: cafUsado(cafBytes(33).toString('latin1')), receptor })], {
    receptor,
  }).toString('base64'),
})
