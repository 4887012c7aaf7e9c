// The people in the example documents: customers and suppliers of a hardware shop in Talca. All are
// invented.

export const CONSTRUCTORA = {
  rut: '77123456-9',
  razon_social: 'Constructora Río Claro SpA',
  giro: 'Obras de edificación',
  direccion: 'Camino a Pelarco Km 3,5',
  comuna: 'Pelarco',
  ciudad: 'Talca',
  email: 'facturas@example.cl',
  contacto: 'Marta Peña',
}

export const VECINOS = {
  rut: '69110400-1',
  razon_social: 'Junta de Vecinos Villa Las Araucarias',
  giro: 'Organización comunitaria',
  direccion: 'Pasaje 4 Norte 1187',
  comuna: 'Talca',
  ciudad: 'Talca',
}

export const MANDANTE = {
  rut: '78901230-K',
  razon_social: 'Maderas del Achibueno Limitada',
  giro: 'Aserraderos',
  direccion: 'Ruta L-45 Km 12',
  comuna: 'Linares',
  ciudad: 'Linares',
}

export const RECOLECTOR = {
  rut: '9876543-3',
  razon_social: 'José Ñancupil Cárdenas',
  giro: 'Recolección de chatarra',
  direccion: 'Parcela 12, Lircay',
  comuna: 'Talca',
  ciudad: 'Talca',
}

export const IMPORTADOR = {
  razon_social: 'Blue Harbor Trading LLC',
  giro: 'Import and wholesale',
  direccion: '1200 Pier 9, Alaskan Way',
  ciudad: 'Seattle',
  extranjero: { nacionalidad: '225' },
}

export const DOLAR = { moneda: 'USD', tipo_cambio: 945.32 }
