-- The date that came with the upload, for a file that names none: of its first fix, in UTC. Reading the file again needs it.
alter table flight_files add column given_date text;
