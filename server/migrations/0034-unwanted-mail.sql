-- kind: schema
-- Who has ended the email of a pilot's flights; the address as its SHA-256.
create table unwanted_mail (
  user_id text not null references users (id) on delete cascade,
  address_hash text not null,
  ended_at bigint not null,
  primary key (user_id, address_hash)
);
