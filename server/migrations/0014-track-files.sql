-- kind: schema
-- A pilot may show a track on its page without handing it out as a file.
alter table sharing_settings add column offers_track_files boolean not null default true;
