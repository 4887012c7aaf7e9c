// The hardware shop in Talca that the demo is about, and its owner; both are invented.

export const PROPIETARIA = { nombre: 'Carolina Fuentes', email: 'demo@example.cl' }

export const EMPRESA = {
  rut: '76543210-3',
  razon_social: 'Ferretería El Ñandú Limitada',
  giro: 'Venta de materiales de construcción',
  actividades_economicas: [475201, 773001],
  direccion: 'Av. San Miguel 2380',
  comuna: 'Talca',
  ciudad: 'Talca',
  telefono: '+56 71 223 4455',
  email: 'ventas@example.cl',
}
