-- Attempts at the password of one account that have not been followed by a right one, where nodes share the count.
create table guesses (
  account text primary key,
  attempts integer not null,
  next_at bigint not null,
  forget_at bigint not null
);
create index guesses_forget on guesses (forget_at);
