-- kind: schema
-- A file of a watched folder is settled when its flights are stored, or were refused for good. Until then it is known which
-- import has it, or when it is taken again.
alter table source_files add column import_id text;
alter table source_files add column again_at bigint;
alter table source_files add column tries integer not null default 0;
-- Why it is not stored.
alter table source_files add column words text;

-- The code of the error with which a file was refused: whether another time may help.
alter table import_entries add column code text;
