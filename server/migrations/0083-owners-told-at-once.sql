-- kind: alone
-- The email about a webhook that is disabled is queued with it.
drop index webhooks_notice;
alter table webhooks drop column notice_due;
