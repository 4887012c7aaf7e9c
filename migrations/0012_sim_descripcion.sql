-- What the desk of the simulated SII tells of a taxpayer beyond its permissions (src/simulator/contribuyente): a JSON object, null
-- while nobody told anything and its digits do.
ALTER TABLE sim_contribuyente ADD COLUMN descripcion TEXT CHECK (descripcion IS NULL OR json_valid(descripcion));
