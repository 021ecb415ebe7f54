-- Which events a webhook is sent, as a JSON array of names. Those that came later are asked for, so that nobody
-- receives what it does not expect.
alter table webhooks add column events text not null default '["flight.uploaded","flight.deleted"]';
-- Its owner's own words.
alter table webhooks add column description text;
-- As a JSON object; null for attempts that were made before headers were kept.
alter table delivery_attempts add column request_headers text;
