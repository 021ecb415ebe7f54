-- kind: schema
-- The changes of the last days that their user can undo, with the state before: a recovery reviews them.
create table undoable_changes (
  user_id text not null references users (id) on delete cascade,
  kind text not null,
  -- Of several of a kind, such as the clubs that were joined.
  object text not null,
  -- For the reader, as the security log has it.
  subject text not null,
  -- JSON, for the feature that owns the kind.
  undo text not null,
  made_at bigint not null,
  primary key (user_id, kind, object)
);
create index undoable_changes_made on undoable_changes (made_at);
