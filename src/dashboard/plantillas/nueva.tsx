// `/plantillas/nueva`, `?desde=` a version: the form of the next one.

import { useSearchParams } from 'wouter'
import { useApi } from '../api/query'
import { Loaded } from '../shell/loaded'
import { Page } from '../shell/page'
import { useKeptForms } from '../shell/use-kept-form'
import { Editor } from './editor'

export default function Nueva() {
  const [search] = useSearchParams()
  const id = search.get('desde') ?? ''
  const query = useApi('GET /v1/plantilla/versiones/:id', { params: { id } }, { activa: id !== '' })
  const drafts = useKeptForms('plantilla')
  const base = query.data?.data
  // The draft outlives the version that it began from.
  const alone = id === '' || (query.error?.code === 'NOT_FOUND' && drafts.get(id) !== null)
  return (
    <Page title={base ? `Nueva versión desde la ${base.version}` : 'Nueva versión'}>
      {alone ? (
        <Editor desde={id} />
      ) : (
        <Loaded query={query} missing="Esa versión de plantilla" list={['/plantillas', 'Plantillas']}>
          {({ data }) => <Editor key={data.id} desde={data.id} base={data} />}
        </Loaded>
      )}
    </Page>
  )
}
