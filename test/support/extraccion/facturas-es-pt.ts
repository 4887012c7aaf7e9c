// Invoices in Spanish and Portuguese, as vendors of Spain, Brazil and other neighbours print them; nobody's in particular.

import type { Muestra } from './muestra'

export const ES_PT: Muestra[] = [
  {
    nombre: 'Spanish company, 21 % and a retention',
    papel: `
# Talleres Levante S.L.
C/ Colón 14, 46004 Valencia
España
NIF: B12345678

FACTURA Nº 2026/0457                        Fecha de factura: 05/11/2026

Cliente
Comercial Andina SpA
RUT 76.123.456-0
Santiago, Chile

Concepto                                    Cantidad     Precio        Importe
Asesoría de procesos                        10           123,45        1.234,50 €

Base imponible                                                         1.234,50 €
IVA 21%                                                                259,25 €
Total factura                                                          1.493,75 €
Retención IRPF 15%                                                     -185,18 €
Total a pagar                                                          1.308,57 €`,
    espera: {
      'proveedor.nombre': 'Talleres Levante S.L.',
      'proveedor.pais': 'ES',
      'proveedor.tax_id': 'B12345678',
      numero: '2026/0457',
      fecha: '2026-11-05',
      moneda: 'EUR',
      monto: '1493.75',
      impuesto_extranjero: '259.25',
      descripcion: 'Asesoría de procesos',
    },
    dudosos: ['fecha', 'monto'],
    alternativas: { monto: ['1308.57'], fecha: ['2026-05-11'] },
  },
  {
    nombre: 'Spanish freelancer, services outside the scope of IVA',
    papel: `
Emisor: Lucía Romero Díaz                    Factura nº: F-26-031
NIF: 12345678Z                               Fecha de emisión: 28 de octubre de 2026
Calle Mayor 3, Madrid, España

Destinatario: Comercial Andina SpA

Descripción                                                       Importe
Traducción técnica, 12.500 palabras                               1.000,00 €

Total                                                             1.000,00 €
Operación no sujeta: inversión del sujeto pasivo.`,
    espera: {
      'proveedor.nombre': 'Lucía Romero Díaz',
      'proveedor.pais': 'ES',
      'proveedor.tax_id': '12345678Z',
      numero: 'F-26-031',
      fecha: '2026-10-28',
      moneda: 'EUR',
      monto: '1000.00',
      impuesto_extranjero: '0',
      descripcion: 'Traducción técnica, 12.500 palabras',
    },
    dudosos: ['impuesto_extranjero'],
  },
  {
    nombre: 'Brazilian, NFS-e',
    papel: `
NOTA FISCAL DE SERVIÇOS ELETRÔNICA - NFS-e
Número da Nota: 00001234                     Data e Hora de Emissão: 03/11/2026 10:21:00
PRESTADOR DE SERVIÇOS
Nome/Razão Social: Vitória Dados Ltda
CNPJ: 12.345.678/0001-90
Rua das Flores, 100, São Paulo, Brasil

TOMADOR DE SERVIÇOS
Nome/Razão Social: Comercial Andina SpA
Santiago, Chile

DISCRIMINAÇÃO DOS SERVIÇOS
Licenciamento de software

VALOR TOTAL DA NOTA = R$ 5.430,00
ISS: R$ 0,00`,
    espera: {
      'proveedor.nombre': 'Vitória Dados Ltda',
      'proveedor.pais': 'BR',
      'proveedor.tax_id': '12.345.678/0001-90',
      numero: '00001234',
      fecha: '2026-11-03',
      moneda: 'BRL',
      monto: '5430.00',
      impuesto_extranjero: '0.00',
      descripcion: 'Licenciamento de software',
    },
    dudosos: ['fecha'],
  },
  {
    nombre: 'Brazilian fatura, day beyond doubt',
    papel: `
# Rio Mídia Digital Ltda.
Av. Atlântica 500, Rio de Janeiro, Brasil
CNPJ 98.765.432/0001-10
Fatura nº 7788                               Data de emissão: 25/10/2026
Cliente: Comercial Andina SpA
Descrição                                    Quantidade       Valor
Campanha de outubro                          1                R$ 12.000,50
Total geral                                                   R$ 12.000,50`,
    espera: {
      'proveedor.nombre': 'Rio Mídia Digital Ltda.',
      'proveedor.pais': 'BR',
      'proveedor.tax_id': '98.765.432/0001-10',
      numero: '7788',
      fecha: '2026-10-25',
      moneda: 'BRL',
      monto: '12000.50',
      descripcion: 'Campanha de outubro',
    },
    dudosos: [],
  },
  {
    nombre: 'Argentine, export invoice in dollars',
    papel: `
# Pampa Soft S.A.                                   # FACTURA E
Av. Corrientes 1234, Buenos Aires                   Nº 0003-00001877
Argentina                                           Fecha de emisión: 30/10/2026
CUIT: 30-71234567-8
Señores: Comercial Andina SpA
Descripción                          Cantidad       Precio unitario      Importe
Desarrollo de módulos                1              U$S 3.200,00         U$S 3.200,00
Importe total                                                            U$S 3.200,00
Moneda: USD`,
    espera: {
      'proveedor.nombre': 'Pampa Soft S.A.',
      'proveedor.pais': 'AR',
      'proveedor.tax_id': '30-71234567-8',
      numero: '0003-00001877',
      fecha: '2026-10-30',
      moneda: 'USD',
      monto: '3200.00',
      descripcion: 'Desarrollo de módulos',
    },
    dudosos: [],
  },
  {
    nombre: 'Mexican, pesos by their code',
    papel: `
# Nube Azteca S.A. de C.V.
RFC: NAZ101010AB1
Ciudad de México, México
Folio: A-5521                      Fecha: 2026-11-04
Cliente: Comercial Andina SpA
Concepto                           Importe
Soporte mensual                    $10,000.00
Subtotal                           $10,000.00
IVA 16%                            $1,600.00
Total                              $11,600.00 MXN`,
    espera: {
      'proveedor.nombre': 'Nube Azteca S.A. de C.V.',
      'proveedor.pais': 'MX',
      'proveedor.tax_id': 'NAZ101010AB1',
      numero: 'A-5521',
      fecha: '2026-11-04',
      moneda: 'MXN',
      monto: '11600.00',
      impuesto_extranjero: '1600.00',
      descripcion: 'Soporte mensual',
    },
    dudosos: [],
  },
  {
    nombre: 'Colombian pesos with a bare sign',
    papel: `
# Café Datos S.A.S.
NIT: 900.123.456-7
Bogotá, Colombia
Factura de venta No. FV-120
Fecha de expedición: 15 de octubre de 2026
Descripción                              Valor
Consultoría                              $ 4.500.000
Total a pagar                            $ 4.500.000`,
    espera: {
      'proveedor.nombre': 'Café Datos S.A.S.',
      'proveedor.pais': 'CO',
      'proveedor.tax_id': '900.123.456-7',
      numero: 'FV-120',
      fecha: '2026-10-15',
      monto: '4500000',
      descripcion: 'Consultoría',
    },
    dudosos: ['moneda'],
  },
  {
    nombre: 'Peruvian, soles',
    papel: `
# Lima Redes S.A.C.
RUC 20123456789
Lima, Perú
FACTURA ELECTRÓNICA F001-00044
Fecha de Emisión: 31/10/2026
Descripción                              Importe
Enlace dedicado                          S/ 1,000.00
IGV 18%                                  S/ 180.00
Importe Total                            S/ 1,180.00`,
    espera: {
      'proveedor.pais': 'PE',
      'proveedor.tax_id': '20123456789',
      numero: 'F001-00044',
      fecha: '2026-10-31',
      moneda: 'PEN',
      monto: '1180.00',
      impuesto_extranjero: '180.00',
      descripcion: 'Enlace dedicado',
    },
    dudosos: [],
  },
  {
    nombre: 'Portuguese, several dates and a comma',
    papel: `
# Tejo Sistemas, Lda.
Rua Augusta 25, Lisboa, Portugal
NIF: 501234567
Fatura FT 2026/88
Data de emissão: 2026-10-29
Data de vencimento: 2026-11-29
Descrição                              Valor
Manutenção                             750,00 EUR
IVA 23%                                172,50 EUR
Total                                  922,50 EUR`,
    espera: {
      'proveedor.nombre': 'Tejo Sistemas, Lda.',
      'proveedor.pais': 'PT',
      'proveedor.tax_id': '501234567',
      numero: 'FT 2026/88',
      fecha: '2026-10-29',
      moneda: 'EUR',
      monto: '922.50',
      impuesto_extranjero: '172.50',
      descripcion: 'Manutenção',
    },
    dudosos: [],
  },
  {
    nombre: 'a sheet without a total',
    papel: `
# Presupuesto
Talleres Levante S.L.
Válido hasta el 30 de noviembre de 2026
Se detalla el alcance del servicio en el anexo.`,
    espera: {},
    dudosos: [],
  },
  {
    nombre: 'advertising charged in pesos by a receipt in Spanish',
    papel: `
Recibo de Comercial Andina (1234567890)
Fecha de la factura/del pago                                   # Pagado
31 oct 2026, 23:59                                             $250.000 (CLP)
Método de pago
Visa 4242
Identificador de la transacción
7654321098-1234567
Campañas
Promo primavera                                                $250.000
Agora Platforms, Inc.
1 Agora Way
Menlo Park, CA 94025-1453
Estados Unidos`,
    espera: {
      'proveedor.nombre': 'Agora Platforms, Inc.',
      'proveedor.pais': 'US',
      numero: '7654321098-1234567',
      fecha: '2026-10-31',
      moneda: 'CLP',
      monto: '250000',
    },
    dudosos: ['monto'],
  },
  {
    nombre: 'Irish company in Spanish, sold to and billed to',
    papel: `
# Factura
Macro Ireland Operations Limited
One Macro Place, Leopardstown, Dublin 18, Irlanda
Número de factura: E0400XYZ12                   Fecha de la factura: 08/11/2026
Id. de IVA: IE8256796U                          Periodo de facturación: 08/10/2026 - 27/10/2026
Facturar a                                      Vender a
Comercial Andina SpA                            Comercial Andina SpA
Santiago                                        Santiago
Cargos                                          USD 96,00
Subtotal                                        USD 96,00
Impuesto                                        USD 0,00
Total (incl. impuestos)                         USD 96,00
Importe pendiente                               USD 96,00`,
    espera: {
      'proveedor.nombre': 'Macro Ireland Operations Limited',
      'proveedor.pais': 'IE',
      'proveedor.tax_id': 'IE8256796U',
      numero: 'E0400XYZ12',
      fecha: '2026-11-08',
      moneda: 'USD',
      monto: '96.00',
      impuesto_extranjero: '0.00',
    },
    dudosos: [],
  },
]
