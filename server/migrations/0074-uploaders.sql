-- kind: alone
-- The application that uploaded a flight on its own account, which hears of it: a column, instead of a table with a row for
-- each such flight.
alter table flights add column uploaded_by text;
update flights set uploaded_by = (select application_id from flight_applications a where a.flight_id = flights.id)
  where id in (select flight_id from flight_applications);
drop table flight_applications;
