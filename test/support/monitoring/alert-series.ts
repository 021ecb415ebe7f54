// For each alert that is shipped: figures of an hour (as promtool writes them) under which it must fire.
type Series = Readonly<Record<string, string>>

const always = (value: number) => `${value}+0x60`
const rising = (byMinute: number) => `0+${byMinute}x60`

const requests = 'cloudstreet_http_request_seconds'

export const alertSeries: Readonly<Record<string, Series>> = {
  CloudstreetNodeNotReady: { cloudstreet_ready: always(0) },
  CloudstreetNodeDown: { 'up{job="cloudstreet"}': always(0) },
  CloudstreetErrorsOfTheService: {
    [`${requests}_count{status="2xx"}`]: rising(90),
    [`${requests}_count{status="5xx"}`]: rising(2),
  },
  CloudstreetSlowAnswers: {
    [`${requests}_bucket{route="/a",le="1"}`]: rising(0),
    [`${requests}_bucket{route="/a",le="2.5"}`]: rising(10),
    [`${requests}_bucket{route="/a",le="+Inf"}`]: rising(10),
  },
  CloudstreetFilesDamaged: { 'cloudstreet_files_damaged{problem="lost"}': always(1) },
  CloudstreetDataDamaged: { cloudstreet_data_check_findings: always(1) },
  // The hour begins at 0 of the Unix time.
  CloudstreetDataUnchecked: { cloudstreet_data_check_timestamp_seconds: always(-865_000) },
  CloudstreetFilesUnreachable: {
    'cloudstreet_file_read_failures_total{problem="unreachable"}': rising(1),
  },
  CloudstreetFilesNotWritten: {
    'cloudstreet_file_write_failures_total{store="s3://flights"}': rising(1),
  },
  CloudstreetCheckFails: { 'cloudstreet_check{check="mail",state="act"}': always(1) },
  CloudstreetOutboxStuck: { 'cloudstreet_work_oldest_seconds{work="events"}': always(61) },
  CloudstreetDeliveriesLate: { 'cloudstreet_work_oldest_seconds{work="deliveries"}': always(301) },
  CloudstreetEmailsQueued: { 'cloudstreet_work_oldest_seconds{work="emails"}': always(901) },
  CloudstreetEmailsFailed: { 'cloudstreet_work{work="emails",state="failed"}': rising(1) },
  CloudstreetDeliveriesFailed: { 'cloudstreet_work{work="deliveries",state="failed"}': rising(1) },
  CloudstreetWorkPaused: { 'cloudstreet_work{work="imports",state="paused"}': always(1) },
  CloudstreetJobFails: { 'cloudstreet_job_runs_total{job="emails",outcome="failed"}': rising(1) },
  CloudstreetWaitingForConnections: { 'cloudstreet_database_waiting{pool="shared"}': always(1) },
  CloudstreetReplicaLeftOut: { 'cloudstreet_database_replica_used{replica="replica 1"}': always(0) },
  CloudstreetScorerBusy: { cloudstreet_scorer_waiting: always(21) },
  CloudstreetClockSkew: { cloudstreet_clock_skew_seconds: always(-2) },
  CloudstreetDiskAlmostFull: { cloudstreet_disk_free_bytes: always(999_000_000) },
  CloudstreetWalGrows: { cloudstreet_sqlite_wal_bytes: always(201_000_000) },
  CloudstreetBackupOld: { cloudstreet_backup_newest_timestamp_seconds: always(-130_000) },
}
