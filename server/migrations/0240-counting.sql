-- kind: schema
-- Which flights count: a recording that ends in the air or holds no flight does not, unless the pilot says otherwise.
-- What an earlier release stores meanwhile counts, as it did.
alter table flights add column recording text not null default 'complete';
alter table flights add column counted_by_pilot boolean;
