// The interface of look-ups for the wiring.

export { createContacto } from './contacto'
