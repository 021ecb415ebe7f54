-- kind: schema
-- The schema of release 1.1.0, from which every later one goes on. A database of that release has it already, once no flight
-- waits for what its jobs fill in:
-- requires: select count(*) as count from flights where launch_latitude is null or search_text is null or highest_m is null
create table installation (
  name text primary key,
  value text not null
);

create table users (
  id text primary key,
  email text not null unique,
  email_verified boolean not null default false,
  name text,
  image text,
  public_profile boolean not null default false,
  club text,
  civl_id integer,
  created_at bigint not null,
  updated_at bigint not null,
  disabled_at bigint,
  -- Since when a user is to review what can act for the account; null: nothing to review.
  review_due_at bigint,
  -- Since when an account is being deleted: what it has much of goes in batches, and there is no way back.
  erased_at bigint,
  -- How a pilot reads pages and emails; null where the browser decides.
  language text,
  units text,
  clock text
);
create index users_erased on users (erased_at) where erased_at is not null;

-- OAuth clients. The id is the client_id.
create table applications (
  id text primary key,
  owner_id text references users (id) on delete cascade,
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
  disabled_at bigint,
  -- What the operator has disabled its owner cannot enable.
  disabled_by_operator boolean not null default false
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
  -- The part of `scopes` that was allowed on the way to a redirect: what was allowed to a device does not count there.
  -- Earlier consents do not say which they were; without the device flow there is no doubt, the others are asked once more.
  redirect_scopes text not null default '',
  -- A consent covers the redirect origins it was given for, and the scopes given for each: an origin that the application
  -- adds later is asked about. JSON: {"https://app.example": ["flights:read"]}. A consent from before says nothing, so it
  -- is asked for once more. redirect_scopes is still written for nodes of the last release.
  redirect_consents text not null default '{}',
  unique (user_id, application_id)
);
create index consents_application on consents (application_id);

-- The outbox: what has happened, written in the transaction in which it happened.
create table events (
  id text primary key,
  type text not null,
  user_id text not null,
  -- Applications whose consent covered the flight at that moment, as a JSON array of ids.
  audience text not null,
  -- The envelope as it is sent.
  payload text not null,
  occurred_at bigint not null,
  fanned_out_at bigint,
  registration bigint,
  -- The request that an event tells of, as its sender named it: passed on to webhooks, so that both ends find it in their logs.
  request_id text,
  traceparent text
);
create index events_pending on events (fanned_out_at, occurred_at);
create index events_user on events (user_id, occurred_at);

-- Counters of the rate limits where several nodes share one PostgreSQL; a single node keeps them in memory.
-- One row a caller: its window, what it has used in it, and whether the last request was refused.
create table rate_counters (
  name text primary key,
  ends_at bigint not null,
  requests integer not null,
  uploads integer not null,
  is_refused boolean not null
);
create index rate_counters_end on rate_counters (ends_at);

-- What was done with a user's credentials, counted per day (UTC), source and scope. The source is an application or
-- a key; its name is kept as it was, so that the ledger can still be read when the application is gone.
create table access_ledger (
  user_id text not null references users (id) on delete cascade,
  day text not null,
  source_kind text not null,
  source_id text not null,
  source_name text,
  scope text not null,
  requests bigint not null,
  uploads bigint not null,
  first_at bigint not null,
  last_at bigint not null,
  primary key (user_id, day, source_id, scope)
);
create index access_ledger_day on access_ledger (day);

-- Browsers that are signed in.
create table sessions (
  id text primary key,
  token text not null unique,
  user_id text not null references users (id) on delete cascade,
  ip_address text,
  user_agent text,
  created_at bigint not null,
  updated_at bigint not null,
  expires_at bigint not null,
  -- When whoever is signed in last proved again who they are; null: when signing in.
  proved_at bigint,
  -- What a browser last proved its user with, such as "password and passkey", and what gives access was made with: for the
  -- review of an account after a recovery. Null where it is not known, as for everything from before.
  proved_by text
);
create index sessions_user on sessions (user_id);
create index sessions_expiry on sessions (expires_at);
create index sessions_age on sessions (created_at);

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

