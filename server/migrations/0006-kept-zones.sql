-- kind: schema
-- A zone that its pilot removes is kept with its circle: put again at the same place, it is cut around the same centre.
alter table privacy_zones add column removed_at bigint;
