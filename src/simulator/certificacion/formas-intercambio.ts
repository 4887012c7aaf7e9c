// The form of the answers of the exchange (RespuestaEnvioDTE_v10.xsd, EnvioRecibos_v10.xsd), by the reviewer's own hand (simulator §23.6).

import { type Forma, type Hijo, MUCHOS, pattern, rut } from '../forma'

const texto = (max: number): Forma => pattern(new RegExp(`^[^]{1,${max}}$`))
const fecha = pattern(/^\d{4}-\d\d-\d\d$/)
const instante = pattern(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d$/)
const numero = pattern(/^\d{1,10}$/)
const monto = pattern(/^\d{1,18}$/)
const estado = pattern(/^\d{1,2}$/)

const libre: Forma = () => true

const CONTACTO: readonly Hijo[] = [
  ['NmbContacto', 0, 1, texto(40)],
  ['FonoContacto', 0, 1, texto(40)],
  ['MailContacto', 0, 1, texto(80)],
]
const documento = (tipo: string): readonly Hijo[] => [
  [tipo, 1, 1, pattern(/^\d{2,3}$/)],
  ['Folio', 1, 1, numero],
  ['FchEmis', 1, 1, fecha],
  ['RUTEmisor', 1, 1, rut],
  ['RUTRecep', 1, 1, rut],
  ['MntTotal', 1, 1, monto],
]
const RESPUESTA: Hijo = [
  'Caratula',
  1,
  1,
  [
    ['RutResponde', 1, 1, rut],
    ['RutRecibe', 1, 1, rut],
    ['IdRespuesta', 1, 1, numero],
    ['NroDetalles', 1, 1, numero],
    ...CONTACTO,
    ['TmstFirmaResp', 1, 1, instante],
  ],
]
const ENVIO: readonly Hijo[] = [
  ['NmbEnvio', 1, 1, texto(80)],
  ['FchRecep', 1, 1, instante],
  ['CodEnvio', 1, 1, numero],
  ['EnvioDTEID', 0, 1, texto(80)],
  ['Digest', 0, 1, texto(100)],
  ['RutEmisor', 0, 1, rut],
  ['RutReceptor', 0, 1, rut],
  ['EstadoRecepEnv', 1, 1, estado],
  ['RecepEnvGlosa', 1, 1, texto(256)],
  ['NroDTE', 0, 1, numero],
  [
    'RecepcionDTE',
    0,
    MUCHOS,
    [...documento('TipoDTE'), ['EstadoRecepDTE', 1, 1, estado], ['RecepDTEGlosa', 1, 1, texto(256)]],
  ],
]
const RESULTADO: readonly Hijo[] = [
  ...documento('TipoDTE'),
  ['CodEnvio', 1, 1, numero],
  ['EstadoDTE', 1, 1, estado],
  ['EstadoDTEGlosa', 1, 1, texto(256)],
  ['CodRchDsc', 0, 1, pattern(/^-?\d{1,2}$/)],
]
const RECIBO: readonly Hijo[] = [
  ...documento('TipoDoc'),
  ['Recinto', 1, 1, texto(80)],
  ['RutFirma', 1, 1, rut],
  [
    'Declaracion',
    1,
    1,
    pattern(/^El acuse de recibo que se declara en este acto, .*Ley 19\.983, .*recibido\(s\)\.$/),
  ],
  ['TmstFirmaRecibo', 1, 1, instante],
]

/** The signature itself is looked at apart. */
const SIGNATURE: Hijo = [
  'Signature',
  1,
  1,
  [
    [
      'SignedInfo',
      1,
      1,
      [
        ['CanonicalizationMethod', 1, 1, libre],
        ['SignatureMethod', 1, 1, libre],
        [
          'Reference',
          1,
          1,
          [
            ['Transforms', 0, 1, [['Transform', 1, MUCHOS, libre]]],
            ['DigestMethod', 1, 1, libre],
            ['DigestValue', 1, 1, libre],
          ],
        ],
      ],
    ],
    ['SignatureValue', 1, 1, libre],
    [
      'KeyInfo',
      1,
      1,
      [
        [
          'KeyValue',
          1,
          1,
          [
            [
              'RSAKeyValue',
              1,
              1,
              [
                ['Modulus', 1, 1, libre],
                ['Exponent', 1, 1, libre],
              ],
            ],
          ],
        ],
        ['X509Data', 1, 1, [['X509Certificate', 1, 1, libre]]],
      ],
    ],
  ],
]

/** Each answer: its root, what is signed in it, and the form of that. */
export const FORMAS = {
  recepcion: {
    ...{ raiz: 'RespuestaDTE', set: 'Resultado' },
    forma: [RESPUESTA, ['RecepcionEnvio', 1, MUCHOS, ENVIO]] as readonly Hijo[],
  },
  recibos: {
    ...{ raiz: 'EnvioRecibos', set: 'SetRecibos' },
    forma: [
      [
        'Caratula',
        1,
        1,
        [['RutResponde', 1, 1, rut], ['RutRecibe', 1, 1, rut], ...CONTACTO, ['TmstFirmaEnv', 1, 1, instante]],
      ],
      ['Recibo', 1, MUCHOS, [['DocumentoRecibo', 1, 1, RECIBO], SIGNATURE]],
    ] as readonly Hijo[],
  },
  resultado: {
    ...{ raiz: 'RespuestaDTE', set: 'Resultado' },
    forma: [RESPUESTA, ['ResultadoDTE', 1, MUCHOS, RESULTADO]] as readonly Hijo[],
  },
} as const
export type NombreRespuesta = keyof typeof FORMAS
export const RESPUESTAS = Object.keys(FORMAS) as readonly NombreRespuesta[]
