// Card statements: rows of a CSV by its heading, and of the international statement's PDF (extraccion §5).

import { describe, expect, test } from 'bun:test'
import { createExtractor } from '../../src/extraccion'
import { drawPdf } from '../support/extraccion/draw'

const extractor = createExtractor()
const read = (bytes: Uint8Array | string) =>
  extractor.extraerEstado({
    bytes: typeof bytes === 'string' ? Buffer.from(bytes) : bytes,
    nombre: 'e',
    tipo: null,
  })

describe('a CSV', () => {
  test('is read by the columns that its heading names, wherever it stands', async () => {
    const done = await read(
      [
        'Titular;COMERCIAL ANDINA',
        'Tarjeta;4567 1234 5678 9012',
        '',
        'Categoría;Fecha;Descripción;País;Monto Moneda Origen;Monto (USD)',
        'SOFTWARE;05/11/2026;BLUE HARBOR CLOUD 4567123456789012;ESTADOS UNIDOS;1.250,00;1.250,00',
        'VIAJES;28/10/2026;"HOTEL; MADRID";ESPAÑA;310,20;338,11',
        'SOFTWARE;29/10/2026;QUILLPEN;US;29,00;-29,00',
        ';30/10/2026;MONTO CANCELADO;;;-900,00',
        ';;TOTAL;;;1.559,11',
        ';31/10/2026;SIN MONTO;US;;',
      ].join('\r\n'),
    )
    expect(done).toEqual({
      formato: 'csv',
      tarjeta: '9012',
      paginas: null,
      filas: [
        {
          fecha: '2026-11-05',
          comercio: 'BLUE HARBOR CLOUD ****9012',
          pais: 'US',
          moneda: 'USD',
          monto: '1250.00',
          montoUsd: '1250.00',
          montoClp: null,
        },
        {
          fecha: '2026-10-28',
          comercio: 'HOTEL; MADRID',
          pais: 'ES',
          moneda: 'USD',
          monto: '338.11',
          montoUsd: '338.11',
          montoClp: null,
        },
        {
          fecha: '2026-10-29',
          comercio: 'QUILLPEN',
          pais: 'US',
          moneda: 'USD',
          monto: '-29.00',
          montoUsd: '-29.00',
          montoClp: null,
        },
      ],
      ilegibles: [{ linea: 10, motivo: 'No se entiende el monto' }],
      motivo: null,
    })
  })

  test('that names the currency of origin has it, and the pesos beside it', async () => {
    const { filas } = await read(
      Buffer.from(
        'Fecha,Comercio,Moneda,Monto,Monto CLP\n2026-11-05,Atlas GmbH,EUR,"2,500.00","2.625.400"\n',
        'latin1',
      ),
    )
    expect(filas).toEqual([
      {
        fecha: '2026-11-05',
        comercio: 'Atlas GmbH',
        pais: null,
        moneda: 'EUR',
        monto: '2500.00',
        montoUsd: null,
        montoClp: 2_625_400,
      },
    ])
  })

  test('whose amount is not understood takes another column of it, and says so', async () => {
    const { filas } = await read(
      [
        'Fecha;Comercio;Moneda;Monto;Monto USD;Monto CLP',
        '2026-11-05;Uno;EUR;12,5x0;14,00;13.000',
        '2026-11-05;Dos;EUR;12.3.4;;13.000',
        '2026-11-05;Tres;EUR;12,50;;trece mil',
        '2026-11-05;Cuatro;EUR;-;14,00;',
      ].join('\n'),
    )
    expect(filas.map(({ moneda, monto, duda = '' }) => [moneda, monto, duda])).toEqual([
      ['USD', '14.00', 'No se entiende «12,5x0»: el monto es el de la columna en dólares'],
      ['CLP', '13000', 'No se entiende «12.3.4»: el monto es el de la columna en pesos'],
      ['EUR', '12.50', 'No se entiende «trece mil»: no hay pesos de esa fila'],
      ['USD', '14.00', ''],
    ])
  })

  test('has every charge whose merchant’s name begins as the bank’s own movements do, and none of those', async () => {
    const rows = [
      ...[
        'TOTAL ENERGIES PARIS FR',
        'PAYMENT GATEWAY INC',
        'PAGO SPOTIFY',
        'SALDO COFFEE',
        'COMISION JOVEN LTD',
      ],
      ...[
        'PAGO RECIBIDO GRACIAS',
        'TOTAL DE COMPRAS US$',
        'PAYMENT RECEIVED - THANK YOU',
        'MONTO CANCELADO 4567',
      ],
      ...[
        'COMISION COMPRA INTERNACIONAL',
        'INTERESES ROTATIVOS',
        'IMPUESTO DECRETO LEY 3475',
        'SALDO ANTERIOR',
      ],
    ]
    const { filas, ilegibles } = await read(
      `Fecha;Comercio;Monto USD\n${rows.map((one) => `2026-11-05;${one};12,50`).join('\n')}\n`,
    )
    expect(filas.map(({ comercio }) => comercio)).toEqual(rows.slice(0, 5))
    expect(ilegibles).toEqual([])
  })

  test('knows a currency by its sign or its name', async () => {
    const names = ['US$', 'u$s', '€', 'Dólar', 'euros', 'Pesos', '£', '$', 'XYZ']
    const { filas, ilegibles } = await read(
      `Fecha;Comercio;Moneda;Monto\n${names.map((one) => `2026-11-05;Uno;${one};12,50`).join('\n')}\n`,
    )
    expect(filas.map(({ moneda }) => moneda)).toEqual(['USD', 'USD', 'EUR', 'USD', 'EUR', 'CLP', 'GBP'])
    expect(ilegibles.map(({ linea }) => linea)).toEqual([9, 10])
  })

  test('takes no rate of exchange for an amount', async () => {
    const { filas } = await read('Fecha;Comercio;Valor dólar;Monto US$\n2026-11-05;Uno;945,32;12,50\n')
    expect(filas.map(({ moneda, monto }) => [moneda, monto])).toEqual([['USD', '12.50']])
  })

  test('takes for the charge no balance, fee, part or money that came back, and tells a row that has nothing else', async () => {
    for (const otra of [
      'Saldo US$',
      'Cupo disponible US$',
      'Comisión US$',
      'Valor cuota US$',
      'Abono US$',
      'Dólar',
    ]) {
      const { filas, ilegibles } = await read(
        `Fecha;Comercio;${otra};Cargo US$\n2026-11-05;Uno;900,00;12,50\n2026-11-06;Dos;7,00;\n`,
      )
      expect([otra, filas.map(({ monto }) => monto), ilegibles.map(({ linea }) => linea)]).toEqual([
        otra,
        ['12.50'],
        [3],
      ])
    }
  })

  test('takes a column of both charges and money that came back, which its sign tells', async () => {
    const { filas } = await read(
      'Fecha;Comercio;Cargos/Abonos US$\n2026-11-05;Uno;12,50\n2026-11-06;Dos;-7,00\n',
    )
    expect(filas.map(({ monto }) => monto)).toEqual(['12.50', '-7.00'])
  })

  test('whose rows are mostly negative writes charges so: they are turned, in every column, and all of them say it', async () => {
    const { filas } = await read(
      [
        'Fecha;Comercio;Monto USD;Monto CLP',
        '2026-11-05;Uno;-12,50;-11.800',
        '2026-11-06;Dos;7,00;6.600',
        '2026-11-07;Tres;-1,00;11.000',
        '2026-11-08;Cuatro;0,00;',
        '2026-11-09;Cinco;-2,00;',
        '2026-11-10;PAGO RECIBIDO;90,00;',
      ].join('\n'),
    )
    expect(filas.map(({ monto, montoUsd, montoClp }) => [monto, montoUsd, montoClp])).toEqual([
      ['12.50', '12.50', 11_800],
      ['-7.00', '-7.00', -6600],
      ['1.00', '1.00', 11_000],
      ['0.00', '0.00', null],
      ['2.00', '2.00', null],
    ])
    for (const { duda } of filas) expect(duda).toEndWith('los cargos con signo menos, y así se lee')
  })

  test('with more money that came back than charges is left as it is: the bill was paid with a minus', async () => {
    const { filas } = await read(
      'Fecha;Comercio;Monto USD\n2026-11-05;Uno;-12,50\n2026-11-06;Dos;80,00\n2026-11-07;Tres;-1,00\n2026-11-08;MONTO CANCELADO;-300,00\n',
    )
    expect(filas.map(({ monto, duda }) => [monto, duda])).toEqual([
      ['-12.50', undefined],
      ['80.00', undefined],
      ['-1.00', undefined],
    ])
  })

  test('whose days show that the month comes first has all of them so', async () => {
    const { filas } = await read('Date;Merchant;Amount USD\n11/05/2026;Uno;1,00\n11/13/2026;Dos;2,00\n')
    expect(filas.map(({ fecha, dudaFecha = null }) => [fecha, dudaFecha])).toEqual([
      ['2026-11-05', 'Otra fecha del archivo sólo se entiende con el mes primero, y así se lee ésta'],
      ['2026-11-13', null],
    ])
  })

  test('in which an amount has two readings says so, and which', async () => {
    const { filas } = await read('Fecha;Comercio;Monto USD\n2026-11-05;Uno;1,234\n2026-11-05;Dos;12\n')
    expect(filas.map(({ monto, duda = '' }) => [monto, duda])).toEqual([
      ['1234', '«1,234» puede ser 1234 o 1.234'],
      ['12', ''],
    ])
  })

  test('holds a description of two lines in quotes, and counts lines as an editor does', async () => {
    const { filas, ilegibles } = await read(
      'Fecha;Comercio;Monto USD\n2026-11-05;"Hotel\nMadrid";10,00\n2026-11-06;Tren;mucho\n',
    )
    expect(filas.map(({ comercio }) => comercio)).toEqual(['Hotel Madrid'])
    expect(ilegibles).toMatchObject([{ linea: 4 }])
  })

  test('tells a row of more digits than any charge has by its number', async () => {
    const rows = ['2026-11-05;Uno;USD;99999999999999999999;', '2026-11-05;Dos;USD;12,50;']
    const { filas, ilegibles } = await read(['Fecha;Comercio;Moneda;Monto;Monto CLP', ...rows].join('\n'))
    expect(filas.map(({ monto }) => monto)).toEqual(['12.50'])
    expect(ilegibles).toMatchObject([{ linea: 2 }])
  })

  test('without such a heading, or with amounts in no currency, has no rows and says why', async () => {
    expect((await read('a;b\r\n1;2')).motivo).toContain('encabezado')
    const nameless = await read('Fecha;Detalle;Monto\r\n05/11/2026;Algo;100')
    expect(nameless).toMatchObject({ filas: [], ilegibles: [{ linea: 2 }] })
  })
})

