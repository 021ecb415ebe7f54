-- kind: schema
-- A flight is private until its pilot says otherwise; what an earlier release stores meanwhile is, too.
alter table flights add column visibility text not null default 'private';

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
