// Goes into the mailbox to see whether that works; a refused password is not tried again, but switches it off (areas/recibidos/buzon §1).

import { type ReactNode, useEffect, useState } from 'react'
import { useInvalidate, useWrite } from '../api/query'
import { useSesion } from '../api/sesion'
import { useWish } from '../api/wish'
import { FaultNotice } from '../shell/fault-notice'
import { Button } from '../ui/button'
import { plural } from '../ui/format'
import { Notice } from '../ui/notice'
import { BUZON, type Buzon } from './state'

/** `onOff`: it went off by being tried. `children`: what else may be done, beside it. */
export function Probe({ buzon, onOff, children }: { buzon: Buzon; onOff: () => void; children: ReactNode }) {
  const { empresa } = useSesion()
  const invalidate = useInvalidate()
  const wish = useWish()
  const test = useWrite('POST /v1/empresa/:id/buzon/probar')
  // A try is valid for the box as it was saved at that time.
  const [tried, setTried] = useState('')
  const shown = tried === buzon.guardado_en
  const off = buzon.apagado !== null
  const refused = shown && off && test.isError
  // The password was refused, and the button is gone with that.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when it went off
  useEffect(() => {
    if (refused) onOff()
  }, [refused])
  const ask = (): void => {
    setTried(buzon.guardado_en)
    test.mutate(
      { params: { id: empresa.id }, clave: wish.keyOf({}) },
      {
        onSettled(_, fault) {
          wish.settled(fault)
          if (fault) void invalidate(BUZON)
        },
      },
    )
  }
  return (
    <>
      <div className="acciones">
        {!off && (
          <Button busy={test.isPending} onClick={ask}>
            Probar el ingreso
          </Button>
        )}
        {children}
      </div>
      <div role="status">
        {test.isPending && <p>Ingresando a la casilla. Puede tardar hasta 45 segundos.</p>}
        {shown && test.data && (
          <Notice tone="bien" quiet title="El ingreso resultó">
            <p>
              Hay {plural(test.data.data.mensajes, 'mensaje')}
              {buzon.tipo === 'imap' && ` en ${buzon.carpeta}`}. La prueba no lee ninguno.
            </p>
          </Notice>
        )}
      </div>
      {shown && test.error && <FaultNotice fault={test.error} />}
    </>
  )
}
