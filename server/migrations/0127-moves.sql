-- Whether this database is one to serve from. A row says that it is not: 'into' while everything is copied into it from
-- another one, 'away' once everything was moved to another one.
create table moves (
  direction text primary key,
  other text not null,
  noted_at bigint not null
);
