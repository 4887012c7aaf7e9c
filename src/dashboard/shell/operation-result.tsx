// The result of an operation at the SII, by the base that it is of.

import { Link } from 'wouter'
import { formatNumber, formatPeriod, formatPesos, plural } from '../ui/format'
import { Notice } from '../ui/notice'
import { shortName } from '../ui/tipo'
import type { Base } from './bases'
import { FolioResult } from './folio-operation'
import { ImportErrors } from './import-errors'
import { isUnderWay, type Operacion, type OperacionDe } from './operation'

type Resultado<B extends Base> = OperacionDe<B> extends { result: infer R } ? NonNullable<R> : never

/** Nothing where there is no result; of a batch there is one along the way. */
export function OperationResult({ base, operacion }: { base: Base; operacion: Operacion }) {
  const { result } = operacion
  if (result === null) return null
  switch (base) {
    case '/v1/rcv':
      return <Registro {...(result as Resultado<'/v1/rcv'>)} />
    case '/v1/dte/acuse':
      return <Acuse result={result as Resultado<'/v1/dte/acuse'>} ended={!isUnderWay(operacion)} />
    case '/v1/dte/folios':
      return <FolioResult {...operacion} result={result as Resultado<'/v1/dte/folios'>} />
    case '/v1/bte':
      return <Boleta result={result as Resultado<'/v1/bte'>} />
    case '/v1/recibidos':
      return <Lectura result={result as Resultado<'/v1/recibidos'>} />
    case '/v1/dte/rcof':
      return <Rcof {...(result as Resultado<'/v1/dte/rcof'>)} />
    case '/v1/clientes':
      return <Importacion {...(result as Resultado<'/v1/clientes'>)} />
    // Its page is beside it, and tells more.
    case '/v1/compras-internacionales':
      return null
  }
}

function Registro({
  periodo,
  estado,
  compras,
  ventas,
  vinculaciones_creadas,
  advertencias,
}: Resultado<'/v1/rcv'>) {
  const whole = estado === 'sincronizado'
  const summaryOf = (name: string, { documentos, nuevos, modificados, ausentes }: typeof compras): string =>
    `${name}: ${plural(documentos, 'documento')}; ${plural(nuevos, 'nuevo')}, ${plural(modificados, 'cambiado')}, ${plural(ausentes, 'ausente')}.`
  return (
    <Notice
      tone={whole ? 'bien' : 'aviso'}
      quiet
      title={whole ? 'El mes se leyó entero' : 'El mes se leyó en parte'}
    >
      <p>{summaryOf('Ventas', ventas)}</p>
      <p>{summaryOf('Compras', compras)}</p>
      {vinculaciones_creadas > 0 && (
        <p>{plural(vinculaciones_creadas, 'nota vinculada', 'notas vinculadas')} con su factura.</p>
      )}
      {advertencias.map(({ code, mensaje }) => (
        <p key={`${code} ${mensaje}`}>{mensaje}</p>
      ))}
      <div>
        <Link href={`/registro/${periodo}`}>Ver {formatPeriod(periodo)}</Link>
      </div>
    </Notice>
  )
}

/** The result about one document, about several answered together, or about what others said of own ones. */
function Acuse({ result, ended }: { result: Resultado<'/v1/dte/acuse'>; ended: boolean }) {
  if ('consultados' in result)
    return (
      <Notice tone="bien" quiet title={`El SII respondió por ${plural(result.consultados, 'documento')}`}>
        {result.rehusados > 0 && <p>De {formatNumber(result.rehusados)} no dio respuesta.</p>}
        {result.pendientes > 0 && <p>Quedan {formatNumber(result.pendientes)} para otro día.</p>}
      </Notice>
    )
  if (!('documentos' in result))
    return (
      <Notice tone="bien" quiet title="Quedó en el registro del SII">
        <p>{result.glosa}</p>
      </Notice>
    )
  const refused = result.documentos.filter(({ estado }) => estado === 'rehusado')
  const done = result.registrados + result.repetidos
  return (
    <>
      {done > 0 && (
        <Notice tone="bien" quiet title={`${plural(done, 'documento')} en el registro del SII`}>
          {result.repetidos > 0 &&
            `${plural(result.repetidos, 'ya lo estaba', 'ya lo estaban')} desde antes.`}
        </Notice>
      )}
      {refused.length > 0 && (
        <Notice tone="mal" quiet title={`El SII no admitió ${plural(refused.length, 'documento')}`}>
          <ul>
            {refused.map(({ rut_emisor, tipo_dte, folio, glosa, causa }) => (
              <li key={`${rut_emisor} ${tipo_dte} ${folio}`}>
                {shortName(tipo_dte)} N° {folio}: {causa ?? glosa}
              </li>
            ))}
          </ul>
        </Notice>
      )}
      {ended && result.pendientes > 0 && (
        <Notice tone="aviso" quiet title={`Sin responder: ${plural(result.pendientes, 'documento')}`}>
          <p>Reintente la operación, o respóndalos otra vez desde la lista.</p>
        </Notice>
      )}
    </>
  )
}

