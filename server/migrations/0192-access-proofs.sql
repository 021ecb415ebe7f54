-- What a browser last proved its user with, such as "password and passkey", and what gives access was made with: for the
-- review of an account after a recovery. Null where it is not known, as for everything from before.
alter table sessions add column proved_by text;
alter table passkeys add column made_by text;
alter table totp_factors add column made_by text;
alter table credentials add column made_by text;