-- Profile pictures, addressed by their content: the same bytes have the same address for ever.
create table profile_images (
  user_id text primary key references users (id) on delete cascade,
  hash text not null,
  bytes bytea not null,
  created_at bigint not null
);
create index profile_images_hash on profile_images (hash);

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
  revoked_at bigint,
  authenticated_at bigint,
  -- What the refresh tokens of a chain may still be exchanged for: an access token may be for less.
  resources text
);
create index chains_user on chains (user_id, application_id);
create index chains_application on chains (application_id);
create index chains_expiry on chains (expires_at);
create index chains_revoked on chains (revoked_at) where revoked_at is not null;

-- A spent token keeps its row as long as its chain lives: that is how a replay is recognised.
create table refresh_tokens (
  hash text primary key,
  chain_id text not null references chains (id) on delete cascade,
  created_at bigint not null,
  expires_at bigint not null,
  used_at bigint,
  -- What a refresh token was issued in place of, and the access token that was issued with it: where the operator allows a
  -- client to repeat a refresh whose answer was lost (REFRESH_REUSE_SECONDS), this tells which answer that was.
  replaces text,
  access_token_id text
);
create index refresh_tokens_chain on refresh_tokens (chain_id, expires_at);
create index refresh_tokens_unused on refresh_tokens (expires_at) where used_at is null;

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
  chain_id text,
  -- When the user signed in, and what the application wants to find in the id_token (OpenID Connect Core 2).
  authenticated_at bigint,
  nonce text,
  -- What a token is for (RFC 8707), as words; null for everything, as all tokens of earlier releases are.
  resources text
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
  polled_too_early boolean not null default false,
  authenticated_at bigint,
  resources text
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

-- Where flights begin: imported by the operator, or made at the launch point of the first flight from there.
create table takeoffs (
  id text primary key,
  name text not null,
  country text not null,
  latitude double precision not null,
  longitude double precision not null,
  -- Hundredths of a degree of latitude, rounded down: with the longitude it finds the neighbours of a point.
  latitude_row integer not null,
  -- Who names it: the source's own id, such as paraglidingearth:37; null when a flight made it.
  source_id text unique,
  created_at bigint not null,
  updated_at bigint not null,
  pilots integer not null default 0,
  -- Whose launch point the place's coordinates are; null for a site of a list.
  made_by text,
  -- A place that a pilot has named, for that pilot alone. Its latitude_row is none on earth, so that nobody else's flight finds it.
  named_by text,
  -- Metres around it within which the pilot's later flights begin there, too; 0: none do.
  reach_m integer,
  -- What the service called it.
  plain_name text
);
create index takeoffs_place on takeoffs (latitude_row, longitude);
create index takeoffs_named_by on takeoffs (named_by) where named_by is not null;

-- Held by who makes a take-off, so that two flights from one new place make one.
create table takeoff_lock (id integer primary key);

