// The customs data of an export, its codes in customs' own words (pdf §1.3 `Aduana`, domain/dte §6.11).
import { glosaAduana, type TablaAduana } from '../domain/dte/aduana'
import type { Aduana, Dte } from '../domain/dte/dte'
import { formatRut } from '../domain/rut'
import { type Bloque, filled, joined } from './campo'
import { formatMonto, formatNumero, simboloMoneda } from './formato'

const words = (tabla: TablaAduana, codigo: unknown): string =>
  typeof codigo === 'number' ? (glosaAduana(tabla, codigo) ?? `código ${codigo}`) : ''

const text = (value: unknown): string =>
  typeof value === 'string' || typeof value === 'number' ? String(value) : ''

const peso = (cantidad: unknown, unidad: unknown): string =>
  text(cantidad) && joined([formatNumero(text(cantidad)), words('unidad', unidad)], ' ')

/** The block of an export, empty for a document without customs data. */
export function bloqueExportacion({ transporte, totales, otraMoneda, idDoc }: Dte): Bloque {
  const aduana: Aduana = transporte?.aduana ?? {}
  const { moneda } = totales
  const dinero = (value: unknown): string =>
    text(value) && `${simboloMoneda(moneda)} ${formatMonto(text(value), moneda)}`
  const puerto = (codigo: unknown, adicional: unknown) => joined([words('puerto', codigo), text(adicional)])
  const rutCia = text(aduana.rutCiaTransp)
  return {
    titulo: 'Exportación',
    campos: filled([
      ['Moneda', moneda],
      ['Tipo de cambio', moneda && otraMoneda && formatNumero(otraMoneda.tipoCambio)],
      ['Forma de pago', idDoc.formaPagoExp && words('formaPago', idDoc.formaPagoExp)],
      ['Modalidad de venta', words('modalidad', aduana.codModVenta)],
      ['Cláusula de venta', words('clausula', aduana.codClauVenta)],
      ['Total cláusula', dinero(aduana.totClauVenta)],
      ['Vía de transporte', words('via', aduana.codViaTransp)],
      ['Nave o vehículo', joined([text(aduana.nombreTransp), text(aduana.idAdicTransp)])],
      ['Compañía', joined([text(aduana.nomCiaTransp), rutCia && `R.U.T. ${formatRut(rutCia)}`])],
      ['Reserva', text(aduana.booking)],
      ['Operador', text(aduana.operador)],
      ['Puerto de embarque', puerto(aduana.codPtoEmbarque, aduana.idAdicPtoEmb)],
      ['Puerto de desembarque', puerto(aduana.codPtoDesemb, aduana.idAdicPtoDesemb)],
      ['País del receptor', words('pais', aduana.codPaisRecep)],
      ['País de destino', words('pais', aduana.codPaisDestin)],
      ['Peso bruto', peso(aduana.pesoBruto, aduana.codUnidPesoBruto)],
      ['Peso neto', peso(aduana.pesoNeto, aduana.codUnidPesoNeto)],
      ['Tara', peso(aduana.tara, aduana.codUnidMedTara)],
      ['Total de ítems', text(aduana.totItems)],
      ['Total de bultos', text(aduana.totBultos) && formatNumero(text(aduana.totBultos))],
      ['Flete', dinero(aduana.montoFlete)],
      ['Seguro', dinero(aduana.montoSeguro)],
    ]),
    lineas: (aduana.tipoBultos ?? []).map(bulto),
  }
}

/** Packages of one kind: how many, what they are, how they are marked and sealed. */
function bulto(tipo: NonNullable<Aduana['tipoBultos']>[number]): string {
  const sello = joined([text(tipo.sello), tipo.emisorSello ? `de ${text(tipo.emisorSello)}` : ''], ' ')
  return joined(
    [
      joined(
        [text(tipo.cantBultos) && formatNumero(text(tipo.cantBultos)), words('bulto', tipo.codTpoBultos)],
        ' ',
      ),
      tipo.marcas && `marcas: ${tipo.marcas}`,
      text(tipo.idContainer) && `contenedor ${text(tipo.idContainer)}`,
      sello && `sello ${sello}`,
    ],
    ' · ',
  )
}
