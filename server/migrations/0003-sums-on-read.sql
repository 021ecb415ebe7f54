-- kind: alone
-- Statistics, records and glider hours are added up from the flights when they are asked for.
drop table flight_days;
drop table glider_days;
drop table month_counts;
drop table season_records;
drop table flight_months;
alter table flight_counters drop column months_as_of;
