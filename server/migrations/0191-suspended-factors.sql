-- Set by a recovery for what may be a thief's: neither accepted nor asked for until its user has reviewed it.
alter table passkeys add column suspended_at bigint;
alter table totp_factors add column suspended_at bigint;
alter table recovery_codes add column suspended_at bigint;
