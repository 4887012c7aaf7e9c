// `/simulador`: one desk over the simulated SII: its clock, its faults, its magic receivers and what it received (dashboard §10).

import { useSesion } from '../api/sesion'
import { Page } from '../shell/page'
import { LinkButton } from '../ui/button'
import { Empty } from '../ui/notice'
import { Clock } from './clock'
import { Faults } from './faults'
import { Ledger } from './ledger'
import { Receivers } from './receivers'

export default function Simulador() {
  const { ambiente, empresa } = useSesion()
  return (
    <Page title="Simulador">
      {ambiente === 'simulacion' ? (
        <>
          <div className="escritorio">
            <Clock />
            <Faults />
          </div>
          <Ledger />
          <Receivers />
        </>
      ) : (
        <Empty title="El simulador es de las empresas en simulación">
          <p>{empresa.razon_social} trabaja en otro ambiente, donde responde el SII.</p>
          <LinkButton href={`/empresas/${empresa.id}`}>Ver la empresa</LinkButton>
        </Empty>
      )}
    </Page>
  )
}
