-- kind: alone
-- The name of a pilot's place that waits for the operator: columns of the place, instead of a table that repeated its name.
-- When it was suggested, and where, to 0.001 degrees; without a place it was dismissed.
alter table takeoffs add column suggested_at bigint;
alter table takeoffs add column suggested_latitude double precision;
alter table takeoffs add column suggested_longitude double precision;
update takeoffs set
    suggested_at = (select created_at from takeoff_suggestions s where s.takeoff_id = takeoffs.id),
    suggested_latitude = (
      select latitude from takeoff_suggestions s where s.takeoff_id = takeoffs.id and dismissed_at is null),
    suggested_longitude = (
      select longitude from takeoff_suggestions s where s.takeoff_id = takeoffs.id and dismissed_at is null)
  where id in (select takeoff_id from takeoff_suggestions);
drop table takeoff_suggestions;
create index takeoffs_suggested on takeoffs (suggested_at) where suggested_latitude is not null;
