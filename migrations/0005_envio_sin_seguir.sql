-- Envelopes that the SII was asked about for a week in vain: the summary tells of them.
CREATE INDEX envio_sin_seguir ON envio(empresa_id, ambiente) WHERE seguido = 0;
