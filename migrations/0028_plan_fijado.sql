-- A plan that whoever runs the server gave by hand: the account does not raise it unpaid, not even to the one everybody has.
ALTER TABLE cuenta ADD COLUMN plan_fijado INTEGER NOT NULL DEFAULT 0 CHECK (plan_fijado IN (0, 1));