describe('a CSV in which one row is easily read as another', () => {
  const seen = ({ filas }: Awaited<ReturnType<typeof read>>) =>
    filas.map(({ comercio, moneda, monto }) => [comercio, moneda, monto])

  test('has its own columns below every heading: dollars below pesos are dollars', async () => {
    const done = await read(
      [
        'Fecha;Descripción;Monto ($)',
        '06/11/2026;FERRETERIA;15.000',
        'Compras internacionales;;',
        'Fecha;Descripción;Monto (US$)',
        '07/11/2026;OPENAI;20,00',
        '08/11/2026;AWS;1.250,50',
      ].join('\n'),
    )
    expect(seen(done)).toEqual([
      ['FERRETERIA', 'CLP', '15000'],
      ['OPENAI', 'USD', '20.00'],
      ['AWS', 'USD', '1250.50'],
    ])
    expect(done.ilegibles).toEqual([])
  })

  test('knows money that came back by every sign of it', async () => {
    const signs = ['−99,50', '–99,50', '99,50 CR', '99,50CR', '99,50-', '(99,50)', 'US$ -99,50']
    const done = await read(
      [
        'Fecha;Comercio;Monto USD',
        ...signs.map(() => '05/11/2026;Uno;900,00'),
        ...signs.map((one) => `05/11/2026;Dos;${one}`),
      ].join('\n'),
    )
    expect(seen(done).slice(signs.length)).toEqual(signs.map(() => ['Dos', 'USD', '-99.50']))
  })

  test.each([
    ['Tipo', 'Cargo', 'Abono'],
    ['Cargo/Abono', 'C', 'A'],
    ['Débito/Crédito', 'D', 'C'],
  ])('goes by the words of a column «%s»', async (heading, cargo, abono) => {
    for (const columns of [(a: string, b: string) => `${a};${b}`, (a: string, b: string) => `${b};${a}`]) {
      const row = (monto: string, word: string): string => `05/11/2026;Uno;${columns(monto, word)}`
      const done = await read(
        [`Fecha;Comercio;${columns('Monto USD', heading)}`, row('12,50', cargo), row('7,00', abono)].join(
          '\n',
        ),
      )
      expect(seen(done).map(([, , monto]) => monto)).toEqual(['12.50', '-7.00'])
    }
  })

  test.each<[string, string[], string[]]>([
    [
      'a kind of movement is no side of it',
      ['Tipo', '10,00;Pago con tarjeta', '11,00;Crédito', '12,00;Cargo'],
      ['10.00', '11.00', '12.00'],
    ],
    ['letters in a column of kinds are sides', ['Tipo', '10,00;D', '11,00;C'], ['10.00', '-11.00']],
    ['a word goes before a sign', ['Cargo/Abono', '-10,00;Cargo', '20,00;Abono'], ['10.00', '-20.00']],
  ])('%s', async (_, [heading, ...cells], montos) => {
    const rows = cells!.map((cell) => `05/11/2026;Uno;${cell}`)
    const done = await read([`Fecha;Comercio;Monto USD;${heading}`, ...rows].join('\n'))
    expect(seen(done).map(([, , monto]) => monto!)).toEqual(montos)
  })

  test('goes on where its heading stands again, on every page: signs and days are the whole file’s', async () => {
    const heading = 'Fecha;Comercio;Monto USD'
    const done = await read(
      [heading, '03/25/2026;Uno;10,00', '03/26/2026;Dos;20,00', heading, '04/05/2026;Tres;-15,00'].join('\n'),
    )
    expect(done.filas.map(({ fecha, monto }) => [fecha, monto])).toEqual([
      ['2026-03-25', '10.00'],
      ['2026-03-26', '20.00'],
      ['2026-04-05', '-15.00'],
    ])
  })

  test.each<[string, string[], [string, string][]]>([
    [
      'payments that the bank gives another name tell nothing of the charges',
      ['GITHUB;10,00', 'PAGO SERVIPAG;-100,00', 'PAGO CTA CTE;-90,00', 'ONLINE PAYMENT - THANK YOU;-50,00'],
      [
        ['GITHUB', '10.00'],
        ['PAGO SERVIPAG', '-100.00'],
        ['ONLINE PAYMENT - THANK YOU', '-50.00'],
      ],
    ],
    [
      'charges with a minus beside one',
      ['GITHUB;-10,00', 'Payment Thank You-Mobile;500,00'],
      [['GITHUB', '10.00']],
    ],
  ])('%s', async (_, rows, montos) => {
    const done = await read(
      ['Fecha;Comercio;Monto USD', ...rows.map((row) => `05/11/2026;${row}`)].join('\n'),
    )
    expect(seen(done).map(([comercio, , monto]) => [comercio!, monto!])).toEqual(montos)
  })

  test('makes no movement of a table without amounts below it, and tells its rows', async () => {
    const done = await read(
      [
        'Fecha;Descripción;Monto US$',
        '05/11/2026;GITHUB;10,00',
        'Compras en cuotas por facturar',
        'Fecha;Descripción;Valor Cuota;Cuotas pendientes',
        '05/11/2026;LENOVO;100,00;3',
      ].join('\n'),
    )
    expect(seen(done)).toEqual([['GITHUB', 'USD', '10.00']])
    expect(done.ilegibles).toEqual([{ linea: 5, motivo: 'No se entiende el monto' }])
  })

  test('knows money that came back by the minus of any of its amounts', async () => {
    const { filas } = await read(
      'Fecha;Comercio;Moneda;Monto;Monto USD\n05/11/2026;Uno;EUR;50,00;55,00\n05/11/2026;Dos;EUR;29,00;-31,00\n',
    )
    expect(filas.map(({ monto, montoUsd }) => [monto, montoUsd])).toEqual([
      ['50.00', '55.00'],
      ['-29.00', '-31.00'],
    ])
  })

  test('tells a row that has but what came back, in a column beside that of charges', async () => {
    const done = await read(
      [
        'Fecha;Comercio;Cargos (US$);Abonos (US$)',
        '05/11/2026;Uno;12,50;0,00',
        '06/11/2026;Dos;0,00;7,00',
        '06/11/2026;Tres;;7,00',
      ].join('\n'),
    )
    expect(seen(done)).toEqual([['Uno', 'USD', '12.50']])
    expect(done.ilegibles).toEqual(
      [3, 4].map((linea) => ({
        linea,
        motivo: 'Trae un abono de «7,00» y ningún cargo: no es una compra',
      })),
    )
  })

  test('drops no charge for its name: one abroad is somebody’s, one without a name is told', async () => {
    const done = await read(
      [
        'Fecha;Comercio;País;Monto USD',
        '05/11/2026;TOTAL 4082771;FR;20,00',
        '05/11/2026;MONTO CANCELADO;CL;900,00',
        '06/11/2026;;;99,50',
        ';TOTAL;;119,50',
        ';;;119,50',
      ].join('\n'),
    )
    expect(seen(done)).toEqual([['TOTAL 4082771', 'USD', '20.00']])
    expect(done.ilegibles).toEqual([{ linea: 4, motivo: 'No dice el comercio' }])
  })

  test('whose cell names another currency than its column is doubtful', async () => {
    const { filas } = await read(
      'Fecha;Comercio;Moneda;Monto\n05/11/2026;Uno;US$;EUR 12,50\n05/11/2026;Dos;USD;US$ 12,50\n05/11/2026;Tres;USD;$ 12,50\n',
    )
    expect(filas.map(({ duda = null }) => duda)).toEqual([
      '«EUR 12,50» dice EUR y su columna USD',
      null,
      null,
    ])
  })

  test('with an English heading doubts a day that may be another; a Chilean one writes the day first', async () => {
    const days = async (heading: string): Promise<unknown> =>
      (await read(`${heading}\n05/11/2026;Uno;12,50\n`)).filas.map(({ fecha, dudaFecha = null }) => [
        fecha,
        dudaFecha,
      ])
    expect(await days('Date;Description;Amount USD')).toEqual([
      ['2026-11-05', '«05/11/2026» puede ser 2026-11-05 o 2026-05-11'],
    ])
    expect(await days('Fecha;Comercio;Monto USD')).toEqual([['2026-11-05', null]])
  })
})

