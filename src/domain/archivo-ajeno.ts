// Files that people send in place of the one that is asked for, known by their first bytes and never by
// their name, and what they can do about it.

/** A file that is of another kind: `nombre` with its article, `consejo` as what to do. */
interface Ajeno {
  nombre: string
  consejo: string
}

const COMO_CSV = 'ábrala y guarde la planilla como CSV'

interface Firma extends Ajeno {
  at?: number
  signos: string[]
}

const AJENOS: readonly Firma[] = [
  {
    nombre: 'una planilla XLS o un documento antiguo de Office',
    consejo: 'ábralo y guárdelo como CSV o PDF',
    signos: ['\xd0\xcf\x11\xe0'],
  },
  {
    nombre: 'un archivo comprimido',
    consejo: 'saque de él el documento',
    signos: ['\x1f\x8b', 'Rar!', '7z\xbc\xaf'],
  },
  { nombre: 'una foto HEIC', consejo: 'guárdela como JPEG', at: 4, signos: ['ftyphei', 'ftypmif'] },
  { nombre: 'una imagen WebP', consejo: 'guárdela como PNG o JPEG', at: 8, signos: ['WEBP'] },
  {
    nombre: 'una imagen GIF o TIFF',
    consejo: 'guárdela como PNG o JPEG',
    signos: ['GIF8', 'II*\0', 'MM\0*'],
  },
]

/** Knows a ZIP by a name of what it holds: an office's files are ZIPs. */
const EN_ZIP: readonly (Ajeno & { dentro: RegExp })[] = [
  { dentro: /xl\/(?:workbook|worksheets)/, nombre: 'una planilla XLSX', consejo: COMO_CSV },
  { dentro: /opendocument\.spreadsheet/, nombre: 'una planilla ODS', consejo: COMO_CSV },
  {
    dentro: /word\/document|opendocument\.text/,
    nombre: 'un documento de Word u ODT',
    consejo: 'ábralo y guárdelo como PDF',
  },
]
const ZIP: Ajeno = {
  nombre: 'un ZIP',
  consejo: 'saque de él el documento; si es una planilla, guarde la planilla como CSV',
}

/** Its beginning, a letter a byte. */
const headOf = (bytes: Uint8Array, length: number): string =>
  String.fromCharCode(...bytes.subarray(0, length))

/** As much of a ZIP as is looked at, at both ends: the list of what it holds is the last of it. */
const EXTREMO = 65_536

function enZip(bytes: Uint8Array): Ajeno {
  const ascii = new TextDecoder('latin1')
  const names = ascii.decode(bytes.subarray(0, EXTREMO)) + ascii.decode(bytes.subarray(-EXTREMO))
  const { nombre, consejo } = EN_ZIP.find(({ dentro }) => dentro.test(names)) ?? ZIP
  return { nombre, consejo }
}

/**
 * The kind of a file that nothing here reads: archives, office files, some pictures. Null for anything else.
 */
export function ajenoOf(bytes: Uint8Array): Ajeno | null {
  const head = headOf(bytes, 16)
  if (head.startsWith('PK\x03\x04') || head.startsWith('PK\x05\x06')) return enZip(bytes)
  return AJENOS.find(({ at = 0, signos }) => signos.some((signo) => head.startsWith(signo, at))) ?? null
}

/** Files that are read elsewhere, and are no table. */
const NO_TABLAS: readonly { como: RegExp; ajeno: Ajeno }[] = [
  { como: /^%PDF-/, ajeno: { nombre: 'un PDF', consejo: 'baje o exporte el archivo CSV' } },
  {
    como: /^\x89PNG|^\xff\xd8\xff/,
    ajeno: { nombre: 'una imagen', consejo: 'baje o exporte el archivo CSV' },
  },
  {
    como: /^\s*<(?:!doctype html|html|head|body|table)\b/i,
    ajeno: {
      nombre: 'una página HTML, aunque se llame XLS o CSV',
      consejo: 'ábrala en una planilla y elija Guardar como, CSV',
    },
  },
  { como: /^\s*<\?xml|^\s*<[a-z]/i, ajeno: { nombre: 'un XML', consejo: 'baje o exporte el archivo CSV' } },
]

/**
 * The kind of a file that was sent where a table of text or a certificate is asked for, with its article:
 * XLSX, ZIP, PDF or a picture; null for else.
 */
export function nombreAjeno(bytes: Uint8Array): string | null {
  const head = headOf(bytes, 1024).replace(/^\xEF\xBB\xBF/, '')
  return (ajenoOf(bytes) ?? NO_TABLAS.find(({ como }) => como.test(head))?.ajeno)?.nombre ?? null
}

/** Why a file is no table of text, for a person; null where it may be one. */
export function noTabla(bytes: Uint8Array): string | null {
  const head = headOf(bytes, 1024).replace(/^\xEF\xBB\xBF/, '')
  const ajeno = ajenoOf(bytes) ?? NO_TABLAS.find(({ como }) => como.test(head))?.ajeno
  return ajeno ? `El archivo es ${ajeno.nombre}, no un CSV: ${ajeno.consejo}` : null
}
