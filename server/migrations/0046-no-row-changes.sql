-- kind: alone
-- Changed rows are no longer noted for increments of backups. Their triggers go first: on SQLite with the migration
-- (server/platform/database/migrations/row-triggers.ts), on PostgreSQL here.
-- postgres: do $$ declare made record; begin for made in select oid::regprocedure as name from pg_proc where proname like 'row\_changes\_%' and pronamespace = current_schema()::regnamespace loop execute format('drop function %s cascade', made.name); end loop; end $$;
drop table if exists row_changes;
delete from installation where name in ('backup_base', 'backup_base_at');
