// Answers to documents as Timbre writes them, for tests of those who read them.

import { buildRecibos } from '../../src/xml/recibos'
import { buildRespuestaDte, type DocumentoRespondido, type Recepcion } from '../../src/xml/respuesta-dte'
import { llave, RUT_FIRMANTE, sign } from './firma'

export const FIRMADO = '2026-11-20T10:00:00'
const firmaAt = (at: string) => ({ llave, sign, at })
const firma = firmaAt(FIRMADO)
const contacto = { nombre: null, telefono: null, email: null }

const caratulaOf = (d: DocumentoRespondido) => ({
  rutResponde: d.rutReceptor,
  rutRecibe: d.rutEmisor,
  contacto,
})

export const recepcionOf = (
  documentos: readonly (DocumentoRespondido & { estado: number; glosa: string })[],
  mas: Partial<Recepcion> = {},
): Promise<Buffer> =>
  buildRespuestaDte(
    caratulaOf(documentos[0]!),
    7,
    {
      recepciones: [
        {
          nombre: 'DTE_76543210-3_F33_1.xml',
          fechaRecepcion: '2026-11-20T09:00:00',
          codigo: 12,
          envioId: 'SetDoc',
          digest: 'Thp5lyO5Bv7tXpohnQkKY/t2r9A=',
          rutEmisor: documentos[0]!.rutEmisor,
          rutReceptor: documentos[0]!.rutReceptor,
          estado: 0,
          glosa: 'Envío recibido conforme',
          documentos,
          ...mas,
        },
      ],
    },
    firma,
  )

/** `at`: when it was signed, Chile time. */
export const resultadoOf = (
  d: DocumentoRespondido,
  estado: number,
  glosa: string,
  at = FIRMADO,
): Promise<Buffer> =>
  buildRespuestaDte(caratulaOf(d), 8, { resultados: [{ ...d, codigoEnvio: 12, estado, glosa }] }, firmaAt(at))

export const reciboOf = (...documentos: DocumentoRespondido[]): Promise<Buffer> =>
  buildRecibos(
    {
      ...caratulaOf(documentos[0]!),
      contacto: { nombre: 'Marta Peña', telefono: null, email: 'm@example.cl' },
    },
    documentos.map((d) => ({ ...d, recinto: 'Bodega "Ñuñoa" & Cía', rutFirma: RUT_FIRMANTE })),
    firma,
  )

/** A file with another text in the place of `from`. */
export const changed = (bytes: Buffer, from: string | RegExp, to: string): Buffer =>
  Buffer.from(bytes.toString('latin1').replace(from, to), 'latin1')

/** A file without its signatures. */
export const unsigned = (bytes: Buffer): Buffer => changed(bytes, /<Signature [\s\S]*?<\/Signature>/g, '')

/** A result that says a thing of each of `folios`. Its signature is not good. */
export function resultadosOf(one: Buffer, folios: readonly number[]): Buffer {
  const text = one.toString('latin1')
  const [said] = /<ResultadoDTE>[\s\S]*?<\/ResultadoDTE>/.exec(text)!
  const all = folios.map((folio) => said.replace(/<Folio>\d+</, `<Folio>${folio}<`))
  return Buffer.from(text.replace(said, all.join('\n')), 'latin1')
}