create table flights (
  id text primary key,
  owner_id text not null references users (id) on delete cascade,
  -- SHA-256 of the file's bytes, and of its fixes.
  hash text not null,
  fingerprint text not null,
  file_name text not null,
  flight_date text not null,
  season integer not null,
  is_tandem boolean not null,
  launch_type text not null,
  distance_km double precision not null,
  score double precision not null,
  score_type text not null,
  -- Rule set, its version and the solver's: what a rescore compares.
  scored_by text not null,
  takeoff_id text not null references takeoffs (id),
  duration_seconds integer not null,
  track_distance_km double precision not null,
  metadata text not null,
  -- A few dozen points for a small picture, as a JSON array: latitude and longitude in turns.
  shape text not null,
  created_at bigint not null,
  updated_at bigint not null,
  -- The number of the last change; 0 for what a node of an earlier release has stored since.
  change_number bigint not null default 0,
  -- Whether it was corrected or scored again since its upload.
  is_changed boolean not null default false,
  -- Where the flight itself began, for a search by a box. Null for what an earlier release has stored, until a job has
  -- read it from the metadata.
  launch_latitude double precision,
  launch_longitude double precision,
  -- A flight is private until its pilot says otherwise; what an earlier release stores meanwhile is, too.
  visibility text not null default 'private',
  -- What pilots write on their flights.
  title text,
  notes text,
  -- What a search finds a flight by, besides its site: title, notes and glider, folded by the program. Null until then.
  search_text text,
  -- What records are made of, besides scores and times. Null until a job has read them from the metadata.
  highest_m double precision,
  best_climb_ms double precision,
  -- One of the owner's gliders; null: none. It is named rather than referred to: a glider that has flights is never deleted.
  glider_id text,
  -- Photos that a pilot adds to a flight. The list is in the flight's row, since it is read with it: who reads flights reads
  -- no other table, and a new order or caption is a change of the flight.
  photos text,
  -- Which flights count: a recording that ends in the air or holds no flight does not, unless the pilot says otherwise.
  -- What an earlier release stores meanwhile counts, as it did.
  recording text not null default 'complete',
  counted_by_pilot boolean,
  -- One flight, recorded by two instruments: where it was at round times tells, and only one of its recordings counts. What
  -- an earlier release stores meanwhile has no trace, and counts as it did.
  trace text,
  same_flight_as text,
  -- One pilot is in one place: a copy of a flight is known by its shape, and two flights at one time are told. What an earlier
  -- release stores meanwhile has no footprint, and counts as it did; why a flight gives way is then that it is another recording.
  footprint text,
  footprint_key integer,
  same_flight_why text,
  overlapped_by text,
  unique (owner_id, hash),
  unique (owner_id, fingerprint)
);
create index flights_changes on flights (owner_id, updated_at);
create index flights_takeoff on flights (takeoff_id);
create index flights_scored_by on flights (scored_by, id);
create index flights_by_change on flights (owner_id, change_number);
create index flights_incomplete on flights (owner_id, id) where launch_latitude is null;
create index flights_by_score on flights (owner_id, score, id);
create index flights_by_distance on flights (owner_id, distance_km, id);
create index flights_by_duration on flights (owner_id, duration_seconds, id);
create index flights_by_type on flights (owner_id, score_type, flight_date, created_at, id);
create index flights_by_takeoff on flights (owner_id, takeoff_id, flight_date, created_at, id);
create index flights_list on flights (owner_id, flight_date, created_at, id, takeoff_id);
create index flights_by_launch on flights (owner_id, launch_latitude, launch_longitude);
create index flights_public on flights (owner_id, flight_date, created_at, id) where visibility = 'public';
create index flights_without_search_text on flights (id) where search_text is null;
create index flights_without_records on flights (owner_id, id) where highest_m is null;
create index flights_by_glider on flights (owner_id, glider_id, flight_date, created_at, id)
  where glider_id is not null;
create index flights_left_out on flights (owner_id, flight_date)
where not coalesce(counted_by_pilot, recording = 'complete' and same_flight_as is null);
create index flights_footprint on flights (owner_id, footprint_key) where footprint_key is not null;
create index flights_same on flights (owner_id, same_flight_as) where same_flight_as is not null;

-- The file as it was sent, compressed with zstd.
create table flight_files (
  flight_id text primary key references flights (id) on delete cascade,
  byte_length integer not null,
  compressed bytea not null,
  -- The date that came with the upload, for a file that names none: of its first fix, in UTC. Reading the file again needs it.
  given_date text,
  -- Files may lie outside the database, in a folder or an S3 bucket, by the hash of their content. Such a file's bytes are
  -- empty here.
  is_outside boolean not null default false,
  -- The SHA-256 of a file as it is stored: compared whenever the file is read, at a tenth of the cost of decompressing it
  -- for its own. Null for files of earlier releases, which are decompressed until a check of all files has filled it in.
  stored_hash text
);

-- How many flights a pilot has in each month: the list counts and skips by it instead of walking over flights.
create table flight_months (
  owner_id text not null references users (id) on delete cascade,
  -- 2026-05
  month text not null,
  flights integer not null,
  primary key (owner_id, month)
);

