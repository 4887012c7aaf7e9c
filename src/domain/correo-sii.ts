// The mail in which the SII explains a verdict: it bears no signature, so anybody can write one (areas/recibidos/intercambio §5).

interface Paso {
  estado: string
  detalle: string | null
}

const DEL_SII = /^Un correo sin firma de \S+@(?:[\w-]+\.)*sii\.cl que /

/** The words that explain a document: of the last mail from the SII's domain, else of the first that came; null without one. */
export function correoDelSii(historial: readonly Paso[]): string | null {
  const said = historial.flatMap(({ estado, detalle }) =>
    estado === 'correo_sii' && detalle ? [detalle] : [],
  )
  return said.findLast((text) => DEL_SII.test(text)) ?? said[0] ?? null
}
