-- The bytes that the simulated SII keeps of an envelope, in a table of their own: beside them every column behind was read through
-- the pages that they overflow into, and every step of the envelope wrote them anew. They stay sealed to the place where they were.
CREATE TABLE sim_envio_xml (
  track_id INTEGER PRIMARY KEY REFERENCES sim_envio(track_id),
  xml BLOB NOT NULL
) STRICT;
INSERT INTO sim_envio_xml SELECT track_id, xml FROM sim_envio WHERE length(xml) > 0;
DROP INDEX sim_envio_bytes;
ALTER TABLE sim_envio DROP COLUMN xml;
