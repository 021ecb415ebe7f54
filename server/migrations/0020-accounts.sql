-- Browsers that are signed in.
create table sessions (
  id text primary key,
  token text not null unique,
  user_id text not null references users (id) on delete cascade,
  ip_address text,
  user_agent text,
  created_at bigint not null,
  updated_at bigint not null,
  expires_at bigint not null
);
create index sessions_user on sessions (user_id);
create index sessions_expiry on sessions (expires_at);

-- How a user proves who he is: one row with the hash of the password.
create table identities (
  id text primary key,
  user_id text not null references users (id) on delete cascade,
  provider_id text not null,
  account_id text not null,
  password text,
  created_at bigint not null,
  updated_at bigint not null,
  unique (provider_id, account_id)
);
create index identities_user on identities (user_id);

-- Links sent by mail: the identifier is a hash, so that a copy of the table opens nothing.
create table verifications (
  id text primary key,
  identifier text not null,
  value text not null,
  created_at bigint not null,
  updated_at bigint not null,
  expires_at bigint not null
);
create index verifications_identifier on verifications (identifier);
create index verifications_expiry on verifications (expires_at);

-- Profile pictures, addressed by their content: the same bytes have the same address for ever.
create table profile_images (
  user_id text primary key references users (id) on delete cascade,
  hash text not null,
  bytes bytea not null,
  created_at bigint not null
);
create index profile_images_hash on profile_images (hash);
