-- What `q` of the list of documents looks for: the receiver's name and the reference as `plegar` writes them
-- (src/domain/texto.ts), a line each. Written with the document and as unchanging as those two.
ALTER TABLE documento ADD COLUMN busqueda TEXT NOT NULL DEFAULT '';
UPDATE documento SET busqueda = replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(
  replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(
  replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(
  replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(
  replace(
  lower(coalesce(razon_social_receptor, '') || char(10) || coalesce(referencia_externa, ''))
  , 'À', 'a'), 'Á', 'a'), 'Â', 'a'), 'Ã', 'a'), 'Ä', 'a'), 'Å', 'a'), 'à', 'a'), 'á', 'a'), 'â', 'a'), 'ã', 'a'), 'ä', 'a'), 'å', 'a')
  , 'Ç', 'c'), 'ç', 'c')
  , 'È', 'e'), 'É', 'e'), 'Ê', 'e'), 'Ë', 'e'), 'è', 'e'), 'é', 'e'), 'ê', 'e'), 'ë', 'e')
  , 'Ì', 'i'), 'Í', 'i'), 'Î', 'i'), 'Ï', 'i'), 'ì', 'i'), 'í', 'i'), 'î', 'i'), 'ï', 'i')
  , 'Ñ', 'n'), 'ñ', 'n')
  , 'Ò', 'o'), 'Ó', 'o'), 'Ô', 'o'), 'Õ', 'o'), 'Ö', 'o'), 'ò', 'o'), 'ó', 'o'), 'ô', 'o'), 'õ', 'o'), 'ö', 'o')
  , 'Ù', 'u'), 'Ú', 'u'), 'Û', 'u'), 'Ü', 'u'), 'ù', 'u'), 'ú', 'u'), 'û', 'u'), 'ü', 'u')
  , 'Ý', 'y'), 'ý', 'y'), 'ÿ', 'y')
  , 'Æ', 'æ'), 'Ð', 'ð'), 'Ø', 'ø'), 'Þ', 'þ');

-- All that a search looks at, and nothing else: a walk over the documents of one company is a few pages. In the order of folios,
-- for new ones to come at the end, and for a long walk to be cut. Company and environment are joined so that only a query that
-- says so is served by it: the planner would take it for others, which have indexes of their own.
CREATE INDEX documento_busqueda ON documento(empresa_id || ambiente, tipo_dte, folio, rut_receptor, busqueda)
  WHERE folio_estado <> 'libre';

-- The same of what waits for its hour. Of a request from before this column the name stands in its sealed body alone.
ALTER TABLE emision_programada ADD COLUMN busqueda TEXT NOT NULL DEFAULT '';
UPDATE emision_programada SET busqueda = lower(char(10) || coalesce(referencia_externa, ''));
