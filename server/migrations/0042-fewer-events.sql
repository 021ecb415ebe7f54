-- kind: alone
-- Past seasons are no longer taken over, and ranking.changed and record.set are no longer told. No release had them.
delete from seasons where is_imported;
alter table seasons drop column is_imported;
alter table ranking_rows drop column name;
alter table ranking_rows drop column place;
alter table rankings drop column changed_at;
delete from events where type in ('ranking.changed', 'record.set');
delete from deliveries where event in ('ranking.changed', 'record.set');
update webhooks set events = replace(replace(replace(replace(replace(replace(events, ',"ranking.changed"', ''),
  '"ranking.changed",', ''), '"ranking.changed"', ''), ',"record.set"', ''), '"record.set",', ''), '"record.set"', '')
  where events like '%"ranking.changed"%' or events like '%"record.set"%';
