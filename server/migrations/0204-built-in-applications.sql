-- kind: schema
-- The service's own programs are applications that nobody has registered.
alter table applications alter column owner_id drop not null;
