-- kind: indexes
-- A person is one thing to a club at a time, and has one main club.
create unique index concurrently club_members_of on club_members (club_id, user_id) where state <> 'left';
create unique index concurrently club_members_main on club_members (user_id) where main_since is not null and main_until is null;
create unique index concurrently club_members_hash on club_members (hash);
create index concurrently club_members_states on club_members (club_id, state, id);
create index concurrently club_members_emails on club_members (email, since_at) where email is not null;
create index concurrently club_members_sent on club_members (approved_by, since_at);
create index concurrently club_members_expiry on club_members (expires_at) where expires_at is not null;
drop index concurrently if exists club_members_current;
drop index concurrently if exists club_members_pages;
drop index concurrently if exists club_members_approver;
drop index concurrently if exists club_members_club;
