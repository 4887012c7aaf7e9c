// What a guía must say of the goods it moves, when that depends on the kind of transfer or on its date (formato-dte.md §1.4
// and age warning; contract §3). Told, never refused: how the SII judges these fields is not known.

import { reglaTransporte } from '../../domain/dte/traslado'
import type { Anotar } from './anotar'
import type { DteLeido } from './leer'
import { en, hijo, textoEn, todosEn } from './nodo'

/** The element of each field that the transport rules name. */
const TRANSPORTE: Readonly<Record<string, string>> = {
  patente: 'Patente',
  rutTransportista: 'RUTTrans',
  chofer: 'Chofer',
  direccionDestino: 'DirDest',
}

/** Transfers to be exported or sold abroad describe their load and who authorised it. */
const EXPORTACION = new Set(['8', '9'])
const CARGA = ['CodPtoEmbarque', 'CodPtoDesemb', 'PesoBruto', 'CodUnidPesoBruto', 'TotBultos', 'TipoBultos']

/** Since when every line of a guide says its unit (Formato DTE v2.5). */
const CON_UNIDAD = '2026-02-16'

export function checkGuia({ documento, fecha }: DteLeido, anotar: Anotar): void {
  for (const linea of fecha < CON_UNIDAD ? [] : todosEn(documento, 'Detalle')) {
    if (!hijo(linea, 'UnmdItem')) anotar('HED-2-920', 'Detalle/UnmdItem', 'Falta UnmdItem', linea)
  }
  const faltan = (rutas: readonly string[], porque: string) => {
    for (const ruta of rutas) {
      if (en(documento, ruta)) continue
      const donde = en(documento, ruta.slice(0, ruta.lastIndexOf('/'))) ?? en(documento, 'Encabezado')
      anotar(
        'HED-2-928',
        ruta,
        `Falta ${ruta.slice(ruta.lastIndexOf('/') + 1)}: ${porque}`,
        donde ?? undefined,
      )
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
  const despacho = Number(textoEn(documento, 'Encabezado/IdDoc/TipoDespacho'))
  const regla = reglaTransporte(fecha)
  if (!regla?.rechaza || !regla.despachos.includes(despacho)) return
  faltan(
    regla.exige.map((campo) => `Encabezado/Transporte/${TRANSPORTE[campo] ?? campo}`),
    `lo exige ${regla.norma} desde el ${regla.desde}`,
  )
}
