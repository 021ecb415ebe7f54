-- A secret is found by the first 32 bits of its hash, and then compared whole. Hashes come in no order, so that each
-- new token rewrites another page of their index: of whole hashes it has five times as many pages. SQLite takes no
-- constraint away from a table, so the table is made anew.
create table new_credentials (
  id text primary key,
  hash text not null,
  kind text not null,
  user_id text not null references users (id) on delete cascade,
  application_id text references applications (id) on delete cascade,
  -- The refresh family that an access token belongs to.
  chain_id text,
  -- The grant that gave an access token: only client_credentials speaks for the application itself.
  grant_type text,
  scopes text not null,
  name text,
  hint text not null,
  created_at bigint not null,
  expires_at bigint,
  revoked_at bigint,
  last_used_at bigint,
  last_used_address text
);
insert into new_credentials
  (id, hash, kind, user_id, application_id, chain_id, grant_type, scopes, name, hint, created_at, expires_at,
   revoked_at, last_used_at, last_used_address)
select id, hash, kind, user_id, application_id, chain_id, grant_type, scopes, name, hint, created_at, expires_at,
       revoked_at, last_used_at, last_used_address
from credentials order by id;
drop table credentials;
alter table new_credentials rename to credentials;
create index credentials_hash on credentials (substr(hash, 1, 8));
create index credentials_user on credentials (user_id, application_id);
create index credentials_chain on credentials (chain_id) where chain_id is not null;
create index credentials_expiry on credentials (expires_at);
