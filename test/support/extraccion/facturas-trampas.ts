// Invoices whose plain reading would be another amount, day, currency or name: each is read right, or said to be doubtful.

import type { Muestra } from './muestra'

const HEAD = `
# Acme Cloud Inc.
1 Main St, Austin, TX 78701, United States
Invoice number: A-1
Invoice date: November 5, 2026`

export const TRAMPAS: Muestra[] = [
  {
    nombre: 'a discount behind the total, and the total of that by no known words',
    papel: `${HEAD}
Total                       USD 100.00
Discount 20%                -USD 20.00
Total after discount        USD 80.00`,
    espera: { monto: '100.00' },
    dudosos: ['monto'],
    alternativas: { monto: ['80.00'] },
  },
  {
    nombre: 'charges, credits, and the total of both',
    papel: `${HEAD}
Total charges               USD 100.00
Credits                     -USD 20.00
Total                       USD 80.00`,
    espera: { monto: '100.00' },
    dudosos: ['monto'],
    alternativas: { monto: ['80.00'] },
  },
  {
    nombre: 'a balance of before in what is due',
    papel: `${HEAD}
Previous balance            USD 30.00
New charges                 USD 50.00
Total amount due            USD 80.00`,
    espera: { monto: '80.00' },
    dudosos: ['monto'],
  },
  {
    nombre: 'dollars, and what they are worth in pesos',
    papel: `${HEAD}
Total                       $1,250.00
Equivalent in your currency: CLP 1,181,650 at the rate of the day`,
    espera: { monto: '1250.00', moneda: 'USD' },
    dudosos: ['moneda'],
    alternativas: { moneda: ['CLP'] },
  },
  {
    nombre: 'a sign of many currencies, and the code of another amount',
    papel: `${HEAD}
Total                       $1,250.00
A wire fee of CAD 25.00 applies to Canadian accounts`,
    espera: { monto: '1250.00', moneda: 'CAD' },
    dudosos: ['moneda'],
    alternativas: { moneda: ['USD'] },
  },
  {
    nombre: 'a speed that looks as if it told the sign of decimals',
    papel: `
# Servidores Norte S.L.
Calle Mayor 3, 28001 Madrid, España
Factura nº: F-77
Fecha de factura: 2026-11-05
Concepto                    Importe
Servidor 3.5 GHz dedicado   1.250 EUR
Total                       1.250 EUR`,
    espera: { monto: '1250', moneda: 'EUR' },
    dudosos: ['monto'],
    alternativas: { monto: ['1.250'] },
  },
  {
    nombre: 'a day of payment under a label that begins as that of the issue',
    papel: `
# Ondes Claires SARL
12 rue de la Paix, 75002 Paris, France
Facture n° FC-2026-118
Émise le 31 octobre 2026
Date limite de paiement : 30/11/2026
Total TTC                   120,00 EUR`,
    espera: { monto: '120.00', numero: 'FC-2026-118' },
    dudosos: ['fecha'],
  },
  {
    nombre: 'a column of days, of what was used',
    papel: `
# Acme Cloud Inc.
Invoice number: A-1
November 5, 2026
Date               Description          Amount
Oct 12, 2026       Consulting           USD 80.00
Total                                   USD 80.00`,
    espera: { monto: '80.00' },
    dudosos: ['fecha'],
  },
  {
    nombre: 'a law of years ago does not tell how this file writes days',
    papel: `
# Acme Cloud Inc.
Invoice number: A-1
Invoice date: 11/05/2026
Total                       USD 80.00
Privacy notice in force since 25/05/2018`,
    espera: { monto: '80.00' },
    dudosos: ['fecha'],
    alternativas: { fecha: ['2026-11-05'] },
  },
  {
    nombre: 'a number in groups',
    papel: `
# Acme Cloud Inc.
Invoice number: 2026 000118
Invoice date: November 5, 2026
Total                       USD 80.00`,
    espera: { numero: '2026 000118' },
    dudosos: ['numero'],
    alternativas: { numero: ['2026'] },
  },
  {
    nombre: 'a customer under billing details, the supplier without a kind of company',
    papel: `
# Verzel
440 N Barranca Ave, Covina, CA 91723
Invoice number: V-1
Invoice date: November 5, 2026
Billing details
Comercial Andina SpA
Santiago, Chile
Total                       USD 100.00`,
    espera: { 'proveedor.nombre': 'Verzel', monto: '100.00' },
    dudosos: ['proveedor.nombre', 'proveedor.pais'],
  },
  {
    nombre: 'two taxes of one amount',
    papel: `${HEAD}
Subtotal           USD 100.00
GST central 9%     USD 9.00
GST state 9%       USD 9.00
Total              USD 118.00`,
    espera: { monto: '118.00' },
    dudosos: ['impuesto_extranjero'],
    alternativas: { impuesto_extranjero: ['18.00'] },
  },
  {
    nombre: 'a total without the tax, and one with it, are no tax',
    papel: `${HEAD}
Total sem impostos          USD 100.00
ISS 21%                     USD 21.00
Total with VAT              USD 121.00`,
    espera: { monto: '121.00', impuesto_extranjero: '21.00' },
    dudosos: [],
  },
  {
    nombre: 'a quantity beside the amount of its row',
    papel: `${HEAD}
Item            Qty      Amount
Seats           3        250.00
Total           3        250.00
All amounts in USD`,
    espera: { monto: '250.00', moneda: 'USD' },
    dudosos: [],
  },
  {
    nombre: 'a bank to be paid at, and a number of the supplier',
    papel: `
Vendor ID: 4451
Beneficiary Bank: Deutsche Bank AG
# Acme Cloud Inc.
Invoice number: A-1
Invoice date: November 5, 2026
Total        USD 250.00`,
    espera: { 'proveedor.nombre': 'Acme Cloud Inc.', monto: '250.00' },
    dudosos: [],
  },
  {
    nombre: 'what is called a refund, and what is called a quote',
    papel: `
# Acme Cloud Inc.
Refund
Quote
Invoice number: A-1
Invoice date: November 5, 2026
Total        USD 250.00`,
    espera: { numero: 'A-1', monto: '250.00' },
    dudosos: ['monto', 'numero'],
  },
  {
    nombre: 'a state that is a country too',
    papel: `
# Acme Cloud Inc.
100 Peachtree St, Atlanta, Georgia
Invoice number: A-1
Invoice date: November 5, 2026
Total        USD 250.00`,
    espera: { 'proveedor.pais': 'GE' },
    dudosos: ['proveedor.pais'],
    alternativas: { 'proveedor.pais': ['US'] },
  },
  {
    nombre: 'a code and a sign that contradict each other',
    papel: `${HEAD}
Total (USD)  €250.00`,
    espera: { monto: '250.00' },
    dudosos: ['moneda'],
  },
  {
    nombre: 'thousands by the apostrophe of print',
    papel: `
# Alpina Soft AG
Bahnhofstrasse 1, 8001 Zürich, Switzerland
Invoice number: 118
Invoice date: 05.11.2026
Total CHF                   1’250.00`,
    espera: { monto: '1250.00', moneda: 'CHF' },
    dudosos: [],
  },
  {
    nombre: 'a tax behind what is called the total, and then what is to be paid, by words of its own',
    papel: `${HEAD}
Total                       USD 100.00
+ VAT 21%                   USD 21.00
To pay                      USD 121.00`,
    espera: { monto: '100.00' },
    dudosos: ['monto'],
    alternativas: { monto: ['121.00'] },
  },
  {
    nombre: 'credits without a sign, and what they leave',
    papel: `${HEAD}
Total                       USD 100.00
Credits applied             USD 20.00
Outstanding                 USD 80.00`,
    espera: { monto: '100.00' },
    dudosos: ['monto'],
    alternativas: { monto: ['80.00'] },
  },
  {
    nombre: 'net and tax of which the total is made, told behind it',
    papel: `${HEAD}
Total                       USD 121.00
of which net                USD 100.00
VAT 21%                     USD 21.00
Paid by card                USD 121.00`,
    espera: { monto: '121.00', impuesto_extranjero: '21.00' },
    dudosos: [],
  },
  {
    nombre: 'the total and its tax once more in the currency of the treasury',
    papel: `${HEAD}
Total                       EUR 123.00
VAT 23%                     EUR 23.00
VAT in GBP at 0.85          GBP 19.55
Total in GBP                GBP 104.55`,
    espera: { impuesto_extranjero: '19.55' },
    dudosos: ['moneda', 'monto'],
    alternativas: { moneda: ['EUR'], monto: ['123.00'] },
  },
  {
    nombre: 'a receipt of which some was given back',
    papel: `${HEAD}
Total                       USD 50.00
Amount paid                 USD 50.00
Refunded on November 20     -USD 20.00`,
    espera: { monto: '50.00' },
    dudosos: ['monto'],
  },
  {
    nombre: 'a tax that is taken off',
    papel: `${HEAD}
Subtotal                    USD 115.00
Tax                         -USD 15.00
Total                       USD 100.00`,
    espera: { monto: '100.00', impuesto_extranjero: '15.00' },
    dudosos: ['impuesto_extranjero'],
  },
  {
    nombre: 'the day of the next bill, and a count of pages behind the word invoice',
    papel: `
# Acme Cloud Inc.
Invoice 1 of 2
No: 2211
Billed November 5, 2026
Next billing date: December 5, 2026
Total        USD 250.00`,
    espera: { numero: '2211', monto: '250.00' },
    dudosos: ['fecha'],
  },
  {
    nombre: 'a number in groups behind letters',
    papel: `
# Acme Cloud Inc.
Invoice number: INV 2026 118
Invoice date: November 5, 2026
Total        USD 250.00`,
    espera: { numero: 'INV 2026 118' },
    dudosos: ['numero'],
    alternativas: { numero: ['INV 2026'] },
  },
  ...['PRO FORMA INVOICE', 'DRAFT', 'Cancelled', 'FACTURA ANULADA'].map(
    (titulo): Muestra => ({
      nombre: `what is titled ${titulo}`,
      papel: `${HEAD}
${titulo}
Total                       USD 100.00`,
      espera: { numero: 'A-1', monto: '100.00' },
      dudosos: ['numero'],
    }),
  ),
  {
    nombre: 'a total, and what it is in another currency in parentheses behind it',
    papel: `${HEAD}
Total                       USD 100.00 (EUR 92.00)`,
    espera: { monto: '92.00', moneda: 'EUR' },
    dudosos: ['moneda', 'monto'],
    alternativas: { moneda: ['USD'], monto: ['100.00'] },
  },
  {
    nombre: 'what was billed, and of it what was paid, both as amounts',
    papel: `${HEAD}
Invoice amount              USD 120.00
Total amount due            USD 120.00
Total amount paid           USD 100.00`,
    espera: { monto: '120.00' },
    dudosos: [],
  },
  ...['Invoice amount', 'Importe de la factura', 'Valor da fatura'].map(
    (billed): Muestra => ({
      nombre: `what was billed, and beside it alone a part of it that was paid (${billed})`,
      papel: `${HEAD}
${billed}                   USD 120.00
Total amount paid           USD 100.00`,
      espera: { monto: '120.00' },
      dudosos: [],
    }),
  ),
  ...['Last bill', 'Carried over'].map(
    (antes): Muestra => ({
      nombre: `what is charged now, in a total with what was owed before (${antes})`,
      papel: `${HEAD}
${antes}                    USD 200.00
Current charges             USD 120.00
Total amount due            USD 320.00`,
      espera: { monto: '320.00' },
      dudosos: ['monto'],
      alternativas: { monto: ['120.00'] },
    }),
  ),
  {
    nombre: 'what is charged now, and the tax of it',
    papel: `${HEAD}
Current charges             USD 100.00
Tax                         USD 8.00
Total amount due            USD 108.00`,
    espera: { monto: '108.00', impuesto_extranjero: '8.00' },
    dudosos: [],
  },
]
