// Checks the data about the goods that a document moves, when it depends on the kind of transfer, the
// carrier or the date (domain/dte §2.2, §4; http §3). Told, never refused: how the SII judges these fields
// is not known.

import { isTipoDte } from '../../domain/dte/tipos'
import { reglaTransporte, transporteDuty } from '../../domain/dte/traslado'
import { en, hijo, textoEn, todosEn } from './nodo'
import type { Note } from './note'
import type { DteLeido } from './parse-sobre'

const TRANSPORTE = 'Encabezado/Transporte'
/** The fields that may be declared as not held, and those that may not. */
const DECLARABLES = ['Patente', 'RUTTrans', 'Chofer']
const VIAJE = ['DirDest', 'CmnaDest', 'FchSalida', 'HraSalida', 'FchLlegada']

/** The format leaves the words of the declaration to the issuer (domain/dte §4); ours name the resolution. */
const DECLARACION = /154\/2025|\bno (?:se )?(?:cuenta|dispone|tiene|conoce)/i

/** Transfers to be exported or sold abroad describe their load and who authorised it. */
const EXPORTACION = new Set(['8', '9'])
const CARGA = ['CodPtoEmbarque', 'CodPtoDesemb', 'PesoBruto', 'CodUnidPesoBruto', 'TotBultos', 'TipoBultos']

/** Since when every line of a guide says its unit (Formato DTE v2.5). */
const CON_UNIDAD = '2026-02-16'

export function checkGuia({ documento, fecha }: DteLeido, note: Note): void {
  for (const linea of fecha < CON_UNIDAD ? [] : todosEn(documento, 'Detalle')) {
    if (!hijo(linea, 'UnmdItem')) note('HED-2-920', 'Detalle/UnmdItem', 'Falta UnmdItem', linea)
  }
  const faltan = (rutas: readonly string[], porque: string) => {
    for (const ruta of rutas) {
      if (en(documento, ruta)) continue
      const donde = en(documento, ruta.slice(0, ruta.lastIndexOf('/'))) ?? en(documento, 'Encabezado')
      note('HED-2-928', ruta, `Falta ${ruta.slice(ruta.lastIndexOf('/') + 1)}: ${porque}`, donde ?? undefined)
    }
  }
  const traslado = textoEn(documento, 'Encabezado/IdDoc/IndTraslado')
  if (EXPORTACION.has(traslado)) {
    const porque = `lo lleva una guía con IndTraslado ${traslado}`
    faltan(['Encabezado/Emisor/GuiaExport/CdgTraslado'], porque)
    faltan(
      CARGA.map((tag) => `Encabezado/Transporte/Aduana/${tag}`),
      porque,
    )
  }
  if (textoEn(documento, 'Encabezado/Emisor/GuiaExport/CdgTraslado') === '4') {
    faltan(
      ['Encabezado/Emisor/GuiaExport/FolioAut', 'Encabezado/Emisor/GuiaExport/FchAut'],
      'lo lleva CdgTraslado 4',
    )
  }
}

/** Vehicle, carrier, driver and trip of a guide, and of any other document that travels with goods (domain/dte §4). */
export function checkTransporte({ documento, tipo, fecha }: DteLeido, note: Note): void {
  const encabezado = en(documento, 'Encabezado')
  const transporte = en(documento, TRANSPORTE)
  const texto = (tag: string) => textoEn(transporte, tag)
  const emision = textoEn(documento, 'Encabezado/IdDoc/FchEmis')
  for (const [antes, despues] of [
    [emision, 'FchSalida'],
    [texto('FchSalida'), 'FchLlegada'],
  ] as const) {
    const valor = texto(despues)
    if (antes === '' || valor === '' || valor >= antes) continue
    note('HED-2-927', `${TRANSPORTE}/${despues}`, `${despues} ${valor} es anterior a ${antes}`)
  }
  const despacho = Number(textoEn(documento, 'Encabezado/IdDoc/TipoDespacho')) || undefined
  const regla = reglaTransporte(fecha)
  const duty = isTipoDte(tipo) ? transporteDuty(regla, tipo, despacho) : null
  if (!encabezado || (duty !== 'exige' && duty !== 'declara')) return
  const [linea] = todosEn(documento, 'Detalle')
  const declarado = DECLARACION.test(textoEn(linea ?? null, 'DscItem'))
  for (const tag of declarado ? VIAJE : [...DECLARABLES, ...VIAJE]) {
    if (transporte && hijo(transporte, tag)) continue
    const mensaje = `Falta ${tag}: lo exige ${regla!.norma} desde el ${regla!.desde}`
    note('HED-2-928', `${TRANSPORTE}/${tag}`, mensaje, transporte ?? encabezado)
  }
}
