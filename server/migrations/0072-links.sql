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

drop table verifications;
