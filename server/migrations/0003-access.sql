-- OAuth clients. The id is the client_id.
create table applications (
  id text primary key,
  owner_id text not null references users (id) on delete cascade,
  name text not null,
  type text not null,
  grants text not null,
  scopes text not null,
  redirect_uris text not null,
  description text,
  website text,
  rate_limit_requests integer,
  rate_limit_uploads integer,
  created_at bigint not null,
  updated_at bigint not null,
  disabled_at bigint
);
create index applications_owner on applications (owner_id);

-- What a user has allowed an application. A revoked consent keeps its row: it says until when events were due.
create table consents (
  id text primary key,
  user_id text not null references users (id) on delete cascade,
  application_id text not null references applications (id) on delete cascade,
  scopes text not null,
  created_at bigint not null,
  updated_at bigint not null,
  last_used_at bigint,
  revoked_at bigint,
  unique (user_id, application_id)
);
create index consents_application on consents (application_id);

-- Every Bearer secret: access tokens (with an application) and personal keys (without one).
create table credentials (
  id text primary key,
  hash text not null unique,
  kind text not null,
  user_id text not null references users (id) on delete cascade,
  application_id text references applications (id) on delete cascade,
  -- The refresh family that an access token belongs to.
  chain_id text,
  scopes text not null,
  name text,
  hint text not null,
  created_at bigint not null,
  expires_at bigint,
  revoked_at bigint,
  last_used_at bigint,
  last_used_address text
);
create index credentials_user on credentials (user_id, application_id);
create index credentials_chain on credentials (chain_id);
create index credentials_expiry on credentials (expires_at);
