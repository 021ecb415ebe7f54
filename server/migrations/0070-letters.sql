-- Mail that waits to be sent, sealed: it may hold a link that opens an account. A letter goes when the mail server has it.
create table letters (
  id text primary key,
  sealed bytea not null,
  created_at bigint not null,
  -- Not worth sending later than this: its link no longer works.
  useful_until bigint,
  due_at bigint not null,
  attempts integer not null default 0,
  -- The sender that has it now, and until when.
  lease text,
  leased_until bigint,
  -- Committed before the last line is sent: from here on the mail server may have it.
  handed_over_at bigint,
  -- Given up; kept a while for the operator to see.
  failed_at bigint,
  last_error text
);
create index letters_due on letters (due_at);
