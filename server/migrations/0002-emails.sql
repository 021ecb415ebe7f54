-- kind: alone
alter table letters rename to emails;
alter table emails drop column handed_over_at;
