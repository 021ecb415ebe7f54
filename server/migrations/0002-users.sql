create table users (
  id text primary key,
  email text not null unique,
  email_verified boolean not null default false,
  name text,
  image text,
  public_profile boolean not null default false,
  club text,
  civl_id integer,
  created_at bigint not null,
  updated_at bigint not null,
  disabled_at bigint
);
