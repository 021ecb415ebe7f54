-- kind: schema
-- When a flight goes of which there are thousands of copies, these are judged again in the background: of which pilot, of
-- what shape, and after which flight in the order of upload.
create table copies_to_judge (
  owner_id text not null references users (id) on delete cascade,
  footprint_key integer not null,
  after_at bigint not null,
  after_id text not null,
  asked_at bigint not null,
  primary key (owner_id, footprint_key)
);
create index copies_to_judge_asked on copies_to_judge (asked_at);
