// The parts of pages that are written from the tables that the program itself reads, so that they cannot tell anything else: commands,
// variables, exit codes, error codes and the SII's.

import { ACCIONES_ACUSE } from '../domain/acuse'
import { PERMISOS, permisosOf, ROLES, SIGNIFICADO_PERMISO, SIGNIFICADO_ROL } from '../domain/permisos'
import { CUANDO } from '../http/error-catalogue'
import { STATUS } from '../http/error-status'
import type { Tabla } from '../sii/codigos/codigo'
import { DETALLE } from '../sii/codigos/detalle'
import { DTE } from '../sii/codigos/dte'
import { ENVIO } from '../sii/codigos/envio'
import { RECLAMO } from '../sii/codigos/reclamo'
import { UPLOAD } from '../sii/codigos/upload'

/** The command line's own tables, handed in by it. */
export interface Referencia {
  comandos: readonly { nombre: string; uso: string; resumen: string }[]
  variables: readonly (readonly [nombre: string, significado: string])[]
  /** The meaning of the program's exit status. */
  salidas: readonly (readonly [codigo: string, significado: string])[]
  /** The unit of systemd. */
  unidad: string
  /** The task of Windows. */
  tarea: string
  /** The site's file of each proxy. */
  sitios: Readonly<Record<'caddy' | 'nginx', string>>
}

const cell = (text: string | number): string => String(text).replaceAll('|', '\\|').replaceAll('\n', ' ')

const table = (head: readonly string[], rows: readonly (readonly (string | number)[])[]): string =>
  [head, head.map(() => '---'), ...rows].map((row) => `| ${row.map(cell).join(' | ')} |`).join('\n')

const sentence = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)

const codes = (tabla: Tabla): string =>
  table(
    ['Código', 'Causa', 'Qué hacer'],
    Object.entries(tabla).map(([codigo, { causa, solucion }]) => [`\`${codigo}\``, causa, solucion]),
  )

const file = (content: string): string => `\`\`\`text\n${content.trimEnd()}\n\`\`\``

const TABLAS: Readonly<Record<string, (referencia: Referencia) => string>> = {
  comandos: ({ comandos }) =>
    comandos
      .map(
        ({ nombre, uso, resumen }) =>
          `## timbre ${nombre}\n\n${sentence(resumen)}.\n\n\`\`\`text\n${`timbre ${nombre} ${uso}`.trimEnd()}\n\`\`\``,
      )
      .join('\n\n'),
  variables: ({ variables }) =>
    table(
      ['Variable', 'Qué dice'],
      variables.map(([nombre, significado]) => [`\`${nombre}\``, sentence(significado)]),
    ),
  errores: () =>
    table(
      ['Código', 'HTTP', 'Cuándo'],
      Object.entries(CUANDO).map(([codigo, cuando]) => [
        `\`${codigo}\``,
        STATUS[codigo as keyof typeof STATUS],
        cuando,
      ]),
    ),
  unidad: ({ unidad }) => file(unidad),
  tarea: ({ tarea }) => file(tarea),
  caddy: ({ sitios }) => file(sitios.caddy),
  nginx: ({ sitios }) => file(sitios.nginx),
  roles: () =>
    table(
      ['Rol', 'Puede'],
      ROLES.map((rol) => [sentence(rol), sentence(SIGNIFICADO_ROL[rol])]),
    ),
  permisos: () =>
    table(
      ['Permiso', ...ROLES.map(sentence)],
      PERMISOS.map((permiso) => [
        `${sentence(SIGNIFICADO_PERMISO[permiso])} (\`${permiso}\`)`,
        ...ROLES.map((rol) => (permisosOf(rol).has(permiso) ? 'sí' : 'no')),
      ]),
    ),
  acuses: () =>
    table(
      ['Código', 'Qué registra'],
      Object.entries(ACCIONES_ACUSE).map(([codigo, dice]) => [`\`${codigo}\``, sentence(dice)]),
    ),
  sii_detalle: () => codes(DETALLE),
  sii_documento: () => codes(DTE),
  sii_envio: () => codes(ENVIO),
  sii_recepcion: () => codes(UPLOAD),
  sii_reclamo: () => codes(RECLAMO),
  salidas: ({ salidas }) =>
    table(
      ['Código', 'Significado'],
      salidas.map((fila) => [...fila]),
    ),
}

/** A page whose `{{name}}` lines have become the table of that name. Throws on a name that is none. */
export const fillTables = (text: string, referencia: Referencia): string =>
  text.replace(/^\{\{(\w+)\}\}$/gm, (_, nombre: string) => {
    const make = TABLAS[nombre]
    if (!make) throw new Error(`the manual has no table ${nombre}`)
    return make(referencia)
  })
