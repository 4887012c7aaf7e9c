// What the wiring needs of copies.

export { createCopia } from './create'
