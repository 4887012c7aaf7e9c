// A country of customs' table in words. Apart, with its table: few documents leave the country.

import { glosaAduana } from '../../domain/dte/aduana'

export default function Country({ codigo }: { codigo: number }) {
  return glosaAduana('pais', codigo) ?? codigo
}
