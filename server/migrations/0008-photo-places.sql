-- kind: schema
-- Others do not see a photo that was taken where, or when, a zone hides the flight. Null: the camera did not say it.
alter table photo_files add column taken_at bigint;
alter table photo_files add column latitude double precision;
alter table photo_files add column longitude double precision;
