-- What the operator has disabled its owner cannot enable.
alter table applications add column disabled_by_operator boolean not null default false;
