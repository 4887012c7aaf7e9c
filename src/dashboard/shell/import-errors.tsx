// The omissions of an import of customers: lines of its file, and months that were never read.

import { formatNumber, plural } from '../ui/format'

/** Lines shown; the rest is in the job. */
const SHOWN = 100

export function ImportErrors({ errores }: { errores: readonly { linea: number | null; mensaje: string }[] }) {
  const lineas = errores.filter(({ linea }) => linea !== null)
  return (
    <>
      {errores.map(({ linea, mensaje }) => linea === null && <p key={mensaje}>{mensaje}.</p>)}
      {lineas.length > 0 && (
        <>
          <p>{plural(lineas.length, 'línea con errores', 'líneas con errores')}, sin importar:</p>
          <ul>
            {lineas.slice(0, SHOWN).map(({ linea, mensaje }) => (
              <li key={`${linea} ${mensaje}`}>
                <strong>Línea {formatNumber(linea!)}: </strong>
                {mensaje}
              </li>
            ))}
          </ul>
          {lineas.length > SHOWN && <p>Y {formatNumber(lineas.length - SHOWN)} más.</p>}
        </>
      )}
    </>
  )
}
