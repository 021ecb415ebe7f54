-- A consent covers the redirect origins it was given for, and the scopes given for each: an origin that the application
-- adds later is asked about. JSON: {"https://app.example": ["flights:read"]}. A consent from before says nothing, so it
-- is asked for once more. redirect_scopes is still written for nodes of the last release.
alter table consents add column redirect_consents text not null default '{}';
