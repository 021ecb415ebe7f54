-- kind: alone
-- What works once and for a while, in one table: links in emails, sign-ins that wait for a second factor, challenges of passkeys.
create table one_time_secrets (
  hash text primary key,
  purpose text not null,
  -- Null where the answer is to tell who it is.
  user_id text references users (id) on delete cascade,
  value text not null default '',
  attempts integer not null default 0,
  created_at bigint not null,
  expires_at bigint not null
);
insert into one_time_secrets (hash, purpose, user_id, value, created_at, expires_at)
  select hash, purpose, user_id, value, created_at, expires_at from links;
insert into one_time_secrets (hash, purpose, user_id, value, attempts, created_at, expires_at)
  select hash, 'pending-sign-in', user_id, return_to, attempts, expires_at - 600000, expires_at from pending_sign_ins;
insert into one_time_secrets (hash, purpose, user_id, created_at, expires_at)
  select hash, 'passkey-' || purpose, nullif(user_id, ''), expires_at - 300000, expires_at from passkey_challenges
  where user_id = '' or user_id in (select id from users);
drop table links;
drop table pending_sign_ins;
drop table passkey_challenges;
create index one_time_secrets_user on one_time_secrets (user_id);
create index one_time_secrets_value on one_time_secrets (purpose, value);
create index one_time_secrets_expiry on one_time_secrets (expires_at);
