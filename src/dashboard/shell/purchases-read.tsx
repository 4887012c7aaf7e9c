// When the register of purchases was last read: what it was not asked for waits unseen, and silence accepts it (Ley 19.983 art. 3).

import { chileDate } from '../../domain/fecha'
import type { DataOf } from '../api/client'
import { useApi } from '../api/query'
import { useSesion } from '../api/sesion'
import { LinkButton } from '../ui/button'
import { formatInstant, plural } from '../ui/format'
import { Empty, Notice } from '../ui/notice'
import { monthsUntil } from './period'

type Month = DataOf<'GET /v1/rcv'>[number]

/** Waiting documents are of the present month or the one before. */
const MONTHS = 2
const DAY_MS = 86_400_000

/** When what waits was last read of the months that may have it; null: never. `hoy`: the date in Chile. */
export function lastReadOf(months: readonly Pick<Month, 'periodo' | 'tramos'>[], hoy: string): string | null {
  const now = monthsUntil(hoy).slice(0, MONTHS)
  const read = months.flatMap(({ periodo, tramos }) =>
    (now.includes(periodo) ? tramos : []).flatMap(({ tipo, estado_contable, sincronizado_en }) =>
      tipo === 'compra' && estado_contable === 'PENDIENTE' && sincronizado_en ? [sincronizado_en] : [],
    ),
  )
  return read.sort().at(-1) ?? null
}

/** How old that reading is, as a sentence; `old`: something may have come since that is answered by its silence. */
export function readingWords(at: string | null, now: Date): { text: string; old: boolean } {
  if (at === null) return { text: 'El registro de compras no se ha leído', old: true }
  const days = Math.floor((now.getTime() - Date.parse(at)) / DAY_MS)
  const text = `El registro de compras se leyó ${days < 1 ? 'hace menos de un día' : `hace ${plural(days, 'día')}`}`
  return { text, old: days >= 1 }
}

type Reading = { at: string | null }

/** The last reading; undefined until it is known. A screen asks for it beside its list, not after it. */
export function useLastRead(): Reading | undefined {
  const { puede } = useSesion()
  const { data } = useApi('GET /v1/rcv', { query: { limite: MONTHS } }, { activa: puede('rcv:leer') })
  return data && { at: lastReadOf(data.data, chileDate(new Date())) }
}

/** To the place where it is read, for who may. */
function Bring() {
  const { puede, soloMira } = useSesion()
  if (!puede('rcv:sincronizar') || soloMira) return null
  return (
    <div className="acciones">
      <LinkButton href="/registro?traer=mes">Traer del SII</LinkButton>
    </div>
  )
}

/** In place of the list of what waits, where it has nothing. */
export function NothingWaits({ read }: { read: Reading | undefined }) {
  if (!read) return null
  const { text, old } = readingWords(read.at, new Date())
  const law = 'Pasados ocho días desde que el SII los recibió, la ley los da por aceptados.'
  return (
    <Empty title={old ? text : 'Nada espera aceptación'}>
      <p>
        {old
          ? `Puede haber documentos recibidos que esperan su aceptación y que aquí no se ven. ${law}`
          : `Aquí esperan los documentos recibidos a crédito, del registro de compras y del correo. ${law}`}
      </p>
      {read.at && (
        <p>
          <small>Última lectura: {formatInstant(read.at)}.</small>
        </p>
      )}
      {old && <Bring />}
    </Empty>
  )
}

/** Above a list that lacks what came since. */
export function OldReading({ read }: { read: Reading | undefined }) {
  const said = read && readingWords(read.at, new Date())
  if (!said?.old) return null
  return (
    <Notice tone="aviso" title={said.text} quiet>
      <p>Lo que llegó al SII desde entonces, salvo por correo, no está en esta lista, y su plazo corre.</p>
      <Bring />
    </Notice>
  )
}

/** The summary's warning: a company that buys and never asked does not know its waiting documents. */
export function UnreadPurchases() {
  const read = useLastRead()
  if (read?.at !== null) return null
  return (
    <section className="seccion" aria-labelledby="resumen-compras">
      <h2 id="resumen-compras">Compras</h2>
      <p>{readingWords(null, new Date()).text}: no se sabe qué espera aceptación.</p>
      <Bring />
    </section>
  )
}
