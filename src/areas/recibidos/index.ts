// What the rest of the program may ask of received documents.

export { createRecibidos } from './create'
