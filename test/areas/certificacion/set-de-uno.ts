// The smallest text of a set, as a request carries it.

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
