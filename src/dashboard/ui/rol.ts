// Roles as people read them.

import type { Rol } from '../../domain/permisos'

export const NOMBRE_ROL: Readonly<Record<Rol, string>> = {
  propietario: 'Propietario',
  administrador: 'Administrador',
  emisor: 'Emisor',
  contador: 'Contador',
  lector: 'Lector',
}
