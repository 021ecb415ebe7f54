-- What /readyz writes, to find out whether a write succeeds.
create table write_checks (
  id text primary key,
  checked_at bigint not null,
  body bytea
);
