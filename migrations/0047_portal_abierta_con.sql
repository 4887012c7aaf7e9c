-- By which credential of the person a session was opened: another one is proven by a login of its own.
ALTER TABLE portal_sesion ADD COLUMN abierta_con TEXT;
