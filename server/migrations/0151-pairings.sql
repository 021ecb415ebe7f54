-- Devices that wait for their pilot: the device shows the code and asks with the handle, the pilot allows it on the site.
create table pairings (
  handle_hash text primary key,
  code_hash text not null unique,
  address text,
  user_agent text,
  created_at bigint not null,
  expires_at bigint not null,
  -- Who has decided, and when; without a decision the device waits.
  user_id text references users (id) on delete cascade,
  name text,
  decided_at bigint,
  is_allowed boolean,
  -- When the device has taken its token, which is given once.
  consumed_at bigint
);
create index pairings_user on pairings (user_id);
create index pairings_expiry on pairings (expires_at);
