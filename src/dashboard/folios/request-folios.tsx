// Folios straight from the SII: how many are worth asking for is suggested.

import { useState } from 'react'
import { FACTURA, type TipoDte } from '../../domain/dte/tipos'
import { useWrite } from '../api/query'
import { FaultNotice } from '../shell/fault-notice'
import { tell } from '../shell/notices'
import { Dialog } from '../ui/dialog'
import { SelectField } from '../ui/field'
import { Form, FormActions } from '../ui/form'
import { formatNumber, plural } from '../ui/format'
import { CountField } from '../ui/money-field'
import { shortName, TIPOS_DTE } from '../ui/tipo'
import { lasting, type Stock, suggest } from './proyeccion'

const TIPOS = TIPOS_DTE.map((tipo) => [String(tipo), `${shortName(tipo)} (${tipo})`] as const)

/** `tipo` null lets the person choose it. */
export function RequestFolios({
  stocks,
  tipo,
  hoy,
  onClose,
}: {
  stocks: readonly Stock[]
  tipo: number | null
  hoy: string
  onClose: () => void
}) {
  const [chosen, setChosen] = useState(String(tipo ?? FACTURA))
  // Null follows the suggestion of the type.
  const [typed, setTyped] = useState<{ value: number | null } | null>(null)
  const [tried, setTried] = useState<object | null>(null)
  const ask = useWrite(
    'POST /v1/dte/folios/solicitar',
    'GET /v1/dte/folios',
    'GET /v1/dte/folios/huecos',
    'GET /v1/resumen',
  )
  const stock = stocks.find(({ tipo_dte }) => String(tipo_dte) === chosen)
  const suggested = suggest(Number(chosen), stock, hoy)
  const cantidad = typed ? typed.value : suggested
  const name = shortName(Number(chosen)).toLowerCase()
  const submit = (): void => {
    setTried({})
    if (ask.isPending || cantidad === null) return
    ask.mutate(
      { consulta: {}, cuerpo: { tipo_dte: Number(chosen) as TipoDte, cantidad } },
      {
        onSuccess({ data }) {
          if ('job_id' in data) {
            tell({ tone: 'aviso', title: 'El SII tarda', text: 'Los folios se cargan solos cuando los dé.' })
            return onClose()
          }
          const fewer = data.cantidad < cantidad
          tell({
            tone: fewer ? 'aviso' : 'bien',
            title: `Folios ${formatNumber(data.desde)} a ${formatNumber(data.hasta)} de ${name}`,
            ...(fewer && {
              text: `El SII autoriza ${formatNumber(data.max_autorizado ?? data.cantidad)} a lo más por ahora.`,
            }),
          })
          onClose()
        },
      },
    )
  }
  return (
    <Dialog title={tipo === null ? 'Pedir folios' : `Pedir folios de ${name}`} onClose={onClose}>
      <Form onSubmit={submit} fault={ask.error ?? tried}>
        {tipo === null && (
          <SelectField
            label="Tipo de documento"
            options={TIPOS}
            value={chosen}
            onChange={(next) => {
              setChosen(next)
              setTyped(null)
            }}
            error={ask.error?.of('tipo_dte')}
          />
        )}
        <CountField
          label="Cuántos"
          hint={hintOf(stock, suggested, hoy)}
          value={cantidad}
          onChange={(value) => setTyped({ value })}
          error={tried && cantidad === null ? 'Escriba cuántos' : ask.error?.of('cantidad')}
        />
        {ask.error && <FaultNotice fault={ask.error} fields={['tipo_dte', 'cantidad']} />}
        <p>
          <small>Pedirlos cuenta como una consulta del plan.</small>
        </p>
        <FormActions
          action={`Pedir ${plural(cantidad ?? suggested, 'folio')}`}
          busy={ask.isPending}
          onClose={onClose}
          first
        />
      </Form>
    </Dialog>
  )
}

function hintOf(stock: Stock | undefined, suggested: number, hoy: string): string {
  const said = `${suggested === 1 ? 'Se sugiere' : 'Se sugieren'} ${formatNumber(suggested)}`
  if (stock?.dias_estimados == null || stock.disponibles === 0) return `${said}.`
  return lasting(stock, hoy)
    ? 'Los que quedan alcanzan hasta que venzan los que pida ahora: no hace falta pedir más.'
    : `${said}: lo que se usa en 45 días, sin pasar de lo que se alcanza a usar antes de que venzan.`
}
