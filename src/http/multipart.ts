// Multipart forms, which uploads may come as (http §16.4).

import type { Pause } from '../base/turn'
import { AppError, type Fault, faultsError } from '../domain/errors'

/** Many times the parts that a form has, its end among them. */
const PARTES_MAX = 100

/** Where each file of a multipart form goes in the JSON form of the same request, which has it in base64. */
export type UploadFields = Readonly<Record<string, string>>

/** The form that a route takes instead of JSON: its files, and the JSON field for what the last of them is called, if it wants that. */
export interface Formulario {
  files: UploadFields
  nombre?: string | undefined
}

const noFile = (name: string, wanted: string): string =>
  `${name} debe ser un archivo y llegó un texto; con curl, -F ${wanted}=@RUTA`

/**
 * A form in the shape of its JSON twin: texts as they are, files as bytes. What is wrong with a file as it came is told by the
 * form's name for it, for its twin has another. The event loop turns within a long one. Throws VALIDATION_ERROR, also for a form that cannot be
 * read, and INVALID_JSON as `checkParts`.
 */
export async function readMultipart(
  bytes: Uint8Array<ArrayBuffer>,
  type: string,
  { files, nombre }: Formulario,
  pause: Pause,
): Promise<unknown> {
  checkParts(bytes, type)
  await pause()
  let form: Awaited<ReturnType<Response['formData']>>
  try {
    form = await new Response(bytes, { headers: { 'content-type': type } }).formData()
  } catch (cause) {
    const mensaje = 'El formulario multipart no se puede leer: revise su boundary y que venga completo'
    throw Object.assign(faultsError([{ campo: Object.keys(files)[0]!, regla: 'formato', mensaje }]), {
      cause,
    })
  }
  await pause()
  const body: Record<string, unknown> = {}
  const faults: Fault[] = []
  const seen = new Set<string>()
  for (const [name, value] of form.entries() as IterableIterator<[string, string | Blob]>) {
    const file = files[name]
    // Also under the name of the twin, where a text would be base64: a form has files for that.
    const wanted = file ? name : Object.keys(files).find((one) => files[one] === name)
    // Kept would be the last alone, and the others lost without a word.
    if (seen.has(name)) {
      const mensaje = `${name} viene más de una vez; va ${file ? 'un archivo' : 'uno solo'} por envío`
      if (!faults.some(({ campo, regla }) => campo === name && regla === 'repetido'))
        faults.push({ campo: name, regla: 'repetido', mensaje })
      continue
    }
    seen.add(name)
    if (wanted && typeof value === 'string')
      faults.push({ campo: name, regla: 'tipo', mensaje: noFile(name, wanted) })
    else if (file && value instanceof Blob && !value.size)
      faults.push({ campo: name, regla: 'vacio', mensaje: `${name} es un archivo vacío` })
    else if (typeof value === 'string') body[name] = value
    else {
      body[file ?? name] = new Uint8Array(await value.arrayBuffer())
      await pause()
      if (file && nombre && value instanceof File && value.name) body[nombre] = value.name
    }
  }
  if (faults.length) throw faultsError(faults)
  return body
}

/** Throws INVALID_JSON for a form of more parts than any has: it is read in one piece, as long as they are many. */
function checkParts(bytes: Uint8Array<ArrayBuffer>, type: string): void {
  const boundary = /boundary="?([^";]+)/i.exec(type)?.[1]
  // Without one it cannot be read, which is told where that is tried.
  if (!boundary) return
  const content = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length)
  const limit = `--${boundary}`
  let parts = 0
  for (let at = content.indexOf(limit); at >= 0; at = content.indexOf(limit, at + limit.length)) {
    if (++parts > PARTES_MAX)
      throw new AppError('INVALID_JSON', `El formulario multipart tiene más de ${PARTES_MAX} partes`)
  }
}

/** The files of the form that a request came as; none of one that is JSON. */
export function formOf({ request, files = {} }: { request: Request; files?: UploadFields }): UploadFields {
  const type = request.headers.get('content-type') ?? ''
  return type.toLowerCase().startsWith('multipart/form-data') ? files : {}
}

/** Names a missing file by the form's name for it. */
export function inForm(fault: Fault, form: UploadFields): Fault {
  const [name] = Object.entries(form).find(([, field]) => field === fault.campo) ?? []
  return name && fault.regla === 'requerido' ? { ...fault, campo: name } : fault
}
