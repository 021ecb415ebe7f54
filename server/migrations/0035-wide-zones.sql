-- kind: schema
-- The discs that were drawn before are far wider than they need be. Each stays until its pilot takes the one of today.
alter table privacy_zones add column is_wide boolean not null default true;
