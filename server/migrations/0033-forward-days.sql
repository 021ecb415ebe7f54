-- kind: alone
-- What services answered, by day, is counted from the forwards themselves; caps are counted with those of requests.
drop table forward_days;
create index forwards_tried on forwards (tried_at) where tried_at is not null;
