-- kind: schema
-- One row says what a person is to a club: invited, requested, member, removed, or left. A row that has ended stays, with the
-- days on which the club was the pilot's main one: a flight keeps its club. Takes the place of three tables.
alter table club_members rename column joined_at to since_at;
alter table club_members add column state text not null default 'member';
alter table club_members add column main_since bigint;
alter table club_members add column main_until bigint;
-- Of an invitation; without an address it is a link that its maker passes on.
alter table club_members add column hash text;
alter table club_members add column email text;
alter table club_members add column expires_at bigint;
alter table club_members add column max_uses integer;
alter table club_members add column uses integer;
delete from club_members where user_id is null;
update club_members set state = 'left' where left_at is not null;
update club_members set main_since = (
  select max(h.since_at) from club_mains h
  where h.user_id = club_members.user_id and h.club_id = club_members.club_id and h.until_at is null)
where state = 'member';
insert into club_members (id, club_id, user_id, state, role, shown_as, is_listed, since_at, left_at, main_since, main_until)
  select id, club_id, user_id, 'left', 'member', 'initial', false, since_at, until_at, since_at, until_at
  from club_mains where until_at is not null;
insert into club_members (id, club_id, user_id, state, role, shown_as, is_listed, since_at)
  select id, club_id, user_id, 'requested', 'member', shown_as, is_listed, created_at from club_requests;
-- Those of somebody who is no admin any more have ended.
insert into club_members
  (id, club_id, state, role, shown_as, is_listed, since_at, approved_by, hash, email, expires_at, max_uses, uses)
  select i.id, i.club_id, 'invited', 'member', 'initial', false, i.created_at, i.created_by, i.hash, i.email, i.expires_at,
    case when m.id is null then 0 else i.max_uses end, i.uses
  from club_invitations i left join club_members m on m.club_id = i.club_id and m.user_id = i.created_by
    and m.state = 'member' and m.role in ('owner', 'admin');
drop table club_requests;
drop table club_invitations;
drop table club_mains;
