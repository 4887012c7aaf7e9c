// The cover of an envelope (xml §2.1): counts, one emisor, and what only the one who receives it knows.

import { type Finding, finding } from './codigos'
import { mismoRut } from './mismo-rut'
import type { SobreLeido } from './parse-sobre'

/** The data that the receiver of the file knows and the file does not. Whatever is absent is not checked. */
export interface DatosRecepcion {
  /** RUT of the person who uploaded it. */
  rutEnvia?: string
  /** Resolution that authorises the emisor in this environment. */
  resolucion?: { fecha: string; numero: number }
  /** RUT the envelope must be addressed to: the SII's, or the receiver's own. */
  rutReceptor?: string
}

/** The Caratula against the documents and against what the receiver knows. Nothing to check in a lone DTE. */
export function checkCaratula(sobre: SobreLeido, recepcion: DatosRecepcion = {}): Finding[] {
  const { caratula, dtes } = sobre
  if (!caratula) return []
  const salida: Finding[] = []
  const donde = (tag: string) => `SetDTE/Caratula/${tag} (línea ${sobre.linea(caratula.nodo)})`

  const cuentas = new Map<number, number>()
  for (const { tipo } of dtes) cuentas.set(tipo, (cuentas.get(tipo) ?? 0) + 1)
  const declarados = new Map<number, number>()
  for (const { tipo, cantidad } of caratula.subtotales) {
    if (declarados.has(tipo))
      salida.push(finding('CRT-3-901', donde('SubTotDTE'), `El tipo ${tipo} tiene dos subtotales`))
    declarados.set(tipo, cantidad)
  }
  for (const tipo of new Set([...cuentas.keys(), ...declarados.keys()])) {
    const [hay, dice] = [cuentas.get(tipo) ?? 0, declarados.get(tipo) ?? 0]
    if (hay !== dice) {
      salida.push(
        finding(
          'CRT-3-901',
          donde('SubTotDTE'),
          `La carátula declara ${dice} documentos de tipo ${tipo} y hay ${hay}`,
        ),
      )
    }
  }
  for (const dte of dtes) {
    if (!mismoRut(dte.emisor, caratula.rutEmisor)) {
      const lugar = `DTE[${dte.indice + 1}]/Emisor/RUTEmisor (línea ${dte.linea(dte.nodo)})`
      salida.push(
        finding('CRT-3-902', lugar, `El documento es de ${dte.emisor} y el envío de ${caratula.rutEmisor}`),
      )
    }
  }
  const { rutEnvia, resolucion, rutReceptor } = recepcion
  if (rutEnvia !== undefined && !mismoRut(caratula.rutEnvia, rutEnvia)) {
    salida.push(
      finding('CRT-3-11', donde('RutEnvia'), `RutEnvia dice ${caratula.rutEnvia} y envió ${rutEnvia}`),
    )
  }
  if (rutReceptor !== undefined && !mismoRut(caratula.rutReceptor, rutReceptor)) {
    salida.push(
      finding(
        'CRT-3-903',
        donde('RutReceptor'),
        `RutReceptor dice ${caratula.rutReceptor} y recibe ${rutReceptor}`,
      ),
    )
  }
  if (
    resolucion &&
    (caratula.fchResol !== resolucion.fecha || Number(caratula.nroResol) !== resolucion.numero)
  ) {
    const debe = `${resolucion.numero} del ${resolucion.fecha}`
    salida.push(finding('CRT-3-19', donde('NroResol'), `La resolución de la empresa es la ${debe}`))
  }
  return salida
}
