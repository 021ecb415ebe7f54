-- kind: schema
-- What a club says of itself, and its picture.
alter table clubs add column description text;
alter table clubs add column website text;
alter table clubs add column picture bytea;
