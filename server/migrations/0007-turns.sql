-- kind: alone
-- Work that one node does at a time, of all nodes together: the validation server asks for one file at a time.
create table turns (
  id text primary key,
  due_at bigint not null,
  lease text,
  leased_until bigint
);
insert into turns (id, due_at) values ('signatures', 0);
insert into turns (id, due_at) values ('proofs', 0);
drop table signature_turn;
delete from installation where name = 'proving until';
