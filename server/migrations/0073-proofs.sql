-- When whoever is signed in last proved again who they are; null: when signing in.
alter table sessions add column proved_at bigint;
