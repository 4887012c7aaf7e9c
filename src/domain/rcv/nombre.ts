// The data in the name of a file of the register: the page calls its files
// RCV_COMPRA_REGISTRO_76543210-3_202611.csv and RCV_RESUMEN_VENTA_76543210_202611.csv, and so do the files
// given back here (domain/rcv §2).

import type { DocumentoRcv, EstadoContable, Lado } from './columnas'

interface NombreRcv {
  lado: Lado
  /** Null where it says none. */
  estado: EstadoContable | null
  resumen: boolean
  /** As it stands there, with its digit or without. */
  rut: string
  periodo: string
  /** Given back here, of a slice that was not whole. */
  parcial: boolean
}

const NOMBRE =
  /RCV_(RESUMEN_)?(?:DETALLE_)?(COMPRA|VENTA)S?_(?:(REGISTRO|PENDIENTE|NO_INCLUIR|RECLAMADO)S?_)?(\d{1,9}(?:-?[\dK])?)_(20\d\d(?:0[1-9]|1[0-2]))(?!\d)(_PARCIAL)?/i

/** Null for a name that says nothing. */
function readNombre(nombre: string): NombreRcv | null {
  const [, resumen, lado, estado, rut, periodo, parcial] = NOMBRE.exec(nombre) ?? []
  if (!lado || !rut || !periodo) return null
  return {
    lado: lado.toLowerCase() as Lado,
    estado: (estado?.toUpperCase() as EstadoContable | undefined) ?? null,
    resumen: resumen !== undefined,
    rut: rut.toUpperCase(),
    periodo,
    parcial: parcial !== undefined,
  }
}

interface Leido {
  periodo: string
  rut: string
  lado: Lado
  estado: EstadoContable
  resumen: boolean
  /** It is taken as a part of its slice. */
  agregar: boolean
  documentos: readonly Pick<DocumentoRcv, 'fechaEmision'>[]
}

interface Dudas {
  /** In what the name differs from where the file is going, each as a sentence. */
  dudas: string[]
  /** The month that its name and all its days say, where that is another. */
  deOtroMes: string | null
}

/** Compares a name with the file itself, its company and its month. */
export function compareNombre(nombre: string | undefined, leido: Leido): Dudas {
  const said = nombre === undefined ? null : readNombre(nombre)
  if (!said) return { dudas: [], deOtroMes: null }
  const dudas: string[] = []
  const [cuerpo, dv] = leido.rut.split('-')
  if (![cuerpo, `${cuerpo}${dv}`].includes(said.rut.replace('-', '')))
    dudas.push(`el nombre del archivo dice el RUT ${said.rut}, y la empresa es ${leido.rut}`)
  if (said.periodo !== leido.periodo)
    dudas.push(`el nombre del archivo dice el mes ${said.periodo}, y se importa en ${leido.periodo}`)
  const estado = said.estado !== null && said.estado !== leido.estado
  if (said.lado !== leido.lado || estado || (said.resumen && !leido.resumen))
    dudas.push(
      `el nombre del archivo dice ${[said.resumen && 'resumen', said.lado, said.estado].filter(Boolean).join(' ')}, y su cabecera es de ${leido.lado} ${leido.estado}`,
    )
  if (said.parcial && !leido.agregar)
    dudas.push('el nombre del archivo dice que es una parte, y se toma por el tramo entero')
  const isOther = ({ fechaEmision }: Leido['documentos'][number]): boolean =>
    fechaEmision.slice(0, 7).replace('-', '') === said.periodo
  const whole = said.periodo !== leido.periodo && leido.documentos.length > 0
  return { dudas, deOtroMes: whole && leido.documentos.every(isOther) ? said.periodo : null }
}
