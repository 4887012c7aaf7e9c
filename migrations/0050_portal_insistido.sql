-- Whether the SII refused again within its hour, when a person had said that it was mended: then the hour is waited for.
ALTER TABLE portal_bloqueo ADD COLUMN insistido INTEGER NOT NULL DEFAULT 0;
