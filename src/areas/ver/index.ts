// The interface of public addresses for other areas.

export { createPublico, type Publico } from './publico'
