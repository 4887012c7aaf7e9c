-- Drafts of documents that all of a company see (areas/borradores): a request with its faults, until a person issues or discards it.
CREATE TABLE borrador (
  id TEXT PRIMARY KEY,
  empresa_id TEXT NOT NULL REFERENCES empresa(id),
  ambiente TEXT NOT NULL,
  origen TEXT NOT NULL CHECK (origen IN ('manual', 'duplicado')),
  estado TEXT NOT NULL CHECK (estado IN ('abierto', 'emitido', 'descartado')),
  version INTEGER NOT NULL CHECK (version > 0),
  -- Its receiver and reference as a search reads them.
  busqueda TEXT NOT NULL,
  autor TEXT NOT NULL,
  -- The emission that it became.
  job_id TEXT,
  created_at TEXT NOT NULL,
  updated_at TEXT NOT NULL,
  -- The request and how it was judged when it was written, encrypted. Last: it may be long, and a search reads what stands before it.
  contenido_cifrado BLOB NOT NULL,
  CHECK ((estado = 'emitido') = (job_id IS NOT NULL))
) STRICT;
CREATE INDEX borrador_lista ON borrador(empresa_id, ambiente, updated_at, id, estado, origen);
CREATE INDEX borrador_abierto ON borrador(empresa_id, ambiente) WHERE estado = 'abierto';
CREATE INDEX borrador_viejo ON borrador(updated_at);
CREATE UNIQUE INDEX borrador_emision ON borrador(job_id) WHERE job_id IS NOT NULL;
