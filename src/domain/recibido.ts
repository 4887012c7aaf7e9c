// The worth of a document received from another, in the words of the API (http §28).

export const FIRMAS_RECIBIDAS = {
  valida: 'cubre lo que el documento dice, y su certificado regía al firmar',
  invalida: 'no corresponde a lo que el documento dice, o no se sabe qué cubre',
  ausente: 'el documento no viene firmado',
  certificado_vencido: 'es correcta, con un certificado que no regía al firmar',
} as const
export type FirmaRecibida = keyof typeof FIRMAS_RECIBIDAS

/** Whether what was signed is what the document says, whenever that was. */
export const isFirmaBuena = (firma: FirmaRecibida): boolean =>
  firma === 'valida' || firma === 'certificado_vencido'

const DE_PEOR_A_MEJOR: readonly FirmaRecibida[] = ['ausente', 'invalida', 'certificado_vencido', 'valida']

/** How much a signature is worth: the more, the better. */
export const worthOf = (firma: FirmaRecibida): number => DE_PEOR_A_MEJOR.indexOf(firma)

export const worseOf = (one: FirmaRecibida, other: FirmaRecibida): FirmaRecibida =>
  worthOf(one) < worthOf(other) ? one : other

export const TIMBRES_RECIBIDOS = {
  valido: 'lo hizo quien tenía esos folios, sobre estos datos',
  invalido: 'no corresponde a los datos o a los folios',
  autoridad_desconocida: 'sus folios no los firma una llave del SII que valga en este ambiente',
  ausente: 'el documento no trae timbre, o está incompleto',
} as const
export type TimbreRecibido = keyof typeof TIMBRES_RECIBIDOS

export const MONTOS_RECIBIDOS = {
  correctos: 'suman lo que dicen',
  incorrectos: 'alguno no sale de los demás: vea `informe`',
  sin_revisar: 'su estructura no deja revisarlos',
} as const
export type MontosRecibidos = keyof typeof MONTOS_RECIBIDOS

export const ORIGENES_RECIBIDOS = {
  archivo: 'lo cargó una persona o un programa',
  correo: 'llegó al buzón',
} as const
export type OrigenRecibido = keyof typeof ORIGENES_RECIBIDOS
