// «Duplicar»: a document becomes a draft that the company shares, in one click (areas/borradores §2).

import type { DataOf } from '../api/client'
import { useWrite } from '../api/query'
import { type Sesion, useSesion } from '../api/sesion'
import { notify } from '../shell/notices'
import { shortName } from '../ui/tipo'
import type { Fila } from './rows'

type Copied = Pick<Fila, 'tipo_dte' | 'folio' | 'contenido'>

/** A document that only the register tells of has no lines to copy. */
export const mayDuplicate = (
  { contenido }: Pick<Copied, 'contenido'>,
  { puede, soloMira }: Pick<Sesion, 'puede' | 'soloMira'>,
): boolean => puede('borradores:escribir') && puede('dte:leer') && !soloMira && contenido !== 'registro'

export function useDuplicate(onDone: (borrador: DataOf<'POST /v1/borradores'>, words: string) => void) {
  const sesion = useSesion()
  const copy = useWrite('POST /v1/borradores', 'GET /v1/borradores')
  const { isPending, variables } = copy
  return {
    may: (row: Copied): boolean => mayDuplicate(row, sesion),
    isCopying: ({ tipo_dte, folio }: Copied): boolean =>
      isPending && variables?.body.desde?.tipo_dte === tipo_dte && variables.body.desde.folio === folio,
    duplicate({ tipo_dte, folio }: Copied): void {
      const name = `${shortName(tipo_dte)} N° ${folio}`
      copy.mutate(
        { body: { desde: { tipo_dte, folio } } },
        {
          onSuccess: ({ data }) => onDone(data, `${name} se duplicó como borrador`),
          onError: (fault) =>
            notify({ tone: 'mal', title: `${name} no se duplicó`, text: fault.message, stays: true }),
        },
      )
    },
  }
}
