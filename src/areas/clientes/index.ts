// What the wiring asks of the customer book.

export { createClientesServices } from './create'
