-- A browser's session shows itself by a cookie: the SHA-256 of its secret, and the instant (ISO 8601) from which it is no good.
ALTER TABLE sesion ADD COLUMN cookie_hash TEXT;
ALTER TABLE sesion ADD COLUMN cookie_hasta TEXT;
CREATE UNIQUE INDEX sesion_cookie ON sesion(cookie_hash) WHERE cookie_hash IS NOT NULL;
