-- kind: alone
-- What is wrong with a file stands in its own row, instead of two tables that had a row for each damaged one.
alter table flight_files add column problem text;
alter table photo_files add column problem text;
update flight_files set problem = (select problem from damaged_files d where d.flight_id = flight_files.flight_id)
  where flight_id in (select flight_id from damaged_files);
update photo_files set problem = (select problem from damaged_photos d where d.photo_id = photo_files.photo_id)
  where photo_id in (select photo_id from damaged_photos);
create index flight_files_damaged on flight_files (flight_id, problem) where problem is not null;
create index photo_files_damaged on photo_files (photo_id, problem) where problem is not null;
drop table damaged_files;
drop table damaged_photos;
