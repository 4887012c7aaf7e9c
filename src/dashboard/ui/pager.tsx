// From page to page of a list that is longer than one.

import { Button } from './button'
import { formatNumber } from './format'
import { Empty } from './notice'

export function Pager({
  pagina,
  paginas,
  total,
  onPage,
}: {
  pagina: number
  paginas: number
  total: number
  onPage: (pagina: number) => void
}) {
  if (paginas <= 1) return null
  return (
    <nav className="acciones" aria-label="Páginas">
      <Button small disabled={pagina <= 1} onClick={() => onPage(pagina - 1)}>
        Anterior
      </Button>
      <span role="status">
        Página {formatNumber(pagina)} de {formatNumber(paginas)} · {formatNumber(total)} en total
      </span>
      <Button small disabled={pagina >= paginas} onClick={() => onPage(pagina + 1)}>
        Siguiente
      </Button>
    </nav>
  )
}

/**
 * The page of an address, or of a list that grew shorter meanwhile: it is empty, which does not say that the
 * list is.
 */
export const NoSuchPage = ({ onFirst }: { onFirst: () => void }) => (
  <Empty title="La lista no llega hasta esa página">
    <Button onClick={onFirst}>Ir a la primera</Button>
  </Empty>
)
