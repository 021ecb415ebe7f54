-- kind: alone
-- The club for which flights count is on the entry, as the team is: main clubs and the rows of clubs that were left go, which kept
-- their days.
alter table ranking_entries add column club_id text references clubs (id) on delete set null;
alter table ranking_entries add column club_since text;
update ranking_entries set club_id = (
  select m.club_id from club_members m
  where m.user_id = ranking_entries.user_id and m.main_since is not null and m.main_until is null);
update ranking_entries set club_since = (select s.from_day from seasons s where s.id = ranking_entries.season_id)
where club_id is not null;
create index ranking_entries_club on ranking_entries (club_id);
delete from club_members where state = 'left';
drop index club_members_main;
drop index club_members_of;
create unique index club_members_of on club_members (club_id, user_id);
alter table club_members drop column main_since;
alter table club_members drop column main_until;
alter table club_members drop column left_at;
