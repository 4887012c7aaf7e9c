// The other side: what the simulated SII received, its verdicts with reasons, the bytes, and the receiver's answer.

import { useState } from 'react'
import { api } from '../api/client'
import { type Fault, toFault } from '../api/fault'
import { useApi } from '../api/query'
import { FaultNotice } from '../shell/fault-notice'
import { Loaded } from '../shell/loaded'
import { Button } from '../ui/button'
import { type Column, DataTable } from '../ui/data-table'
import { formatRut, plural } from '../ui/format'
import { Empty } from '../ui/notice'
import { saveFile } from '../ui/save'
import { Status } from '../ui/status'
import { shortName } from '../ui/tipo'
import { AnswerDialog } from './answer-dialog'
import { type Documento, mayAnswer, totalOf, verdictOf } from './desk'

/** As many as the page shows; older ones are found by their document. */
const SHOWN = 100

export function Ledger() {
  const query = useApi('GET /simulador/libro', { query: {} }, { cada: 5000 })
  const [answering, setAnswering] = useState<Documento | null>(null)
  const [fault, setFault] = useState<Fault | null>(null)
  const save = ({ tipo_dte, folio }: Documento): void => {
    setFault(null)
    api('GET /simulador/libro/:tipo/:folio/xml', {
      params: { tipo: String(tipo_dte), folio: String(folio) },
      query: {},
    }).then(
      (file) => saveFile(file, `recibido-${tipo_dte}-${folio}.xml`),
      (thrown) => setFault(toFault(thrown)),
    )
  }
  const columns: Column<Documento>[] = [
    {
      id: 'documento',
      title: 'Documento',
      head: true,
      cell: ({ tipo_dte, folio, veces }) => (
        <>
          {shortName(tipo_dte)} <span className="fija">N° {folio}</span>
          {veces > 1 && <small> llegó {plural(veces, 'vez', 'veces')}</small>}
        </>
      ),
    },
    { id: 'receptor', title: 'Receptor', numeric: true, cell: ({ rut_receptor }) => formatRut(rut_receptor) },
    { id: 'total', title: 'Total', numeric: true, cell: totalOf },
    { id: 'track', title: 'Track ID', numeric: true, extra: true, cell: ({ track_id }) => track_id },
    {
      id: 'veredicto',
      title: 'Veredicto',
      cell: ({ veredicto, razones, eventos }) => {
        const [tone, icon, word] = verdictOf(veredicto)
        return (
          <>
            <Status tone={tone} icon={icon}>
              {word}
            </Status>
            {[
              ...razones.map(({ codigo, mensaje }) => `${codigo} ${mensaje}`),
              ...eventos.map(({ codigo, descripcion }) => `${codigo} ${descripcion}`),
            ].map((line) => (
              <div key={line}>
                <small>{line}</small>
              </div>
            ))}
          </>
        )
      },
    },
    {
      id: 'acciones',
      title: 'Acciones',
      cell: (documento) => {
        const which = `${shortName(documento.tipo_dte)} ${documento.folio}`
        return (
          <span className="acciones">
            <Button small aria-label={`XML recibido de ${which}`} onClick={() => save(documento)}>
              XML
            </Button>
            {mayAnswer(documento) && (
              <Button
                small
                aria-label={`Responder ${which} como receptor`}
                onClick={() => setAnswering(documento)}
              >
                Responder
              </Button>
            )}
          </span>
        )
      },
    },
  ]
  return (
    <section className="seccion" aria-labelledby="libro">
      <h2 id="libro">El otro lado</h2>
      {fault && <FaultNotice fault={fault} />}
      <Loaded query={query}>
        {({ data: { envios, documentos } }) =>
          documentos.length ? (
            <>
              <p>
                {plural(envios.length, 'sobre')} con {plural(documentos.length, 'documento')}
                {documentos.length > SHOWN && `; se muestran los últimos ${SHOWN}`}.
              </p>
              <DataTable
                caption="Lo que recibió el SII simulado"
                columns={columns}
                rows={[...documentos].reverse().slice(0, SHOWN)}
                rowKey={({ track_id, orden }) => `${track_id} ${orden}`}
              />
            </>
          ) : (
            <Empty title="El SII simulado no ha recibido nada">
              <p>Lo que emita esta empresa aparece aquí tal como llegó, con su veredicto.</p>
            </Empty>
          )
        }
      </Loaded>
      {answering && <AnswerDialog documento={answering} onClose={() => setAnswering(null)} />}
    </section>
  )
}
