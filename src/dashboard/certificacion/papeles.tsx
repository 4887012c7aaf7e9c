// The papers of the company's own system, to be filled where they have a line, reviewed and signed (areas/certificacion §9).

import { useMutation } from '@tanstack/react-query'
import { api } from '../api/client'
import { type Fault, toFault } from '../api/fault'
import type { PapelCertificacion } from '../api/routes.gen'
import { useSesion } from '../api/sesion'
import { FaultNotice } from '../shell/fault-notice'
import { Button } from '../ui/button'
import { saveFile } from '../ui/save'
import type { Camino } from './camino'

const NOMBRE: Readonly<Record<PapelCertificacion, string>> = {
  declaracion: 'Declaración de cumplimiento',
  procedimientos: 'Manual de procedimientos',
  contingencia: 'Plan de contingencia',
  respaldo: 'Respaldo y restauración',
}
const PAPELES = Object.keys(NOMBRE) as PapelCertificacion[]

export function Papers({ camino: { id } }: { camino: Camino }) {
  const { empresa, ambiente } = useSesion()
  const save = useMutation<void, Fault, PapelCertificacion>({
    async mutationFn(cual) {
      const file: unknown = await api('GET /v1/certificacion/:id/papeles/:cual', { params: { id, cual } })
      if (!(file instanceof Blob)) throw toFault(file)
      saveFile(file, `${cual}_${empresa.rut}_${ambiente}.pdf`)
    },
  })
  return (
    <div className="columna">
      <p>
        El SII pide que la empresa tenga procedimientos formales. Timbre los escribe en PDF con sus datos; lo
        que no sabe queda como una línea: llénela, revise y firme.
      </p>
      <div className="acciones">
        {PAPELES.map((cual) => (
          <Button
            key={cual}
            busy={save.isPending && save.variables === cual}
            onClick={() => !save.isPending && save.mutate(cual)}
          >
            <span className="solo-lector">Guardar: </span>
            {NOMBRE[cual]}
          </Button>
        ))}
      </div>
      {save.error && <FaultNotice fault={save.error} />}
    </div>
  )
}
