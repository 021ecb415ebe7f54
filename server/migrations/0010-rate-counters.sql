-- Counters of the rate limits where several nodes share one PostgreSQL; a single node keeps them in memory.
-- One row a caller: its window, what it has used in it, and whether the last request was refused.
create table rate_counters (
  name text primary key,
  ends_at bigint not null,
  requests integer not null,
  uploads integer not null,
  is_refused boolean not null
);
create index rate_counters_end on rate_counters (ends_at);
