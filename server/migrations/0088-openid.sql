-- When the user signed in, and what the application wants to find in the id_token (OpenID Connect Core 2).
alter table codes add column authenticated_at bigint;
alter table codes add column nonce text;
alter table chains add column authenticated_at bigint;
alter table device_codes add column authenticated_at bigint;

-- What id_tokens are signed with, the private part sealed. Each generation follows the one before.
create table signing_keys (
  generation integer primary key,
  id text not null unique,
  sealed_key bytea not null,
  public_key text not null,
  created_at bigint not null,
  signs_from bigint not null
);
