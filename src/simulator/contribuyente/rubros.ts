// From what the simulated SII makes up taxpayers: activities of its list and places.

export interface Actividad {
  /** Six digits. */
  codigo: number
  descripcion: string
  categoria: 'Primera' | 'Segunda'
  afectaIva: boolean
  desde: string
}

interface Rubro extends Omit<Actividad, 'desde'> {
  /** As the name of a company begins. */
  rubro: string
}

const primera = (codigo: number, rubro: string, descripcion: string): Rubro => ({
  codigo,
  rubro,
  descripcion,
  categoria: 'Primera',
  afectaIva: true,
})

export const ACTIVIDADES: readonly Rubro[] = [
  primera(475201, 'Ferretería', 'VENTA AL POR MENOR DE ARTÍCULOS DE FERRETERÍA Y MATERIALES DE CONSTRUCCIÓN'),
  primera(410010, 'Constructora', 'CONSTRUCCIÓN DE EDIFICIOS PARA USO RESIDENCIAL'),
  primera(620100, 'Informática', 'ACTIVIDADES DE PROGRAMACIÓN INFORMÁTICA'),
  primera(
    471100,
    'Supermercado',
    'VENTA AL POR MENOR EN COMERCIOS DE ALIMENTOS, BEBIDAS O TABACO (SUPERMERCADOS E HIPERMERCADOS)',
  ),
  primera(561000, 'Restaurante', 'ACTIVIDADES DE RESTAURANTES Y DE SERVICIO MÓVIL DE COMIDAS'),
  primera(492300, 'Transportes', 'TRANSPORTE DE CARGA POR CARRETERA'),
  {
    ...primera(702000, 'Consultora', 'ACTIVIDADES DE CONSULTORÍA DE GESTIÓN'),
    categoria: 'Segunda',
    afectaIva: false,
  },
]

export const CIUDADES = ['Talca', 'Curicó', 'Linares', 'Ñuñoa', 'Valdivia', 'Chillán', 'Arica', 'Peñaflor']
