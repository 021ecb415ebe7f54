-- kind: schema
-- A stay in a club is a row that is never written over: rankings ask for the club on the day of a flight. When an account
-- is deleted its stays remain without the person.
create table clubs (
  id text primary key,
  handle text not null unique,
  name text not null,
  -- Small letters without accents, to be found by.
  folded_name text not null,
  country text not null,
  join_by text not null,
  visible_to text not null,
  created_by text references users (id) on delete set null,
  created_at bigint not null,
  updated_at bigint not null,
  -- Since when it takes no new members: its last owner has left the service, and it had no admin.
  closed_at bigint
);
create index clubs_listed on clubs (visible_to, folded_name, id);
create index clubs_creator on clubs (created_by, created_at);

create table club_members (
  id text primary key,
  club_id text not null references clubs (id) on delete cascade,
  user_id text references users (id) on delete set null,
  role text not null,
  shown_as text not null,
  is_listed boolean not null,
  joined_at bigint not null,
  -- Null while it lasts.
  left_at bigint,
  approved_by text references users (id) on delete set null
);
create unique index club_members_current on club_members (club_id, user_id) where left_at is null;
create index club_members_pages on club_members (club_id, id) where left_at is null;
create index club_members_user on club_members (user_id, club_id);
create index club_members_approver on club_members (approved_by);
create index club_members_club on club_members (club_id);

-- A pilot's main club, by time: at most one lasts.
create table club_mains (
  id text primary key,
  user_id text not null references users (id) on delete cascade,
  club_id text not null references clubs (id) on delete cascade,
  since_at bigint not null,
  until_at bigint
);
create unique index club_mains_current on club_mains (user_id) where until_at is null;
create index club_mains_user on club_mains (user_id, since_at);
create index club_mains_club on club_mains (club_id);

create table club_requests (
  id text primary key,
  club_id text not null references clubs (id) on delete cascade,
  user_id text not null references users (id) on delete cascade,
  shown_as text not null,
  is_listed boolean not null,
  created_at bigint not null
);
create unique index club_requests_of on club_requests (club_id, user_id);
create index club_requests_user on club_requests (user_id);

create table club_invitations (
  id text primary key,
  club_id text not null references clubs (id) on delete cascade,
  hash text not null unique,
  -- Null for a link that its maker passes on.
  email text,
  created_by text references users (id) on delete set null,
  created_at bigint not null,
  expires_at bigint not null,
  max_uses integer not null,
  uses integer not null default 0
);
create index club_invitations_club on club_invitations (club_id, id);
create index club_invitations_creator on club_invitations (created_by, created_at);
create index club_invitations_expiry on club_invitations (expires_at);
