-- Whether the account asks a second factor of all its people: who lacks one can only turn it on.
ALTER TABLE cuenta ADD COLUMN segundo_factor_exigido INTEGER NOT NULL DEFAULT 0 CHECK (segundo_factor_exigido IN (0, 1));
