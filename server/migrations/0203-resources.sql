-- kind: schema
-- What a token is for (RFC 8707), as words; null for everything, as all tokens of earlier releases are.
alter table codes add column resources text;
alter table device_codes add column resources text;
-- What the refresh tokens of a chain may still be exchanged for: an access token may be for less.
alter table chains add column resources text;
alter table credentials add column resources text;
