-- kind: schema
-- When the pilot last became owner or stopped being one by somebody's doing; null of a founder, and of who never was.
-- Who owns a club for less than a week does not undo what happens to it.
alter table club_members add column owner_changed_at bigint;
