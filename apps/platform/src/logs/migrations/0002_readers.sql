-- Rows that are followed as they are written are told apart by id, so it has to grow with time.
alter sequence logs.ids cache 1;

-- What a reader's session could do beside reading its rows. Only a superuser may take these away from
-- everybody; on a server of somebody else's they stay, and the privileges, the read-only transaction and the
-- limits have to do (PostgreSQL warns and goes on).
do $$
declare
  target text;
begin
  -- the catalogue names tables, roles and sessions that are nobody's business
  revoke select on all tables in schema pg_catalog from public;
  revoke select on all tables in schema information_schema from public;
  revoke usage on language plpgsql from public;

  for target in
    select oid::regprocedure::text
      from pg_proc
     where pronamespace = 'pg_catalog'::regnamespace
       and prokind = 'f'
       and (
         proname ~ '^(pg_stat_get_|pg_advisory_|pg_try_advisory_|pg_sleep|pg_read_|pg_ls_|pg_stat_file|lo_|pg_logical_|pg_create_|pg_replication_)'
         or proname ~ '^(query|table|cursor|schema|database)_to_xml'
         or proname ~ '^pg_(database|tablespace|relation|table|indexes|total_relation)_size$'
         or proname in (
           -- lifts limits, and makes other roles out of stronger sessions
           'set_config',
           'loread', 'lowrite', 'pg_notify', 'pg_cancel_backend', 'pg_terminate_backend',
           'pg_export_snapshot', 'pg_lock_status', 'pg_prepared_xact', 'pg_show_all_settings',
           'pg_show_all_file_settings', 'pg_hba_file_rules', 'pg_ident_file_mappings', 'pg_config',
           'txid_current', 'pg_current_xact_id', 'pg_log_backend_memory_contexts',
           'pg_get_backend_memory_contexts', 'pg_get_shmem_allocations', 'pg_blocking_pids',
           'pg_safe_snapshot_blocking_pids', 'pg_listening_channels', 'pg_timezone_names'))
  loop
    execute 'revoke execute on function ' || target || ' from public';
  end loop;
exception
  when insufficient_privilege then
    raise notice 'The catalogue stays readable for sessions that read logs: %', sqlerrm;
end $$;