describe('the international statement of a card', () => {
  const PAPEL = `
ESTADO DE CUENTA INTERNACIONAL DE TARJETA DE CRÉDITO
N° de tarjeta XXXX XXXX XXXX 9012
NÚMERO REFERENCIA     FECHA      DESCRIPCIÓN                 CIUDAD    PAÍS    MONTO MONEDA  MONTO
INTERNACIONAL     OPERACIÓN  OPERACIÓN O COBRO                                 ORIGEN        US$
10002233445566    05/11/26   BLUE HARBOR CLOUD           SEATTLE   US  1.250,00      1.250,00
10002233445567    28/10/26   HOTEL CASTILLA              MADRID    ES  310,20        338,11
10002233445568    29/10/26   QUILLPEN                    DUBLIN    IE  29,00         -29,00
                  30/10/26   MONTO CANCELADO                                   900,00        -900,00
TOTAL DE COMPRAS US$                                                                                     1.559,11`

  test('gives its movements in dollars, whose currency of origin it does not name', async () => {
    const done = await read(await drawPdf(PAPEL))
    expect(done).toMatchObject({ formato: 'internacional_pdf', tarjeta: '9012', paginas: 1, ilegibles: [] })
    expect(done.filas).toEqual([
      {
        fecha: '2026-11-05',
        comercio: 'BLUE HARBOR CLOUD',
        pais: 'US',
        moneda: 'USD',
        monto: '1250.00',
        montoUsd: '1250.00',
        montoClp: null,
      },
      {
        fecha: '2026-10-28',
        comercio: 'HOTEL CASTILLA',
        pais: 'ES',
        moneda: 'USD',
        monto: '338.11',
        montoUsd: '338.11',
        montoClp: null,
      },
      {
        fecha: '2026-10-29',
        comercio: 'QUILLPEN',
        pais: 'IE',
        moneda: 'USD',
        monto: '-29.00',
        montoUsd: '-29.00',
        montoClp: null,
      },
    ])
  })

  test('loses no line: without a reference of figures, with a day in words, of a name that is the bank’s too', async () => {
    const { filas, ilegibles } = await read(
      await drawPdf(`${PAPEL}
A1234567      05/11/26   UNO                         SEATTLE   US  10,00         10,00
              05 NOV 2026   DOS                      SEATTLE   US  20,00         20,00
10002233445570    05/11/26   TOTAL 4082771               PARIS     FR  30,00         30,00
10002233445571    05/11/26   GITHUB IN                                 40,00         40,00
10002233445572    05/11      CINCO                       SEATTLE   US  50,00         50,00
SEIS              05/11/26                               SEATTLE   US  60,00         60,00`),
    )
    expect(filas.slice(3).map(({ fecha, comercio, pais, monto }) => [fecha, comercio, pais, monto])).toEqual([
      ['2026-11-05', 'UNO', 'US', '10.00'],
      ['2026-11-05', 'DOS', 'US', '20.00'],
      ['2026-11-05', 'TOTAL 4082771', 'FR', '30.00'],
      ['2026-11-05', 'GITHUB IN', null, '40.00'],
    ])
    expect(ilegibles.map(({ motivo }) => motivo)).toEqual([
      'No se entiende la fecha',
      'No empieza con su fecha',
    ])
  })

  test('whose line has one amount where others have two says that it may be the one of origin', async () => {
    const { filas } = await read(await drawPdf(PAPEL.replace('310,20        338,11', '310,20              ')))
    expect(filas.map(({ monto, duda }) => [monto, duda !== undefined])).toEqual([
      ['1250.00', false],
      ['310.20', true],
      ['-29.00', false],
    ])
  })

  test('whose line has a third amount, of a charge in parts, says so; a debt of before and a limit are no movements', async () => {
    const papel = PAPEL.replace('310,20        338,11', '600,00  310,20     338,11')
    const { filas } = await read(
      await drawPdf(`${papel}
10002233445569    29/10/26   DEUDA ANTERIOR                      1.250,00      1.250,00
10002233445570    29/10/26   CUPO TOTAL                          5.000,00      5.000,00`),
    )
    expect(filas.map(({ monto, duda = '' }) => [monto, duda])).toEqual([
      ['1250.00', ''],
      ['338.11', expect.stringContaining('600,00')],
      ['-29.00', ''],
    ])
  })

  test('is not looked for in another paper', async () => {
    expect(await read(await drawPdf('Invoice\nTotal: USD 10.00'))).toMatchObject({
      formato: 'desconocido',
      filas: [],
      paginas: 1,
    })
  })
})
