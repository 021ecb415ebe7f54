// Tables that may be read as a whole, and why.

/** They stay small, however many pilots there are. */
export const smallTables = new Set([
  'installation',
  'migrations',
  'nodes',
  'outbox',
  'rankings',
  'seasons',
  'signing_keys',
  'sqlite_master',
  'sqlite_schema',
  'works',
])

/** Indexes of what is left only to do: to read one as a whole is to read the work. */
export const workIndexes = new Set([
  'copies_to_judge_asked',
  'flights_incomplete',
  'forwards_failed',
  'forwards_open',
  'flights_without_records',
  'flights_without_search_text',
  'import_entries_failed',
  'takeoffs_suggested',
  'webhooks_deleted',
  'webhooks_due',
  'destinations_due',
])

export const allowedScans: readonly RegExp[] = [
  // The pilots who have entered a season, each with its counter by key: some 1 µs a pilot, every two seconds.
  /^select .* from ranking_entries e left join flight_counters c on c\.owner_id = e\.user_id where/,
  // Destinations, each with its pilot's counter by key: the same.
  /^select d.id from destinations d join flight_counters c on c.owner_id = d.user_id where c.last_change > d.seen_change/,
  // Resealed when the operator replaces the secret.
  /^select id, credential from destinations order by id/,
  /^select user_id, sealed_secret from totp_factors/,
  /^select id, secret, old_secret from webhooks order by id/,
  // Counted for metrics by a partial index, and only so far.
  /^select count\(.* from \(select .* from deliveries .*limit \?\) as (pending|failed)$/,
  // Damaged files are few, and counted only so far.
  /^select problem, count\(\*\) as count from \( ?select problem from flight_files where problem is not null union all .* limit \?\)/,
  // Once, before the operator's command reads all of them.
  /^select count\(\*\) as count from flights where \(scored_by <> \?/,
  // An archive and a move read every table, as the schema names it.
  /\b(from|into|update) "\w+"/,
  / from pragma_/,
  // The table that tests of migrations migrate.
  /\b(from|into|update) things\b/,
  // The operator lists all of them.
  /^select a\.id, a\.owner_id .* u\.email as "ownerEmail",? .*from applications a/,
  /^select w\.id, .* u\.email as owner from webhooks w/,
  /^select id, email, .* from users where email like/,
  // The squares that flights began in, by an index alone, when the operator fetches the sites there.
  /^select distinct cast\(round\(launch_latitude - 0\.5\) as integer\) as south, .* from flights/,
  // With the account: what is left after they were deleted in batches.
  /^delete from flights where owner_id = \? returning id, hash$/,
  // Once, after a node of a release without this figure has changed a flight.
  /^update flight_counters set stored_as_of = last_change, stored_bytes = \( select/,
  // Copies that wait to be judged are few, and counted for metrics.
  /^select count\(\*\) as count from copies_to_judge$/,
  // `admin check` reads all flights.
  /^select (distinct )?f\.id from flights f (where not exists|join (photo_files|gliders|takeoffs) )/,
  // A recount of tests.
  /^select hash, sum\(kept\) as kept, sum\(counted\) as counted from/,
  // Webhooks with failed deliveries, by the same index, when the operator sends all of them again.
  /^select w\.id, u\.id as "accountId" from webhooks w .* from deliveries where status = 'failed' group by webhook_id/,
  // Failed deliveries by webhook, by a partial index, and only so far.
  /^with failing as \( select webhook_id, .* from deliveries where status = 'failed' limit \?\)/,
]
