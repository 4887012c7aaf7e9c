// Each step in words for somebody who never heard of the SII: what it is for, and how one sees that it is done (areas/certificacion §1).

import type { Pendiente } from './camino'

type Codigo = Pendiente['codigo']

interface Guia {
  para: string
  /** How one sees that it is done. */
  listo: string
  /** The same at the simulated SII, which has no pages nor people. */
  ensayo?: string
}

export const GUIA: Readonly<Record<Codigo, Guia>> = {
  certificado: {
    para: 'El certificado digital es la firma de una persona autorizada por la empresa: sin él nada llega al SII.',
    listo: 'Este paso desaparece cuando hay un certificado vigente.',
  },
  resolucion: {
    para: 'Cada envío lleva la fecha en que el SII admitió a la empresa en su sitio de pruebas (maullin).',
    listo: 'Este paso desaparece cuando guarda la fecha.',
  },
  postular: {
    para: 'Con la postulación el SII admite a la empresa en su sitio de pruebas. Entra el representante legal, con su certificado.',
    listo: 'El SII muestra a la empresa como postulante. Timbre no lo ve: siga con el paso que viene.',
  },
  usuarios: {
    para: 'El SII recibe documentos sólo de personas inscritas por la empresa: la dueña del certificado que cargó aquí.',
    listo: 'La página del SII la lista con los tres permisos. Timbre no lo ve: siga con el paso que viene.',
  },
  cargar_set: {
    para: 'El set de pruebas es un archivo TXT que dice qué documentos quiere ver el SII. Trae uno o varios sets, y cada set, casos.',
    listo: 'Los sets aparecen en esta página, cada uno con sus casos.',
  },
  set_no_admitido: {
    para: 'Timbre no sabe hacer esos documentos, y el SII no autoriza a la empresa mientras falte un set que exige.',
    listo: 'El sitio del SII no pide más sets.',
  },
  responder_dudas: {
    para: 'El texto del SII no dice todo: a quién se factura, por ejemplo. Eso lo decide usted.',
    listo: 'El set pasa a «Listo para emitir».',
  },
  corregir_ajustes: {
    para: 'Algo de lo que respondió haría que una solicitud se rechazara: se corrige antes de tomar folios.',
    listo: 'El set pasa a «Listo para emitir».',
  },
  esperar_set: {
    para: 'El SII compara el libro con los documentos de un set ya aprobado.',
    listo: 'Cuando ese set esté conforme, el libro pasa a «Listo para emitir».',
  },
  folios: {
    para: 'Un folio es el número de un documento. El SII los autoriza por tipo, en un archivo llamado CAF; aquí sirven los de pruebas.',
    listo: 'Este paso desaparece cuando alcanzan los folios.',
  },
  emitir: {
    para: 'Timbre hace los documentos que pide el set, los firma y los manda al SII en un solo envío.',
    listo: 'El set pasa a «Falta declararlo en el SII», en unos minutos.',
  },
  enviando: { para: 'El envío va en camino.', listo: 'El set pasa a «El SII valida el envío».' },
  envio_detenido: {
    para: 'El envío tiene que salir entero: mientras un documento espera, el set no avanza.',
    listo: 'El set pasa a «El SII valida el envío».',
  },
  validacion: {
    para: 'El SII revisa firmas, folios y formato del envío. Aún no mira si es lo que pedía el set.',
    listo: 'El set pasa a «Falta declararlo en el SII». Esta página lo muestra sola.',
  },
  declarar_avance: {
    para: 'El SII mira el contenido de un set sólo después de que alguien le dice con qué envío se rindió.',
    listo: 'Su página muestra el set EN REVISION. Después anótelo aquí.',
    ensayo: 'El set pasa a «El SII lo revisa».',
  },
  revision: {
    para: 'El SII compara cada documento con lo que pedía el set.',
    listo:
      'Llega su correo, o su página dice REVISADO CONFORME. Si el buzón está configurado, Timbre lo anota solo.',
    ensayo: 'El set pasa a «Conforme», un minuto y medio después de declararlo.',
  },
  corregir: {
    para: 'El SII encontró algo distinto de lo que pedía. Los documentos se hacen de nuevo, con otros folios.',
    listo: 'El set vuelve a «Falta declararlo en el SII».',
  },
  avanzar_paso: {
    para: 'El sitio del SII pasa a la etapa siguiente sólo cuando alguien lo pide.',
    listo:
      'El sitio del SII responde que la empresa pasó al paso siguiente. Timbre no lo ve: siga con el paso que viene.',
    ensayo: 'El SII simulado responde que la empresa pasó al paso siguiente. Siga con el paso que viene.',
  },
  anotar_etapa: {
    para: 'El SII no pide todas las etapas a todas las empresas, y Timbre no ve en cuál está su sitio.',
    listo: 'La etapa que anote queda marcada como la de ahora.',
  },
  simulacion: {
    para: 'El SII quiere ver documentos como los que la empresa va a emitir, sin un texto que los dicte.',
    listo: 'La simulación aparece entre los sets, y pasa a «Falta declararlo en el SII».',
  },
  intercambio: {
    para: 'El SII comprueba que la empresa sabe contestar los documentos que otras le mandan.',
    listo: 'La página del SII muestra los dos documentos contestados.',
    ensayo: 'El SII simulado las da por buenas. Después pulse seguir.',
  },
  muestras: {
    para: 'Una persona del SII mira cómo se imprimen los documentos.',
    listo: 'Llega un correo del SII que las aprueba; puede tardar días.',
    ensayo: 'El SII simulado las da por buenas. Después pulse seguir.',
  },
  rcof: {
    para: 'El consumo de folios (RCOF) le dice al SII qué boletas se emitieron ese día. La ley ya no lo pide cada día; sus instrucciones para certificar boletas, sí.',
    listo: 'El SII lo acepta, con reparos o sin ellos, y este paso desaparece. Timbre pregunta solo.',
  },
  declaracion: {
    para: 'El representante legal declara, con su propio certificado, que la empresa cumple con lo que el SII exige.',
    listo: 'La página del SII dice que la empresa está autorizada.',
    ensayo: 'El SII simulado dice que la empresa está autorizada. Después anótelo aquí.',
  },
  produccion: {
    para: 'La empresa ya puede emitir de verdad. En producción todo se pide de nuevo.',
    listo: 'El borde de arriba dice PRODUCCIÓN.',
  },
}

/** Steps of one kind are told once, for all their sets, where the first of them stands. */
export const groupsOf = (checklist: readonly Pendiente[]): Pendiente[][] => [
  ...Map.groupBy(checklist, ({ codigo }) => codigo).values(),
]
