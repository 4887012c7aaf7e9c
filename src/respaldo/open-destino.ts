// A destination by its kind.

import type { Destino, Ubicacion } from './destino'
import { openCarpetaDestino } from './destino-carpeta'
import { openS3Destino } from './destino-s3'

export const openDestino = (ubicacion: Ubicacion): Destino =>
  ubicacion.tipo === 'carpeta' ? openCarpetaDestino(ubicacion.ruta) : openS3Destino(ubicacion)
