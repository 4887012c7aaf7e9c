// Checks the buyer of a boleta and the events it sells, when that depends on its service or its total
// (domain/dte §2.2, §3.2, §9 point 15).

import { exceedsUmbral } from '../../domain/dte/umbral'
import { RUT_CONSUMIDOR_FINAL } from '../../domain/rut'
import { en, hijo, hijos, textoEn } from './nodo'
import type { Note } from './note'
import type { DteLeido } from './parse-sobre'

/** Periodic services, and those of the home. */
const CON_COMPRADOR = new Set(['1', '2'])
const ESPECTACULOS = '4'

export function checkBoleta(dte: DteLeido, note: Note): void {
  const { documento, receptor, fecha, montoTotal } = dte
  const servicio = textoEn(documento, 'Encabezado/IdDoc/IndServicio')
  const anonima = receptor === RUT_CONSUMIDOR_FINAL
  const falta = (ruta: string, porque: string): void => {
    if (!en(documento, ruta))
      note('HED-2-931', ruta, `Falta ${ruta.slice(ruta.lastIndexOf('/') + 1)}: ${porque}`)
  }
  if (CON_COMPRADOR.has(servicio)) {
    const porque = `lo lleva una boleta con IndServicio ${servicio}`
    falta('Encabezado/Receptor/DirRecep', porque)
    falta('Encabezado/Receptor/CmnaRecep', porque)
    if (anonima && !en(documento, 'Encabezado/Receptor/CdgIntRecep')) {
      note('HED-2-931', 'Encabezado/Receptor/RUTRecep', `Con IndServicio ${servicio} va el RUT del cliente`)
    }
  }
  if (/^\d{1,15}$/.test(montoTotal) && exceedsUmbral(fecha, String(Number(montoTotal)))) {
    const porque = 'la boleta pasa del monto desde el que identifica a su comprador'
    if (anonima) note('HED-2-931', 'Encabezado/Receptor/RUTRecep', `El RUT es el genérico y ${porque}`)
    falta('Encabezado/Receptor/RznSocRecep', porque)
    falta('Encabezado/IdDoc/MedioPago', porque)
  }
  if (servicio === ESPECTACULOS) checkEspectaculos(dte, note)
}

function checkEspectaculos({ documento }: DteLeido, note: Note): void {
  for (const [i, linea] of hijos(documento, 'Detalle').entries()) {
    const espectaculo = textoEn(linea, 'ItemEspectaculo')
    const tag =
      espectaculo === ''
        ? 'ItemEspectaculo'
        : Number(espectaculo) === 1 && !hijo(linea, 'InfoTicket')
          ? 'InfoTicket'
          : ''
    if (tag)
      note('DET-2-907', `Detalle[${i + 1}]/${tag}`, `Falta ${tag}: la boleta vende espectáculos`, linea)
  }
}
