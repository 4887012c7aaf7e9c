-- When the SII last refused to say what was registered of a document: until the next day on which it is due, nobody asks again by the clock.
ALTER TABLE acuse_documento ADD COLUMN rehusado_en TEXT;
