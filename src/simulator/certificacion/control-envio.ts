// An envelope against a set: which document stands for which case, and each of them looked at (simulator §23.3).

import { hijos, textoEn } from '../../xml/verify/nodo'
import { type Anota, type Control, createControles } from './control'
import { type DocumentoVisto, reviewDocumento } from './control-documento'
import type { Caso } from './filas'
import { expectedOf } from './montos'

/** RazonRef by which a document says its case; sets of boletas have no attention number. */
export const razonOf = (atencion: number | null, numero: number): string =>
  atencion === null ? `CASO-${numero}` : `CASO ${atencion}-${numero}`

const razonIn = ({ nodo }: DocumentoVisto): string =>
  textoEn(
    hijos(nodo, 'Referencia').find((one) =>
      [textoEn(one, 'TpoDocRef'), textoEn(one, 'CodRef')].includes('SET'),
    ),
    'RazonRef',
  )

/** The document of each case, by what it says of itself; those that say nothing are left over for the cases without one. */
function matchCasos(
  razones: readonly string[],
  vistos: readonly DocumentoVisto[],
): (DocumentoVisto | undefined)[] {
  const matched = razones.map((razon) => vistos.find((visto) => razonIn(visto) === razon))
  const rest = vistos.filter((visto) => !matched.includes(visto))
  return matched.map((visto) => visto ?? rest.shift())
}

const rootOf = (casos: readonly Caso[], caso: Caso): Caso =>
  caso.referencia ? rootOf(casos, casos[caso.referencia.caso - 1]!) : caso

/** Every check of the documents of an envelope, in the order of the cases. */
export function reviewCasos(
  casos: readonly Caso[],
  atencion: number | null,
  vistos: readonly DocumentoVisto[],
): Control[] {
  const { controles, anota } = createControles()
  const razones = casos.map((_, i) => razonOf(atencion, i + 1))
  const matched = matchCasos(razones, vistos)
  reviewConjunto(anota, razones, matched, vistos)
  const referidoOf = ({ referencia }: Caso) => {
    const visto = referencia && matched[referencia.caso - 1]
    return visto ? { ...visto, tipo: casos[referencia.caso - 1]!.tipo } : null
  }
  casos.forEach((caso, i) => {
    const visto = matched[i]
    if (!visto) return
    reviewDocumento(anota, {
      ...{ numero: i + 1, caso, visto, razonSet: razones[i]!, raiz: rootOf(casos, caso) },
      esperado: expectedOf(casos, caso),
      referido: referidoOf(caso),
    })
  })
  return controles
}

function reviewConjunto(
  anota: Anota,
  razones: readonly string[],
  matched: readonly (DocumentoVisto | undefined)[],
  vistos: readonly DocumentoVisto[],
): void {
  razones.forEach((razon, i) => {
    anota('documentos', razon, matched[i] ? razon : 'no está', { caso: i + 1 })
  })
  const strangers = vistos.filter((visto) => !matched.includes(visto))
  anota('ajenos', '', strangers.map(({ tipo, folio }) => `${tipo}-${folio}`).join(' '))
  const there = matched.flatMap((visto, i) => (visto ? [{ visto, caso: i + 1 }] : []))
  const orden = vistos.flatMap((visto) => there.filter((one) => one.visto === visto).map(({ caso }) => caso))
  anota('orden', there.map(({ caso }) => caso).join(' '), orden.join(' '))
  const fechas = vistos.map(({ nodo }) => textoEn(nodo, 'Encabezado/IdDoc/FchEmis').slice(0, 7))
  anota('periodo', fechas[0] ?? '', [...new Set(fechas)].join(' '))
}
