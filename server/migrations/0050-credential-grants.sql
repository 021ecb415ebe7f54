-- Which grant gave an access token: only client_credentials speaks for the application itself.
alter table credentials add column grant_type text;
