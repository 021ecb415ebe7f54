-- Since when a user is to review what can act for the account; null: nothing to review.
alter table users add column review_due_at bigint;
