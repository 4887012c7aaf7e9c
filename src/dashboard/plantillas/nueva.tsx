// `/plantillas/nueva`, `?desde=` a version: the form of the next one.

import { useSearchParams } from 'wouter'
import { useApi } from '../api/query'
import { Loaded } from '../shell/loaded'
import { Page } from '../shell/page'
import { Editor } from './editor'

export default function Nueva() {
  const [search] = useSearchParams()
  const id = search.get('desde') ?? ''
  const query = useApi('GET /v1/plantilla/versiones/:id', { ruta: { id } }, { activa: id !== '' })
  const base = query.data?.data
  return (
    <Page title={base ? `Nueva versión desde la ${base.version}` : 'Nueva versión'}>
      {id === '' ? (
        <Editor />
      ) : (
        <Loaded query={query} missing="Esa versión de plantilla">
          {({ data }) => <Editor key={data.id} base={data} />}
        </Loaded>
      )}
    </Page>
  )
}
