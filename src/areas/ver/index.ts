// What other areas may use of public addresses.

export { createPublico, type Publico } from './publico'