-- First answers to uploads with an Idempotency-Key, kept for a day.
create table idempotency_keys (
  -- The user, and the application or key that acts.
  caller text not null,
  idempotency_key text not null,
  owner_id text not null references users (id) on delete cascade,
  request_hash text not null,
  status integer not null,
  answer text not null,
  created_at bigint not null,
  flight_id text not null default '',
  -- The photo that a kept answer tells of; null: the answer tells of the flight.
  photo_id text,
  primary key (caller, idempotency_key)
);
create index idempotency_keys_age on idempotency_keys (created_at);
create index idempotency_keys_owner on idempotency_keys (owner_id);

-- Where events are sent. Owned by a user (their own flights) or by an application (flights of those who consented).
create table webhooks (
  id text primary key,
  user_id text references users (id) on delete cascade,
  application_id text references applications (id) on delete cascade,
  url text not null,
  -- Sealed, as it must be used to sign.
  secret bytea not null,
  old_secret bytea,
  old_secret_expires_at bigint,
  -- The number of the last delivery; raised under the row's lock, so that there are no gaps.
  last_sequence bigint not null default 0,
  -- When the earliest pending delivery may be tried; null when none is pending.
  due_at bigint,
  -- Who is delivering to it: one at a time, and not for ever should it die.
  lease text,
  leased_until bigint,
  -- First and last failed attempt since the last success.
  failing_since bigint,
  last_failed_at bigint,
  last_delivered_at bigint,
  disabled_at bigint,
  disabled_reason text,
  -- The owner has not yet been told that the service disabled it.
  notice_due boolean not null default false,
  created_at bigint not null,
  updated_at bigint not null,
  -- The moving average of how long the receiver takes to answer; null until it is measured.
  latency_ms integer,
  -- Which events a webhook is sent, as a JSON array of names. Those that came later are asked for, so that nobody
  -- receives what it does not expect.
  events text not null default '["flight.uploaded","flight.deleted"]',
  -- Its owner's own words.
  description text,
  registration bigint not null default 0,
  -- A webhook is hidden at once, and deleted with its log by and by: the log may be long.
  deleted_at bigint
);
create index webhooks_user on webhooks (user_id);
create index webhooks_application on webhooks (application_id);
create index webhooks_due on webhooks (due_at) where due_at is not null;
create index webhooks_notice on webhooks (id) where notice_due;
create index webhooks_deleted on webhooks (deleted_at) where deleted_at is not null;

-- One event for one webhook: the queue and the log.
create table deliveries (
  id text primary key,
  webhook_id text not null references webhooks (id) on delete cascade,
  sequence bigint not null,
  event_id text not null,
  event text not null,
  -- Whose flight it tells of; kept when the account is deleted, since the deletion itself is told.
  user_id text not null,
  -- The bytes that are sent and signed.
  payload text not null,
  is_test boolean not null default false,
  status text not null,
  -- 0: never tried, at once.
  next_attempt_at bigint,
  -- Attempts in all, and those since it was last begun or replayed.
  attempts integer not null default 0,
  tries integer not null default 0,
  created_at bigint not null,
  unique (webhook_id, sequence)
);
create index deliveries_pending on deliveries (webhook_id, next_attempt_at, sequence) where status = 'pending';
create index deliveries_age on deliveries (created_at);
create index deliveries_failed on deliveries (webhook_id, sequence) where status = 'failed';
create index deliveries_unsent on deliveries (webhook_id, sequence) where status = 'pending';
create index deliveries_by_user on deliveries (user_id, id);

create table delivery_attempts (
  delivery_id text not null references deliveries (id) on delete cascade,
  number integer not null,
  attempted_at bigint not null,
  -- Null when no answer came.
  status integer,
  latency_ms integer not null,
  error text,
  -- The first 1 KiB of the answer.
  answer text,
  -- As a JSON object; null for attempts that were made before headers were kept.
  request_headers text,
  primary key (delivery_id, number)
);

