// Whether a document is what the SII's schemas say, asked before it is signed and for good: its value against the table that its XML
// is written from, by the judge's own rules of values. The XML is not read back: parsing it and walking it take 40 % of the time of
// its signature, this 3 %. The stamp and the signatures are of one form, and are not looked at.

import type { Dte } from '../domain/dte/dte'
import { esquema, type Nodo } from '../domain/dte/esquema'
import type { Raiz } from '../domain/dte/fila'
import { isNuevo } from '../domain/dte/formato'
import { tipoDocumento } from '../domain/dte/tipos'
import { faltaDeValor } from './verify'

type Block = Record<string, unknown>

interface Rule extends Pick<Nodo, 'tag' | 'key' | 'min' | 'max'> {
  /** The fault of a value, in Spanish; null of a group. */
  wrong: ((text: string) => string | null) | null
  children: Rule[]
}

/** Nearly every value is seen to be right at a glance; what is not, the judge looks at and names. */
function judgeOf(n: Nodo): NonNullable<Rule['wrong']> {
  const { clase, digitos = 18, decimales = 0, desde = '0', hasta = Infinity, valores } = n
  const { largoMin = 0, largoMax = Infinity } = n
  const judge = (text: string) => faltaDeValor(n, text)
  if (valores) {
    const known = new Set(valores)
    return (text) => (known.has(text) ? null : judge(text))
  }
  if (clase === 'texto')
    return (text) => (text.length >= largoMin && text.length <= largoMax ? null : judge(text))
  if (clase !== 'entero' && clase !== 'decimal') return judge
  const fraction = decimales ? `(?:\\.\\d{1,${decimales}})?` : ''
  const plain = new RegExp(`^\\d{1,${Math.max(digitos - decimales, 1)}}${fraction}$`)
  const [from, to] = [Number(desde), Number(hasta)]
  return (text) => (plain.test(text) && Number(text) > from && Number(text) < to ? null : judge(text))
}

const rulesOf = (nodos: readonly Nodo[], nuevos: boolean): Rule[] =>
  nodos
    .filter((n) => nuevos || !isNuevo(n))
    .map((n) => {
      const { tag, key, min, max, hijos } = n
      return { tag, key, min, max, wrong: n.clase && judgeOf(n), children: rulesOf(hijos, nuevos) }
    })

const roots = new Map<string, Rule>()

function rootOf(raiz: Raiz, nuevos: boolean): Rule {
  const known = `${raiz} ${nuevos}`
  let root = roots.get(known)
  if (!root) {
    const own = esquema(raiz).filter(({ tag }) => tag !== 'TED' && tag !== 'TmstFirma')
    root = { tag: '', key: '', min: 1, max: 1, wrong: null, children: rulesOf(own, nuevos) }
    roots.set(known, root)
  }
  return root
}

const nameOf = ({ tag, max }: Rule, nth: number): string => (max > 1 ? `${tag}[${nth}]` : tag)

const short = (text: string): string => (text.length > 60 ? `${text.slice(0, 57)}…` : text)

/**
 * The first thing that the schemas refuse in a document, by its element and the rule, in Spanish; null when there is none. `nuevos`:
 * whether it carries the elements of the newer ones (formato.ts).
 */
export function structureFault(dte: Dte, nuevos: boolean): string | null {
  const path: string[] = []
  let fault: string | null = null
  const fail = (tag: string, text: string): void => {
    fault ??= `${[...path, tag].join('/')} ${text}`
  }

  /** Whether the element would stand in the XML: what is empty does not. */
  function stands(rule: Rule, value: unknown, nth: number): boolean {
    if (!rule.wrong) {
      path.push(nameOf(rule, nth))
      const any = groupStands(rule, value as Block)
      path.pop()
      return any
    }
    const text = String(value)
    if (text === '') return false
    const wrong = rule.wrong(text)
    if (wrong) fail(nameOf(rule, nth), `«${short(text)}» ${wrong}`)
    return true
  }

  function groupStands({ children }: Rule, block: Block): boolean {
    let any = false
    let missing = ''
    for (const rule of children) {
      const value = rule.tag === 'Encabezado' ? block : block[rule.key]
      let count = 0
      if (Array.isArray(value)) {
        for (const item of value) if (stands(rule, item, count + 1)) count++
      } else if (value !== undefined && stands(rule, value, 1)) count = 1
      any ||= count > 0
      if (count < rule.min) missing ||= rule.tag
      if (count > rule.max)
        fail(nameOf(rule, rule.max + 1), `puede aparecer hasta ${rule.max} veces y son ${count}`)
    }
    if (any && missing) fail(missing, 'falta')
    return any
  }

  groupStands(rootOf(tipoDocumento(dte.idDoc.tipoDte).raiz, nuevos), dte as unknown as Block)
  return fault
}