/** The result of reading a mailbox; an answer to a supplier shows on its document. */
function Lectura({ result }: { result: Resultado<'/v1/recibidos'> }) {
  if (!('mensajes' in result)) return null
  const { mensajes, documentos, repetidos, ignorados } = result
  if (!mensajes) return <Notice tone="bien" quiet title="No había mensajes nuevos" />
  return (
    <Notice
      tone="bien"
      quiet
      title={`Se ${mensajes > 1 ? 'leyeron' : 'leyó'} ${plural(mensajes, 'mensaje')}`}
    >
      <p>
        {plural(documentos, 'documento nuevo', 'documentos nuevos')};{' '}
        {plural(repetidos, 'documento ya se tenía', 'documentos ya se tenían')}; de{' '}
        {plural(ignorados, 'mensaje')} no se tomó nada.
      </p>
    </Notice>
  )
}

/** Issued, annulled, or a month that was read. */
function Boleta({ result }: { result: Resultado<'/v1/bte'> }) {
  if ('periodo' in result)
    return (
      <Notice tone="bien" quiet title={`El SII informa ${plural(result.boletas, 'boleta')} del mes`}>
        <p>
          {plural(result.nuevas, 'nueva')} y {plural(result.modificadas, 'cambiada')} aquí.
        </p>
      </Notice>
    )
  const { folio, estado, beneficiario, total_liquido } = result
  const ANULACION = { anulada: 'quedó anulada', anulacion_solicitada: 'espera que la otra parte confirme' }
  return (
    <Notice
      tone="bien"
      quiet
      title={
        estado === 'anulada' || estado === 'anulacion_solicitada'
          ? `La boleta N° ${folio} ${ANULACION[estado]}`
          : `El SII emitió la boleta N° ${folio}`
      }
    >
      <p>
        {beneficiario.nombre}
        {estado === 'vigente' && `: ${formatPesos(total_liquido)} por pagar`}.
      </p>
    </Notice>
  )
}

function Importacion({ creados, actualizados, omitidos, errores }: Resultado<'/v1/clientes'>) {
  return (
    <Notice
      tone={errores.length ? 'aviso' : 'bien'}
      quiet
      title={`${plural(creados, 'cliente creado', 'clientes creados')}, ${plural(actualizados, 'completado')} y ${plural(omitidos, 'que ya tenía todo', 'que ya tenían todo')}`}
    >
      <ImportErrors errores={errores} />
    </Notice>
  )
}

const RCOF: Readonly<
  Record<Resultado<'/v1/dte/rcof'>['estado'], readonly ['bien' | 'aviso' | 'mal' | 'espera', string]>
> = {
  preparado: ['espera', 'El consumo de folios está listo para enviarse'],
  enviado: ['espera', 'El SII recibió el consumo de folios y aún no da su veredicto'],
  aceptado: ['bien', 'El SII aceptó el consumo de folios'],
  aceptado_con_reparos: ['aviso', 'El SII aceptó el consumo de folios con reparos'],
  rechazado: ['mal', 'El SII rechazó el consumo de folios'],
  reemplazado: ['aviso', 'Otro consumo de folios lo reemplazó'],
}

function Rcof({ estado, codigo_sii, glosa, track_id }: Resultado<'/v1/dte/rcof'>) {
  const [tone, title] = RCOF[estado]
  const said = [codigo_sii, glosa].filter(Boolean).join(' · ')
  return (
    <Notice tone={tone} quiet title={title}>
      {said && <p>{said}</p>}
      {track_id && <p>Track ID {track_id}</p>}
    </Notice>
  )
}
