-- kind: alone
-- Works are paused, no longer limited to so many entries a minute.
alter table works drop column per_minute;
alter table works drop column next_at;
