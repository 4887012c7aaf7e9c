// Recovery codes, shown this once: to copy, or as a file to print.

import { Button } from '../ui/button'
import { Copy } from '../ui/copy'
import { Notice } from '../ui/notice'
import { saveFile } from '../ui/save'

export function RecoveryCodes({ codes, onKept }: { codes: readonly string[]; onKept: () => void }) {
  const text = codes.join('\n')
  const file = (): void =>
    saveFile(
      new Blob(
        [`Códigos de recuperación de Timbre (${location.host})\nCada uno sirve una vez.\n\n${text}\n`],
        {
          type: 'text/plain',
        },
      ),
      'timbre-codigos-de-recuperacion.txt',
    )
  return (
    <div className="columna">
      <Notice tone="aviso" title="Guarde estos códigos ahora">
        <p>
          Con uno de ellos entra si pierde el teléfono. Cada uno sirve una vez, y no se vuelven a mostrar:
          imprímalos, o guárdelos donde no esté el teléfono.
        </p>
      </Notice>
      <Copy text={text} label="los códigos" />
      <div className="acciones">
        <Button onClick={file}>Guardar en un archivo</Button>
        <Button tone="primario" onClick={onKept}>
          Los guardé
        </Button>
      </div>
    </div>
  )
}
