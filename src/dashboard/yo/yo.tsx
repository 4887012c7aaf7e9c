// `/yo`: one's own access: how the page looks, the password, the open sessions.

import { useSesion } from '../api/sesion'
import { LogOutButton } from '../shell/log-out'
import { Page } from '../shell/page'
import { NOMBRE_ROL } from '../ui/rol'
import { Factor } from './factor'
import { Passkeys } from './passkeys'
import { Password } from './password'
import { Preferences } from './preferences'
import { Sessions } from './sessions'

export default function Yo() {
  const { usuario, rol, empresa } = useSesion()
  return (
    <Page title="Mi acceso" reading actions={<LogOutButton usuarioId={usuario.id} />}>
      <dl className="pares">
        <dt>Nombre</dt>
        <dd>{usuario.nombre}</dd>
        <dt>Correo</dt>
        <dd>{usuario.email}</dd>
        <dt>Rol</dt>
        <dd>{NOMBRE_ROL[rol]}</dd>
        <dt>Empresa</dt>
        <dd>{empresa.razon_social}</dd>
      </dl>
      <Preferences />
      <Password />
      <Factor />
      <Passkeys />
      <Sessions />
    </Page>
  )
}
