create table installation (
  name text primary key,
  value text not null
);
