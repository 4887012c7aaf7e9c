// What the rest of the program may ask of reports of used folios; one for the whole process.

export { createRcof, type Rcof } from './create'
