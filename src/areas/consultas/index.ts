// What the wiring needs of look-ups.

export { createContacto } from './contacto'
