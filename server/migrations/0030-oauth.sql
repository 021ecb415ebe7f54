-- Two are live for a day after a rotation: the new one, and the old one until expires_at.
create table application_secrets (
  id text primary key,
  application_id text not null references applications (id) on delete cascade,
  hash text not null,
  created_at bigint not null,
  expires_at bigint
);
create index application_secrets_application on application_secrets (application_id);

-- A family of refresh tokens and their access tokens: everything that one authorization has given.
create table chains (
  id text primary key,
  user_id text not null references users (id) on delete cascade,
  application_id text not null references applications (id) on delete cascade,
  scopes text not null,
  created_at bigint not null,
  expires_at bigint not null,
  revoked_at bigint
);
create index chains_user on chains (user_id, application_id);
create index chains_application on chains (application_id);
create index chains_expiry on chains (expires_at);

-- A spent token keeps its row as long as its chain lives: that is how a replay is recognised.
create table refresh_tokens (
  hash text primary key,
  chain_id text not null references chains (id) on delete cascade,
  created_at bigint not null,
  expires_at bigint not null,
  used_at bigint
);
create index refresh_tokens_chain on refresh_tokens (chain_id, expires_at);

create table codes (
  hash text primary key,
  user_id text not null references users (id) on delete cascade,
  application_id text not null references applications (id) on delete cascade,
  redirect_uri text not null,
  -- Whether the authorization request named it: then the token request must, too (RFC 6749 4.1.3).
  redirect_uri_sent boolean not null,
  code_challenge text,
  scopes text not null,
  created_at bigint not null,
  expires_at bigint not null,
  used_at bigint,
  -- What it has given.
  chain_id text
);
create index codes_user on codes (user_id, application_id);
create index codes_application on codes (application_id);
create index codes_expiry on codes (expires_at);

create table device_codes (
  hash text primary key,
  user_code_hash text not null unique,
  application_id text not null references applications (id) on delete cascade,
  scopes text not null,
  -- pending, approved, denied, redeemed; expired is pending or approved past expires_at.
  state text not null,
  user_id text references users (id) on delete cascade,
  address text,
  user_agent text,
  created_at bigint not null,
  expires_at bigint not null,
  interval_seconds integer not null,
  last_polled_at bigint,
  polled_too_early boolean not null default false
);
create index device_codes_application on device_codes (application_id);
create index device_codes_user on device_codes (user_id);
create index device_codes_expiry on device_codes (expires_at);

-- A refresh token or code that was used twice, for its user and for the application's owner to see.
create table incidents (
  id text primary key,
  kind text not null,
  user_id text not null references users (id) on delete cascade,
  application_id text not null references applications (id) on delete cascade,
  occurred_at bigint not null,
  address text
);
create index incidents_user on incidents (user_id, occurred_at);
create index incidents_application on incidents (application_id, occurred_at);
create index incidents_time on incidents (occurred_at);

-- Refused token requests of an application, counted by day.
create table refusals (
  application_id text not null references applications (id) on delete cascade,
  day text not null,
  error text not null,
  count integer not null,
  last_at bigint not null,
  primary key (application_id, day, error)
);
create index refusals_day on refusals (day);
