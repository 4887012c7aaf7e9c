-- What is forgotten every night is found without a look at what stays.
CREATE INDEX refresh_token_vence ON refresh_token(expires_at);
CREATE INDEX sesion_uso ON sesion(last_used_at);
