-- kind: schema
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
insert into signature_turn (id, free_at) values (1, 0);