-- A secret is found by the first 32 bits of its hash, and then compared whole. Hashes come in no order, so that each
-- new token rewrites another page of their index: of whole hashes it has five times as many pages. SQLite takes no
-- constraint away from a table, so the table is made anew.
create table credentials (
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
  last_used_address text,
  made_by text,
  resources text
);
create index credentials_hash on credentials (substr(hash, 1, 8));
create index credentials_user on credentials (user_id, application_id);
create index credentials_chain on credentials (chain_id) where chain_id is not null;
create index credentials_expiry on credentials (expires_at);

-- Mail that waits to be sent, sealed: it may hold a link that opens an account. A letter goes when the mail server has it.
create table letters (
  id text primary key,
  sealed bytea not null,
  created_at bigint not null,
  -- Not worth sending later than this: its link no longer works.
  useful_until bigint,
  due_at bigint not null,
  attempts integer not null default 0,
  -- The sender that has it now, and until when.
  lease text,
  leased_until bigint,
  -- Committed before the last line is sent: from here on the mail server may have it.
  handed_over_at bigint,
  -- Given up; kept a while for the operator to see.
  failed_at bigint,
  last_error text
);
create index letters_due on letters (due_at);

-- What happened to accounts: for their users to see, and for the operator. Kept for a year.
create table security_events (
  id text primary key,
  -- Null for what no account is left to see, such as a deletion, and for what concerns no one account.
  user_id text references users (id) on delete cascade,
  occurred_at bigint not null,
  kind text not null,
  actor text not null,
  address text,
  browser text,
  subject text,
  -- How often it happened: what a stranger can cause is counted in one row instead of filling the table.
  times integer not null default 1
);
create index security_events_user on security_events (user_id, id);
create index security_events_time on security_events (occurred_at);

-- Links sent by mail, each with its user, so that all of a user's can be ended at once. The hash alone is stored: a copy
-- of the table opens nothing. Links of the table before can be asked for again.
create table links (
  hash text primary key,
  purpose text not null,
  user_id text not null references users (id) on delete cascade,
  value text not null,
  created_at bigint not null,
  expires_at bigint not null
);
create index links_user on links (user_id);
create index links_value on links (purpose, value);
create index links_expiry on links (expires_at);

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
  last_used_at bigint,
  suspended_at bigint,
  made_by text
);

