-- The part of `scopes` that was allowed on the way to a redirect: what was allowed to a device does not count there.
-- Earlier consents do not say which they were; without the device flow there is no doubt, the others are asked once more.
alter table consents add column redirect_scopes text not null default '';
update consents set redirect_scopes = scopes
where application_id in (select id from applications where grants not like '%device_code%');
