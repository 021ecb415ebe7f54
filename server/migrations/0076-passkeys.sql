-- Passkeys (WebAuthn): they sign in alone, and are a second factor beside the password.
create table passkeys (
  id text primary key,
  user_id text not null references users (id) on delete cascade,
  -- As the browser names it, base64url.
  credential_id text not null unique,
  public_key bytea not null,
  -- How often the authenticator says it was used; always 0 for those that are synchronised.
  counter bigint not null,
  -- How a browser reaches it, such as "hybrid internal": a hint for the browser.
  transports text not null,
  is_backup_eligible boolean not null,
  is_backed_up boolean not null,
  name text not null,
  created_at bigint not null,
  last_used_at bigint
);
create index passkeys_user on passkeys (user_id);

-- What an authenticator is asked to sign: random, hashed, used up by the first answer.
create table passkey_challenges (
  hash text primary key,
  purpose text not null,
  -- The user who may answer it; empty when a passkey is to tell who it is.
  user_id text not null,
  expires_at bigint not null
);
create index passkey_challenges_expiry on passkey_challenges (expires_at);