-- What lets a user in without the second factor: hashes, each works once.
create table recovery_codes (
  user_id text not null references users (id) on delete cascade,
  hash text not null,
  created_at bigint not null,
  suspended_at bigint,
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
  last_used_at bigint,
  -- Set by a recovery for what may be a thief's: neither accepted nor asked for until its user has reviewed it.
  suspended_at bigint,
  made_by text
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

-- Attempts at the password of one account that have not been followed by a right one, where nodes share the count.
create table guesses (
  account text primary key,
  attempts integer not null,
  next_at bigint not null,
  forget_at bigint not null
);
create index guesses_forget on guesses (forget_at);

-- Who has flown from a place: a place that a flight made is shown to others once three pilots have.
create table takeoff_pilots (
  takeoff_id text not null references takeoffs (id) on delete cascade,
  user_id text not null,
  flights integer not null,
  -- Where each pilot first launched at a place: a place that is shown to others is shown at the rounded centre of these,
  -- never at the launch point of one pilot. Null for pilots from before; theirs counts as the place's own.
  latitude double precision,
  longitude double precision,
  primary key (takeoff_id, user_id)
);
create index takeoff_pilots_user on takeoff_pilots (user_id);

-- What id_tokens are signed with, the private part sealed. Each generation follows the one before.
create table signing_keys (
  generation integer primary key,
  id text not null unique,
  sealed_key bytea not null,
  public_key text not null,
  created_at bigint not null,
  signs_from bigint not null
);

-- Every change of a pilot's flights has a number, so that a copy can ask for what came after one. The number is taken
-- under a lock of the pilot's row here that is held until the commit: who sees a number sees all those before it.
create table flight_counters (
  owner_id text primary key,
  last_change bigint not null,
  -- Deletions up to this number are no longer kept.
  forgotten bigint not null default 0,
  -- How many bytes the files of a pilot have, and as of which change that is: after a change by a node of the release before,
  -- which does not count them, the two numbers differ, and the next one counts anew.
  stored_bytes bigint,
  stored_as_of bigint,
  -- The number of the last change that the pilot's months know: a node of the release before counts days only. Where it is not
  -- the last one, statistics add up days, and the next change counts the months anew.
  months_as_of bigint
);

-- Deleted flights, kept for a while for those who keep a copy.
create table deleted_flights (
  owner_id text not null,
  change_number bigint not null,
  flight_id text not null,
  hash text not null,
  deleted_at bigint not null,
  primary key (owner_id, change_number)
);
create index deleted_flights_age on deleted_flights (deleted_at);

-- Which application has uploaded a flight on its own account (client credentials): its webhooks hear of it, and of what
-- becomes of it. Ended with the event that tells of the flight's deletion.
create table flight_applications (
  flight_id text primary key,
  application_id text not null
);

-- Who hears of an event is decided by the order of commits: registrations of webhooks are numbered, and each marks the
-- events that were there before it.
create table outbox (
  id integer primary key,
  -- How many webhooks have been registered.
  registrations bigint not null
);

-- Whether this database is one to serve from. A row says that it is not: 'into' while everything is copied into it from
-- another one, 'away' once everything was moved to another one.
create table moves (
  direction text primary key,
  other text not null,
  noted_at bigint not null
);

-- What was written there, noted before it was written, and how many flights have it. Without a flight it is swept a day
-- after it was last touched: an upload may be about to commit.
create table outside_files (
  hash text primary key,
  flights integer not null,
  touched_at bigint not null,
  -- A file outside the database is removed without a lock: its row says so first, with -1 flights, and until the row is gone
  -- nobody writes the file. Nodes of the release before pass such a row over when they sweep, and the check refuses them
  -- when they are about to write the file: that upload fails there, and is sent again. An embedded database has one node.
  removing_at bigint
);
create index outside_files_unused on outside_files (touched_at) where flights = 0;
create index outside_files_removing on outside_files (removing_at) where removing_at is not null;

-- What /readyz writes, to find out whether a write succeeds.
create table write_checks (
  id text primary key,
  checked_at bigint not null,
  body bytea
);

-- A pilot's flights, counted by day, place and type as they come and go: statistics are read from here.
create table flight_days (
  owner_id text not null references users (id) on delete cascade,
  flight_date text not null,
  takeoff_id text not null,
  score_type text not null,
  flights integer not null,
  seconds bigint not null,
  kilometres double precision not null,
  best_score double precision not null,
  best_flight_id text not null,
  primary key (owner_id, flight_date, takeoff_id, score_type)
);
create index flight_days_by_date on flight_days (owner_id, flight_date, flights);

-- Instruments and apps that upload for a pilot, each with a credential of its own: kind 'device', upload only.
create table devices (
  -- That of the credential.
  id text primary key references credentials (id) on delete cascade,
  -- What may be typed for the user name instead of the email address.
  login text not null,
  -- Which instrument it is, as the dashboard lists them.
  instrument text,
  -- The first flight it sent, also one that was there already: then the device is known to work.
  first_flight_id text,
  first_flight_at bigint
);

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

-- Devices that know a number and a date of birth instead of a user and a password. Both are random; the pilot switches
-- it on.
create table weglide_logins (
  number integer primary key,
  device_id text not null unique references credentials (id) on delete cascade,
  date_hash text not null
);

-- Archives of flights that are being imported, and what became of each of their files.
create table imports (
  id text primary key,
  owner_id text not null references users (id) on delete cascade,
  -- The application that imports on its own account, by its client credentials.
  application_id text,
  file_name text not null,
  -- receiving: its files are being stored; running: acknowledged, and imported by itself from then on; done.
  state text not null,
  created_at bigint not null,
  due_at bigint not null,
  finished_at bigint,
  -- When its owner has put the result away in the dashboard.
  read_at bigint,
  lease text,
  leased_until bigint
);
create index imports_owner on imports (owner_id, created_at);
create index imports_due on imports (state, due_at);

create table import_entries (
  import_id text not null references imports (id) on delete cascade,
  -- The place in the archive.
  number integer not null,
  name text not null,
  -- waiting, new, duplicate, refused, failed, skipped
  status text not null,
  reason text,
  flight_id text,
  hash text,
  -- What the sender, or the description beside the flight, knows better than the file; as JSON.
  options text not null,
  attempts integer not null,
  -- The file, compressed with zstd, until it is imported.
  compressed bytea,
  primary key (import_id, number)
);
create index import_entries_waiting on import_entries (import_id, status, number);

-- The nodes that run, as they say themselves, and what each can open of what is sealed: nothing is sealed in a way that
-- one of them cannot read.
create table nodes (
  id text primary key,
  release text not null,
  opens text not null,
  started_at bigint not null,
  seen_at bigint not null
);

-- Phases, wind and speeds of a flight, as JSON, compressed: read on its own, and too long for the flight's row. Flights of
-- earlier releases have none until they are scored again.
create table flight_analyses (
  flight_id text primary key references flights (id) on delete cascade,
  compressed bytea not null
);

-- Files that were found to be corrupt or lost, until they are whole again: what the operator is alerted of must not be
-- forgotten with the request that found it.
create table damaged_files (
  flight_id text primary key references flights (id) on delete cascade,
  problem text not null,
  found_at bigint not null
);

-- Airspace files by region and the day from which they hold: data change every 28 days, and a flight is checked against
-- those of its day. Without an owner a file is the operator's and for everybody; a pilot's is for the own flights.
create table airspace_files (
  id text primary key,
  owner_id text references users (id) on delete cascade,
  region text not null,
  valid_from text not null,
  airspaces integer not null,
  created_at bigint not null
);
create index airspace_files_owner on airspace_files (owner_id);

-- One row each, with the box around it in degrees, so that only what is near a flight is read.
create table airspaces (
  file_id text not null references airspace_files (id) on delete cascade,
  number integer not null,
  south double precision not null,
  north double precision not null,
  west double precision not null,
  east double precision not null,
  airspace text not null,
  primary key (file_id, number)
);
create index airspaces_place on airspaces (file_id, south, north, west, east);

-- The secret link of an unlisted flight: found by its hash, and sealed, so that the pilot can see it again.
create table flight_links (
  flight_id text primary key references flights (id) on delete cascade,
  token_hash text not null unique,
  sealed_token bytea not null,
  created_at bigint not null
);

create table sharing_settings (
  user_id text primary key references users (id) on delete cascade,
  default_visibility text not null,
  -- The last part of the address of the public profile.
  handle text unique,
  -- From it the secret circles of the pilot's zones are drawn. Never drawn again: several draws would average out.
  zone_key bytea not null,
  updated_at bigint not null
);

-- A place that others must not find, and the circle that is cut from what they see.
create table privacy_zones (
  id text primary key,
  user_id text not null references users (id) on delete cascade,
  name text not null,
  latitude double precision not null,
  longitude double precision not null,
  radius_m integer not null,
  cut_latitude double precision not null,
  cut_longitude double precision not null,
  cut_radius_m double precision not null,
  created_at bigint not null
);
create index privacy_zones_user on privacy_zones (user_id);

-- Pilots who agree that their files are sent to the validation server that the operator names.
create table signature_consents (
  owner_id text primary key references users (id) on delete cascade,
  given_at bigint not null
);

-- Flights whose files wait for its answer. Of those that were not sent yet due_at is only their place in the queue.
create table signature_checks (
  flight_id text primary key references flights (id) on delete cascade,
  owner_id text not null references users (id) on delete cascade,
  attempts integer not null,
  due_at bigint not null
);
create index signature_checks_due on signature_checks (attempts, due_at);
create index signature_checks_owner on signature_checks (owner_id, due_at);

-- The server asks for one file at a time, of all nodes together: who takes the turn has it for a while.
create table signature_turn (
  id integer primary key,
  free_at bigint not null
);

-- Applications that nobody has registered: each is known by the address of its own description, which is read again
-- after a while. They have no owner.
create table client_documents (
  url text primary key,
  application_id text not null references applications (id) on delete cascade,
  expires_at bigint not null
);
create unique index client_documents_application on client_documents (application_id);
create index client_documents_expiry on client_documents (expires_at);

-- The best of each season, kept as flights come and go.
create table season_records (
  owner_id text not null references users (id) on delete cascade,
  season integer not null,
  -- distance, score, duration, altitude or climb
  record text not null,
  value double precision not null,
  flight_id text not null,
  flight_date text not null,
  primary key (owner_id, season, record)
);

-- The pilot's own gliders. What a file says of its glider stays in the flight's metadata.
create table gliders (
  id text primary key,
  owner_id text not null references users (id) on delete cascade,
  name text not null,
  -- Without case and accents: a pilot has one glider of a name.
  folded_name text not null,
  class text not null,
  -- New flights are flown with it.
  is_default boolean not null,
  is_retired boolean not null,
  -- The day of the last inspection.
  inspected_on text,
  created_at bigint not null,
  updated_at bigint not null,
  unique (owner_id, folded_name)
);

-- Flights with a glider, counted as in flight_days.
create table glider_days (
  owner_id text not null references users (id) on delete cascade,
  glider_id text not null,
  flight_date text not null,
  takeoff_id text not null,
  score_type text not null,
  flights integer not null,
  seconds bigint not null,
  kilometres double precision not null,
  best_score double precision not null,
  best_flight_id text not null,
  primary key (owner_id, glider_id, flight_date, takeoff_id, score_type)
);

-- Names that pilots suggest to the operator. They wait, or were dismissed; one that is accepted becomes a site.
create table takeoff_suggestions (
  takeoff_id text primary key references takeoffs (id) on delete cascade,
  user_id text not null references users (id) on delete cascade,
  name text not null,
  country text not null,
  -- To 0.001 degrees: the launch point itself is the pilot's.
  latitude double precision not null,
  longitude double precision not null,
  created_at bigint not null,
  dismissed_at bigint
);
create index takeoff_suggestions_user on takeoff_suggestions (user_id);
create index takeoff_suggestions_waiting on takeoff_suggestions (created_at) where dismissed_at is null;

-- Their bytes, as those of the flight's file: in here, or outside by their hash.
create table photo_files (
  photo_id text primary key,
  flight_id text not null references flights (id) on delete cascade,
  -- SHA-256 of the large picture.
  hash text not null,
  byte_length integer not null,
  compressed bytea not null,
  -- SHA-256 of the bytes as they are stored.
  stored_hash text not null,
  is_outside boolean not null,
  -- The small picture, some 10 kB.
  small bytea not null
);
create unique index photo_files_of_flight on photo_files (flight_id, hash);

create table damaged_photos (
  photo_id text primary key references photo_files (photo_id) on delete cascade,
  problem text not null,
  found_at bigint not null
);

-- What a flight is found by since another recording of it was merged into it: the hash of the other's id, and of its link.
-- Links that were given away go on, and a merge that is asked for again is found done.
create table merged_references (
  reference_hash text primary key,
  flight_id text not null references flights (id) on delete cascade
);
create index merged_references_flight on merged_references (flight_id);

-- What statistics add up: a pilot has flown on thousands of days, but in a few hundred months.
create table month_counts (
  owner_id text not null references users (id) on delete cascade,
  -- 2026-05
  month text not null,
  takeoff_id text not null,
  score_type text not null,
  flights integer not null,
  seconds bigint not null,
  kilometres double precision not null,
  best_score double precision not null,
  best_flight_id text not null,
  primary key (owner_id, month, takeoff_id, score_type)
);

insert into takeoff_lock (id) values (1);
insert into outbox (id, registrations) values (1, 0);
insert into signature_turn (id, free_at) values (1, 0);

-- Compressed already.
-- postgres: alter table flight_files alter column compressed set storage external;
-- postgres: alter table flight_analyses alter column compressed set storage external;
-- postgres: alter table photo_files alter column compressed set storage external;
-- postgres: alter table photo_files alter column small set storage external;
-- postgres: alter table outside_files add constraint outside_files_removing_is_alone check (removing_at is null or (flights = -1 and touched_at = 0)) not valid;
