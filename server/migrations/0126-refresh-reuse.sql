-- What a refresh token was issued in place of, and the access token that was issued with it: where the operator allows a
-- client to repeat a refresh whose answer was lost (REFRESH_REUSE_SECONDS), this tells which answer that was.
alter table refresh_tokens add column replaces text;
alter table refresh_tokens add column access_token_id text;
