-- Authenticator apps (TOTP, RFC 6238): at most one for each user.
create table totp_factors (
  user_id text primary key references users (id) on delete cascade,
  -- Encrypted with a key of this user's own.
  sealed_secret bytea not null,
  created_at bigint not null,
  -- Null until one code has shown that the app has the secret; it does not count before.
  confirmed_at bigint,
  -- The step of time of the last code: that one and earlier ones are not taken again.
  last_step bigint not null default 0,
  last_used_at bigint
);

-- What lets a user in without the second factor: hashes, each works once.
create table recovery_codes (
  user_id text not null references users (id) on delete cascade,
  hash text not null,
  created_at bigint not null,
  primary key (user_id, hash)
);

-- The password was right and the second factor is still to come. The hash is of a cookie.
create table pending_sign_ins (
  hash text primary key,
  user_id text not null references users (id) on delete cascade,
  return_to text not null,
  attempts integer not null default 0,
  expires_at bigint not null
);
create index pending_sign_ins_user on pending_sign_ins (user_id);
create index pending_sign_ins_expiry on pending_sign_ins (expires_at);
