// One walk that compares a tree of rules with the tree of the file, both in document order: a strict sequence, as every
// SII schema is.

import { type Codigo, type Finding, finding } from './codigos'
import { NS_FIRMA, type Regla } from './marco'
import { atributo, type Elemento, hijos, texto } from './nodo'
import { faltaDeValor } from './valores'

interface Walk {
  salida: Finding[]
  linea: (elemento: Elemento) => number
  /** Namespace expected of the elements, unless their rule says another. */
  ns: string
  /** Elements of this name are counted but not entered. */
  skipped?: string
  /** As whoever receives the file judges: what a stranger put beside what is signed is told and not refused. */
  recibido?: boolean
}

const NCNAME = /^[A-Za-z_\xC0-\xD6\xD8-\xF6\xF8-\xFF][\w.\-\xB7\xC0-\xD6\xD8-\xF6\xF8-\xFF]*$/

/** Adds to `salida` all that is wrong with `nodo` and what is inside it. */
export function walk(nodo: Elemento, regla: Regla, ruta: string, walked: Walk): void {
  const expected = regla.ns ?? walked.ns
  // Without an xmlns of its own it has none, or that of what is around it.
  const lost = walked.recibido === true && nodo.ns !== expected && ['', walked.ns].includes(nodo.ns)
  const ns = lost ? nodo.ns : expected
  const dentro: Walk = ns === walked.ns ? walked : { ...walked, ns }
  if (lost) note(dentro, 'ENV-2-917', ruta, nodo, `<${nodo.nombre}> no declara su espacio de nombres`)
  if (nodo.ns !== ns) {
    note(
      dentro,
      'ENV-3-901',
      ruta,
      nodo,
      `<${nodo.nombre}> no está en el espacio de nombres ${ns || 'vacío'}`,
    )
    return
  }
  if (regla.atributos || nodo.atributos.length > 0) checkAtributos(nodo, regla.atributos ?? {}, ruta, dentro)
  if (regla.hijos) checkHijos(nodo, regla, regla.hijos, ruta, dentro)
  else checkHoja(nodo, regla, ruta, dentro)
}

function checkHoja(nodo: Elemento, regla: Regla, ruta: string, walked: Walk): void {
  const [ajeno] = hijos(nodo)
  if (ajeno) {
    note(
      walked,
      'ENV-3-901',
      ruta,
      nodo,
      `<${nodo.local}> no admite elementos dentro y lleva <${ajeno.local}>`,
    )
    return
  }
  const valor = texto(nodo)
  const falta = faltaDeValor(regla, valor)
  if (falta) note(walked, 'ENV-3-904', ruta, nodo, `${nodo.local} «${corto(valor)}» ${falta}`)
  else if (valor === '') note(walked, 'ENV-2-912', ruta, nodo, `<${nodo.local}> está vacío; omítalo`)
}

function checkHijos(nodo: Elemento, { abierto }: Regla, reglas: Regla[], ruta: string, walked: Walk): void {
  if (nodo.hijos.some((h) => typeof h === 'string' && h.trim() !== '')) {
    note(walked, 'ENV-3-901', ruta, nodo, `<${nodo.local}> no admite texto entre sus elementos`)
  }
  // `turno` is the rule whose turn it is: in a strict sequence it only moves forward.
  let turno = 0
  let vistos = 0
  const advance = (hasta: number, resto: Elemento['hijos'] = []) => {
    for (; turno < hasta; turno++, vistos = 0) {
      const { nombre, min } = reglas[turno]!
      // One that comes later is out of order and will be told as such: it is not missing.
      if (vistos < min && !resto.some((h) => typeof h !== 'string' && h.local === nombre)) {
        note(walked, 'ENV-3-902', `${ruta}/${nombre}`, nodo, `Falta <${nombre}> en <${nodo.local}>`)
      }
    }
  }
  for (const [i, hijo] of nodo.hijos.entries()) {
    if (typeof hijo === 'string') continue
    if (abierto && walked.recibido && !reglas.some(({ nombre }) => nombre === hijo.local)) {
      note(walked, 'ENV-2-913', `${ruta}/${hijo.local}`, hijo, abierto)
      continue
    }
    let lugar = turno
    while (lugar < reglas.length && reglas[lugar]!.nombre !== hijo.local) lugar++
    const regla = reglas[lugar]
    if (!regla) {
      const mensaje = reglas.some(({ nombre }) => nombre === hijo.local)
        ? `<${hijo.local}> está fuera de orden: debe ir antes en <${nodo.local}>`
        : `<${hijo.local}> no existe en <${nodo.local}>`
      note(walked, 'ENV-3-901', `${ruta}/${hijo.local}`, hijo, mensaje)
      continue
    }
    if (lugar > turno) advance(lugar, nodo.hijos.slice(i + 1))
    vistos++
    const rutaHijo = regla.max > 1 ? `${ruta}/${regla.nombre}[${vistos}]` : `${ruta}/${regla.nombre}`
    if (vistos === regla.max + 1) {
      const codigo = regla.nombre === 'DTE' ? 'ENV-3-909' : 'ENV-3-903'
      const veces = regla.max === 1 ? 'una sola vez' : `hasta ${regla.max} veces`
      note(walked, codigo, rutaHijo, hijo, `<${regla.nombre}> puede aparecer ${veces}`)
    }
    if (regla.nombre !== walked.skipped) walk(hijo, regla, rutaHijo, walked)
  }
  advance(reglas.length)
}

function checkAtributos(
  nodo: Elemento,
  atributos: NonNullable<Regla['atributos']>,
  ruta: string,
  walked: Walk,
): void {
  for (const { nombre } of nodo.atributos) {
    // To a schema xmlns is no attribute, and xsi:schemaLocation may stand anywhere.
    if (Object.hasOwn(atributos, nombre) || /^(?:xmlns$|xmlns:|xsi:)/.test(nombre)) continue
    note(walked, 'ENV-3-905', `${ruta}/@${nombre}`, nodo, `<${nodo.local}> no lleva el atributo ${nombre}`)
  }
  for (const [nombre, valores] of Object.entries(atributos)) {
    const valor = atributo(nodo, nombre)
    const malo =
      valor === undefined
        ? `A <${nodo.local}> le falta el atributo ${nombre}`
        : valores && !valores.includes(valor)
          ? `${nombre} es «${corto(valor)}» y debe ser ${valores.join(' o ')}`
          : nombre === 'ID' && !NCNAME.test(valor)
            ? `El ID «${corto(valor)}» debe empezar con una letra y no llevar espacios`
            : null
    if (malo) note(walked, 'ENV-3-905', `${ruta}/@${nombre}`, nodo, malo)
  }
}

// Whatever is wrong inside a Signature is one thing to the SII: its profile is not followed.
function note(
  { salida, linea, ns }: Walk,
  codigo: Codigo,
  ruta: string,
  nodo: Elemento,
  mensaje?: string,
): void {
  const donde = `${ruta} (línea ${linea(nodo)})`
  salida.push(finding(ns === NS_FIRMA ? 'ENV-3-907' : codigo, donde, mensaje))
}

const corto = (valor: string): string => (valor.length > 60 ? `${valor.slice(0, 57)}…` : valor)
