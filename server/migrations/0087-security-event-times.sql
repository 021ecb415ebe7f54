-- How often it happened: what a stranger can cause is counted in one row instead of filling the table.
alter table security_events add column times integer not null default 1;
