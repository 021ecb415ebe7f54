-- kind: schema
-- Applications that have registered themselves (RFC 7591): nobody vouches for their names.
alter table applications add column self_registered boolean not null default false;
