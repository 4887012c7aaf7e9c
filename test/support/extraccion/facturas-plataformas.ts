// Invoices as large platforms lay theirs out: names, numbers and addresses are invented. What each must propose stands beside it.

import type { Muestra } from './muestra'

export const PLATAFORMAS: Muestra[] = [
  {
    nombre: 'a cloud of many services: summary by service, billing period, total in the charges line',
    papel: `
Amber Web Services, Inc.                                          Invoice
Email or talk to us about your account or bill, visit aws.example/contact-us/
                                                                  Invoice Summary
Account number:                                                   Invoice Number:            1744219003
998877665544                                                      Invoice Date:              November 3 , 2026
Bill to Address:                                                  TOTAL AMOUNT DUE ON November 3 , 2026      $1,418.27
Comercial Andina SpA
ATTN: Jefe de Sistemas
Av. Providencia 1234
Santiago, RM, 7500000, CL

This invoice is for the billing period October 1 - October 31 , 2026

Greetings from Amber Web Services, we're writing to provide you with an electronic invoice for your use of our services.

Summary
Services Charges                                                                             $1,191.82
Charges                                                                                      $1,191.82
Credits                                                                                      $0.00
VAT *                                                                                        $226.45
Total for this invoice                                                                       $1,418.27

Detail
Elastic Compute                                                                              $902.11
Charges                                                                                      $902.11
VAT                                                                                          $171.40
Simple Storage                                                                               $289.71
Charges                                                                                      $289.71
VAT                                                                                          $55.05
\f
* May include estimated US sales tax, VAT, ST, GST and CT.
Amber Web Services, Inc. is a foreign entity registered in Chile for VAT on digital services, 19%
All charges and prices are in US Dollars
Amber Web Services, Inc. 410 Terry Avenue North, Seattle, WA 98109, US`,
    espera: {
      'proveedor.nombre': 'Amber Web Services, Inc.',
      numero: '1744219003',
      fecha: '2026-11-03',
      moneda: 'USD',
      monto: '1418.27',
    },
    dudosos: ['impuesto_extranjero'],
  },
  {
    nombre: 'software and cloud, two columns of boxes, amounts with the code behind',
    papel: `
Invoice                                                               November 2026
                                                            Invoice Date: 11/08/2026
                                                            Invoice Number: E0500PQR71
                                                            Due Date: 12/08/2026
                                                            418.60 USD

Sold To                              Bill To                           Billing Summary
Comercial Andina SpA                 Comercial Andina SpA              Charges             418.60
Av. Providencia 1234                 Av. Providencia 1234              Credits             0.00
Santiago 7500000                     Santiago 7500000                  Subtotal            418.60
Chile                                Chile                             Tax                 0.00
                                                                       Total               418.60 USD
Billing Profile
Comercial Andina
Product: Online Services
Billing Period: 10/08/2026 - 11/07/2026
Microvale Corporation
One Microvale Way
Redmond, WA 98052
United States
FEIN: 91-1144442`,
    espera: {
      numero: 'E0500PQR71',
      fecha: '2026-08-11',
      moneda: 'USD',
      monto: '418.60',
      impuesto_extranjero: '0.00',
      'proveedor.nombre': 'Microvale Corporation',
      'proveedor.pais': 'US',
    },
    dudosos: ['fecha'],
    alternativas: { fecha: ['2026-11-08'] },
  },
  {
    nombre: 'advertising receipt of a social network: paid by card, funds, transaction',
    papel: `
Receipt for Comercial Andina
Account ID: 1029384756

Invoice/Payment Date                                                  Paid
Nov 2, 2026, 7:14 AM                                                  US$ 350.00
Payment method                                                        You're being billed because you've
Visa ···· 4242                                                        reached your US$ 350.00 billing threshold.
Reference Number: H7KLMNPQ2Z
Transaction ID
7012345678901234-15667788
Product Type
Facegram

Campaigns
Tráfico - noviembre                                                   US$ 210.15
From Oct 28, 2026, 12:00 AM to Nov 2, 2026, 7:00 AM
Instalaciones                                                         US$ 139.85
From Oct 28, 2026, 12:00 AM to Nov 2, 2026, 7:00 AM

Facegram Platforms Ireland Limited
Merrion Road
Dublin 4, D04 X2K5
Ireland
VAT Reg. No. IE9692928F`,
    espera: {
      moneda: 'USD',
      monto: '350.00',
      'proveedor.pais': 'IE',
      'proveedor.nombre': 'Facegram Platforms Ireland Limited',
    },
    dudosos: [],
  },
  {
    nombre: 'creative software, credit applied, the rest paid: nothing is due',
    papel: `
# Adept Systems Software Ireland Ltd
4-6 Riverwalk, Citywest Business Campus                            INVOICE
Dublin 24, Ireland                                                 Invoice Number         3098812207
VAT No: IE6364992H                                                 Invoice Date           04-NOV-2026
                                                                   Payment Terms          Credit Card
Bill To                                                            Purchase Order         AD0081277334CL
Comercial Andina SpA                                               Contract No            1122334455
Av. Providencia 1234                                               Currency               USD
Santiago
CHILE

PRODUCT NUMBER   PRODUCT DESCRIPTION        QTY    UNIT   UNIT PRICE    NET AMOUNT    TAXES    TOTAL
65183301         Creative Suite All Apps    2      EA     84.49         168.98        0.00%    168.98
                 Service Term: 04-NOV-2026 to 03-DEC-2026

                                                         Invoice Total
                                                         NET AMOUNT (USD)                    168.98
                                                         TAXES (SEE DETAILS FOR RATES)       0.00
                                                         GRAND TOTAL (USD)                   168.98
                                                         Credit applied                      -20.00
                                                         Amount paid                         148.98
                                                         Amount due                          0.00`,
    espera: {
      'proveedor.nombre': 'Adept Systems Software Ireland Ltd',
      'proveedor.pais': 'IE',
      'proveedor.tax_id': 'IE6364992H',
      numero: '3098812207',
      fecha: '2026-11-04',
      moneda: 'USD',
      monto: '168.98',
      impuesto_extranjero: '0.00',
    },
    dudosos: [],
  },
  {
    nombre: 'payments company on its own fees: statement in two currencies',
    papel: `
# Tax Invoice
Stripeley Payments Europe, Limited
1 Grand Canal Street Lower, Dublin 2
Ireland
VAT ID: IE3206488LH

To
Comercial Andina SpA
Santiago, Chile
Invoice Number   ACCT1A2B3C-2026-10
Invoice Date   October 31, 2026
Service Month   October 2026

Description                                             Amount
Processing fees                                         €96.30
Radar                                                   €4.20

Total fees                                              €100.50
VAT (0%), reverse charge                                €0.00
Total                                                   €100.50
Amount already charged to your balance                  €100.50
Balance due                                             €0.00
Equivalent in US dollars                                US$109.24`,
    espera: {
      'proveedor.nombre': 'Stripeley Payments Europe, Limited',
      'proveedor.pais': 'IE',
      'proveedor.tax_id': 'IE3206488LH',
      numero: 'ACCT1A2B3C-2026-10',
      fecha: '2026-10-31',
      moneda: 'EUR',
      monto: '100.50',
      impuesto_extranjero: '0.00',
    },
    dudosos: [],
  },
  {
    nombre: 'code host, enterprise: number away from its label, next page of usage',
    papel: `
# Codeforge, Inc.
88 Colin P Kelly Jr Street
San Francisco, CA 94107
United States
                                                             INVOICE
                                                             Invoice #
                                                             INV10288931
                                                             Date
                                                             Nov 1, 2026
                                                             Terms
                                                             Net 30
                                                             Due Date
                                                             Dec 1, 2026
Bill To
Comercial Andina SpA
Santiago, Chile

Item                                       Quantity     Rate          Amount
Enterprise Cloud, user licenses            40           $21.00        $840.00
\f
Actions minutes, usage in October          12,400       $0.008        $99.20

                                           Subtotal                   $939.20
                                           Tax                        $0.00
                                           Total                      $939.20
                                           Amount Due (USD)           $939.20`,
    espera: {
      'proveedor.nombre': 'Codeforge, Inc.',
      'proveedor.pais': 'US',
      numero: 'INV10288931',
      fecha: '2026-11-01',
      moneda: 'USD',
      monto: '939.20',
      impuesto_extranjero: '0.00',
      descripcion: 'Enterprise Cloud, user licenses',
    },
    dudosos: [],
  },
  {
    nombre: 'video meetings: charges table, taxes and fees details, transactions',
    papel: `
Zephyr Video Communications Inc.
55 Almaden Blvd, 6th Floor
San Jose, CA 95113
United States
                                                               Invoice Date:       Nov 05, 2026
                                                               Invoice #:          INV274411902
                                                               Payment Terms:      Due Upon Receipt
Sold To Address:                                               Due Date:           Nov 05, 2026
Comercial Andina SpA                                           Account Number:     7003344556
Av. Providencia 1234                                           Currency:           USD
Santiago, Chile                                                Payment Method:     Visa ************4242
                                                               Account Information: Comercial Andina
CHARGE SUMMARY
Charge Description                       Subscription Period          Subtotal     Taxes, Fees     Total
Standard Pro Monthly                     Nov 5, 2026-Dec 4, 2026      $63.96       $12.15          $76.11

                                Subtotal:                              $63.96
                                Total (Including Taxes, Fees & Surcharges):    $76.11
                                Invoice Balance:                       $0.00
TAXES, FEES & SURCHARGES DETAILS
Charge Name                  Tax, Fee or Surcharge Name       Jurisdiction         Charge Amount
Standard Pro Monthly         Chile VAT (19%)                  Chile                $12.15
TRANSACTIONS
Transaction Date        Transaction Number      Transaction Type        Applied Amount
Nov 5, 2026             P-190028811             Payment                 ($76.11)`,
    espera: {
      'proveedor.nombre': 'Zephyr Video Communications Inc.',
      'proveedor.pais': 'US',
      numero: 'INV274411902',
      fecha: '2026-11-05',
      moneda: 'USD',
      monto: '76.11',
    },
    dudosos: ['impuesto_extranjero'],
  },
  {
    nombre: 'language models: credits bought, tax told of its base, amount due of nothing',
    papel: `
Invoice
Invoice number   8C1D2E3F-0021
Date of issue    November 9, 2026
Date due         November 9, 2026

OpenMinds, LLC                         Bill to
548 Market Street PMB 97273            Comercial Andina SpA
San Francisco, California 94104        Av. Providencia 1234
United States                          Santiago
ar@openminds.example                   Chile
CL VAT 59999990-1                      facturas@andina.example

$59.50 USD due November 9, 2026

Description                     Qty     Unit price     Tax       Amount
API usage credit                1       $50.00         19%       $50.00

                                Subtotal                         $50.00
                                Total excluding tax              $50.00
                                VAT - Chile (19% on $50.00)      $9.50
                                Total                            $59.50
                                Applied balance                  -$59.50
                                Amount due                       $0.00 USD`,
    espera: {
      'proveedor.nombre': 'OpenMinds, LLC',
      'proveedor.pais': 'US',
      numero: '8C1D2E3F-0021',
      fecha: '2026-11-09',
      moneda: 'USD',
      monto: '59.50',
      impuesto_extranjero: '9.50',
      descripcion: 'API usage credit',
    },
    dudosos: ['impuesto_extranjero'],
  },
  {
    nombre: 'German hosting: figures with commas, code behind, number under its heading',
    papel: `
Hetzmann Online GmbH · Industriestr. 25 · 91710 Gunzenhausen · Germany
Comercial Andina SpA
Av. Providencia 1234
Santiago
Chile
                                                                 Invoice no.           Date
                                                                 R0028817731           04/11/2026
                                                                 Customer no.          K0991827
Usage period 01/10/2026 - 31/10/2026
Invoice R0028817731

Product                                            Quantity       Unit price        Total (excl. VAT)
Cloud server CPX41                                 2              24,70 EUR         49,40 EUR
Volumes, 500 GB                                    1              22,00 EUR         22,00 EUR
Total amount (excl. VAT)                                                            71,40 EUR
Reverse charge: VAT 0%                                                              0,00 EUR
Total amount due                                                                    71,40 EUR
Hetzmann Online GmbH, register court Ansbach HRB 6089, VAT ID DE812871812`,
    espera: {
      'proveedor.nombre': 'Hetzmann Online GmbH',
      'proveedor.pais': 'DE',
      numero: 'R0028817731',
      fecha: '2026-11-04',
      moneda: 'EUR',
      monto: '71.40',
      'proveedor.direccion': 'Industriestr. 25 · 91710 Gunzenhausen · Germany',
      'proveedor.tax_id': 'DE812871812',
    },
    dudosos: ['proveedor.nombre', 'impuesto_extranjero'],
  },
  {
    nombre: 'droplets: totals at the head, from and for side by side, usage below',
    papel: `
# OceanBay
Final invoice for the October 2026 billing period

From                                        Details
OceanBay LLC                                Invoice number:      518844321
105 Edgeview Drive, Suite 425               Date of issue:       November 1, 2026
Broomfield, CO 80021                        Payment due on:      November 1, 2026
United States
Tax ID: CL 59.286.120-5                     For
                                            Comercial Andina SpA
                                            <facturas@andina.example>
                                            Av. Providencia 1234, Santiago, Chile

Summary
Total usage charges                                                                  $120.00
Subtotal                                                                             $120.00
VAT (CL 19.00%)                                                                      $22.80
Total due                                                                            $142.80
If you have a credit card on file, it will be automatically charged within 24 hours
Product usage charges                                                                $120.00
Droplets                                                       Hours    Start   End  $96.00
web-01 (s-4vcpu-8gb)                                           744      10-01   10-31  $48.00
web-02 (s-4vcpu-8gb)                                           744      10-01   10-31  $48.00
Spaces                                                                               $24.00`,
    espera: {
      'proveedor.nombre': 'OceanBay LLC',
      'proveedor.pais': 'US',
      numero: '518844321',
      fecha: '2026-11-01',
      moneda: 'USD',
      monto: '142.80',
      impuesto_extranjero: '22.80',
    },
    dudosos: ['moneda', 'impuesto_extranjero'],
  },
  {
    nombre: 'office suite of a search engine, Spanish, dates in words',
    papel: `
# Factura
Número de factura: 4911223344                               Guggle Cloud EMEA Limited
                                                            Velasco, Clanwilliam Place
Facturar a                                                  Dublin 2
Comercial Andina SpA                                        Irlanda
Avenida Providencia 1234                                    NIF/IVA: IE3668997OH
Santiago
Chile

Detalles                                                    Resumen del 1 oct 2026 - 31 oct 2026
Número de factura .......... 4911223344
Fecha de la factura .......... 31 oct 2026                  Subtotal en USD             US$1.250,00
ID de facturación .......... 8877-6655-4433                 IVA (0 %)                   US$0,00
Nombre de dominio .......... andina.example                 Total en USD                US$1.250,00`,
    espera: {
      'proveedor.nombre': 'Guggle Cloud EMEA Limited',
      'proveedor.pais': 'IE',
      numero: '4911223344',
      fecha: '2026-10-31',
      moneda: 'USD',
      monto: '1250.00',
      impuesto_extranjero: '0.00',
    },
    dudosos: [],
  },
  {
    nombre: 'currency before the amount, total in a table of one row, tax above',
    papel: `
# Lumière Studio SARL
12 rue des Lilas, 75011 Paris, France
SIRET 812 345 678 00012                 TVA FR81234567890
INVOICE FA2026-118                      Issued: 06/11/2026

Client: Comercial Andina SpA
Description                         Unit price HT        Qty      Amount HT
Retouching, 40 photos               EUR 25,00            40       EUR 1.000,00
Total HT                                                          EUR 1.000,00
TVA 0% (art. 259-1 CGI, reverse charge)                           EUR 0,00
Total TTC                                                         EUR 1.000,00
Deposit received 15/10/2026                                       EUR 300,00
Balance                                                           EUR 700,00`,
    espera: {
      'proveedor.nombre': 'Lumière Studio SARL',
      'proveedor.pais': 'FR',
      numero: 'FA2026-118',
      fecha: '2026-11-06',
      moneda: 'EUR',
      monto: '1000.00',
    },
    dudosos: ['monto'],
    alternativas: { monto: ['700.00'] },
  },
  {
    nombre: 'a subscription paid by a balance: payment, refund and tax lines beside the total',
    papel: `
Tax invoice / Receipt
Canvasly Pty Ltd
ABN 80 158 929 938
110 Kippax Street, Surry Hills NSW 2010
Australia
Invoice no.                   Invoice date                Amount
04412-33892017                12 Nov 2026                 US$ 29.98
Billed to                     Payment
Comercial Andina SpA          Visa ending 4242
Santiago, Chile               12 Nov 2026
Item                                         Qty           Price             Total
Canvasly Teams, monthly                      2             US$ 14.99         US$ 29.98
Subtotal                                                                     US$ 29.98
Tax                                                                          US$ 0.00
Total                                                                        US$ 29.98
Total paid                                                                   US$ 29.98
Amount due                                                                   US$ 0.00`,
    espera: {
      'proveedor.nombre': 'Canvasly Pty Ltd',
      'proveedor.pais': 'AU',
      numero: '04412-33892017',
      fecha: '2026-11-12',
      moneda: 'USD',
      monto: '29.98',
      impuesto_extranjero: '0.00',
    },
    dudosos: [],
  },
  {
    nombre: 'domains: order number beside the invoice number, taxes by place, savings',
    papel: `
NameHarbour, LLC
2155 E Warner Rd
Tempe, AZ 85284, USA
                                    RECEIPT # 3344556677            DATE 11/14/2026
BILL TO                             PAYMENT
Comercial Andina SpA                Visa ····4242                   $41.34
Santiago
Chile

TERM         PRODUCT                                                 AMOUNT
1 Year       .COM Domain Registration  andina-export.com             $21.99
1 Year       Full Domain Protection                                  $14.99
                                              SUBTOTAL               $36.98
                                              TAX                    $4.36
                                              TOTAL                  $41.34
Your savings                                                         $12.00
NameHarbour - All amounts in US Dollar (USD)`,
    espera: {
      'proveedor.nombre': 'NameHarbour, LLC',
      'proveedor.pais': 'US',
      numero: '3344556677',
      fecha: '2026-11-14',
      moneda: 'USD',
      monto: '41.34',
      impuesto_extranjero: '4.36',
    },
    dudosos: [],
  },
  {
    nombre: 'three pages, the total on the last, sums carried, a past-due balance beside it',
    papel: `
# Meridian Data Centers Inc.
700 Harbor Blvd, Weehawken, NJ 07086, USA
Invoice Number                    MDC-2026-00991
Invoice Date                      2026-11-01
Bill To: Comercial Andina SpA

Previous balance                                                           USD 2,310.00
Payments received                                                          USD -2,310.00
New charges                                                                USD 4,650.00
\f
Charges                                          Qty          Unit              Amount
Cabinet, half rack                               1            2,100.00          2,100.00
Power, 4 kW                                      4            350.00            1,400.00
Page total                                                                      3,500.00
\f
Cross connects                                   5            230.00            1,150.00
Page total                                                                      1,150.00
Total new charges                                                               USD 4,650.00
Total amount due                                                                USD 4,650.00`,
    espera: {
      'proveedor.nombre': 'Meridian Data Centers Inc.',
      'proveedor.pais': 'US',
      numero: 'MDC-2026-00991',
      fecha: '2026-11-01',
      moneda: 'USD',
      monto: '4650.00',
    },
    dudosos: [],
  },
  {
    nombre: 'a past balance in the total due: what was billed now is the doubt',
    papel: `
# Skyline Telecom Ltd
22 Moorgate, London EC2R 6AY, United Kingdom
Invoice number: SKY-66120
Invoice date: 3 November 2026
Previous balance                                                           £400.00
Charges this month                                                         £250.00
VAT 20%                                                                    £50.00
Invoice total                                                              £300.00
Total due including previous balance                                       £700.00`,
    espera: {
      'proveedor.nombre': 'Skyline Telecom Ltd',
      numero: 'SKY-66120',
      fecha: '2026-11-03',
      moneda: 'GBP',
      monto: '300.00',
      impuesto_extranjero: '50.00',
    },
    dudosos: ['monto'],
    alternativas: { monto: ['700.00'] },
  },
  {
    nombre: 'a statement of several invoices: neither number nor day is one alone',
    papel: `
Monthly Summary
Hypernet Corp.
99 Wall St, New York, NY 10005, United States
Invoice        Date            Amount
HN-100         Oct 5, 2026     USD 200.00
HN-101         Oct 19, 2026    USD 340.00
Total                          USD 540.00`,
    espera: { 'proveedor.nombre': 'Hypernet Corp.', numero: 'HN-100', moneda: 'USD', monto: '540.00' },
    dudosos: ['numero', 'fecha'],
    alternativas: { numero: ['HN-101'], fecha: ['2026-10-19'] },
  },
  {
    nombre: 'the customer at the head, the supplier and its address in the line of payment',
    papel: `
Comercial Andina SpA                                        INVOICE
Av. Providencia 1234                                        No: TX-9001
Santiago, Chile                                             Date: 2026-11-03
RUT: 76.123.456-0

Description                                       Amount
Translation services                              USD 320.00
Total                                             USD 320.00

Payable to: Lingua Bridge LLC, 30 N Gould St, Sheridan, WY 82801, USA`,
    espera: {
      'proveedor.nombre': 'Lingua Bridge LLC',
      'proveedor.pais': 'US',
      'proveedor.direccion': '30 N Gould St, Sheridan, WY 82801, USA',
      numero: 'TX-9001',
      fecha: '2026-11-03',
      monto: '320.00',
    },
    dudosos: [],
  },
  {
    nombre: 'a tax greater than its total, a day behind the word invoice',
    papel: `
Odd Corp.
1 Main St, Austin, TX 78701, United States
Invoice 1 Nov 2026
Service           USD 100.00
Tax               USD 500.00
Total             USD 100.00`,
    espera: { numero: null, fecha: '2026-11-01', monto: '100.00', impuesto_extranjero: '500.00' },
    dudosos: ['fecha', 'impuesto_extranjero'],
  },
  {
    nombre: 'a refund is no purchase; a receipt is no address',
    papel: `
Paypalish Pte. Ltd.
5 Temasek Blvd, Singapore 038985
Receipt number 9911-22
Date: Nov 3, 2026
Refund for API credits       US$20.00
Total refunded               US$20.00
Total                        US$20.00`,
    espera: { numero: '9911-22', 'proveedor.direccion': '5 Temasek Blvd, Singapore 038985', monto: '20.00' },
    dudosos: ['monto'],
  },
  {
    nombre: 'one amount in three currencies: the amount and its currency are of one line',
    papel: `
Trilux AG
Zug, Switzerland
Invoice no 991
Date: 2026-11-02
Total CHF   500.00
Total EUR   530.00
Total USD   560.00`,
    espera: { numero: '991', monto: '560.00', moneda: 'USD' },
    dudosos: ['moneda', 'monto'],
    alternativas: { monto: ['530.00'], moneda: ['EUR'] },
  },
  {
    nombre: 'Mexican: series and number, day with its hour, the VAT of nothing',
    papel: `
Soluciones MX SA de CV
RFC SMX010203AB1
Folio fiscal: 1B2C3D4E-1111-2222-3333-444455556666
Serie y folio: A 1001
Fecha y hora de emisión: 2026-11-05T12:11:10
Moneda: USD   Tipo de cambio: 18.35
Concepto                  Importe
Desarrollo                2,000.00
Subtotal                  2,000.00
IVA 0%                    0.00
Total                     2,000.00`,
    espera: {
      'proveedor.nombre': 'Soluciones MX SA de CV',
      'proveedor.tax_id': 'SMX010203AB1',
      'proveedor.direccion': null,
      numero: 'A 1001',
      fecha: '2026-11-05',
      moneda: 'USD',
      monto: '2000.00',
      impuesto_extranjero: '0.00',
    },
    dudosos: [],
  },
]
